import { assert, assertEquals } from "@std/assert";
import { startProcess } from "./fixtures/process.ts";

const WORKER = new URL("./service/supervised_worker.ts", import.meta.url);

Deno.test("EFF-10.3 A signal stops the worker", async () => {
  await using worker = startProcess(["run", "-A", WORKER.href]);
  await worker.line("calling");

  worker.kill("SIGINT");

  const { code, signal } = await worker.status;
  assertEquals([code, signal], [0, null]);
  assertEquals(
    (await worker.rest()).filter((line) => line !== "uncaught_errors"),
    ["results_ok", "published ok", "the end"],
  );
});

Deno.test("EFF-10.4 An error that a tool left behind does not end the worker", async () => {
  await using worker = startProcess(["run", "-A", WORKER.href]);

  await worker.line("calling");
  // The promise and the timer; then another call is timed out, and its listener throws.
  await worker.line("uncaught_errors");
  await worker.line("uncaught_errors");
  await worker.line("results_ok");
  await worker.line("published ok");
  await worker.line("calling");
  await worker.line("uncaught_errors");
  await worker.line("results_error");
  await worker.line("published error");

  worker.kill("SIGTERM");
  assertEquals((await worker.status).code, 0);
});

const FULL_DISK_WORKER = new URL(
  "./service/full_disk_worker.ts",
  import.meta.url,
);

Deno.test("EFF-7.8 A full disk is an outage, and loses nothing", {
  ignore: Deno.build.os === "windows",
}, async () => {
  const directory = await Deno.makeTempDir();
  const path = `${directory}/store.kv`;
  try {
    // The limit on the size of files stands for the end of the disk: 700 KiB.
    const full = await lines("bash", [
      "-c",
      `trap '' XFSZ; ulimit -f 700; exec "$0" run -A "$1" "$2"`,
      Deno.execPath(),
      FULL_DISK_WORKER.href,
      path,
    ]);
    // Until then the record keeps the intent to the worker that is gone.
    await new Promise((resolve) => setTimeout(resolve, 400));
    const roomy = await lines(Deno.execPath(), [
      "run",
      "-A",
      FULL_DISK_WORKER.href,
      path,
    ]);

    const done = full.filter((line) => line === "ack ok").length;
    assert(done > 0 && done < 20, full.join(", "));
    assertEquals(full.slice(done), [
      "nack store_unavailable",
      `calls ${done + 1}`,
    ]);
    assertEquals(roomy, [
      ...Array(done).fill("ack ok again"),
      "ack error",
      ...Array(19 - done).fill("ack ok"),
      `calls ${19 - done}`,
    ]);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});

/** What a program prints, a line each. */
async function lines(
  command: string,
  args: readonly string[],
): Promise<readonly string[]> {
  const { stdout } = await new Deno.Command(command, {
    args: [...args],
    stderr: "inherit",
  }).output();
  return new TextDecoder().decode(stdout).trim().split("\n");
}
