import { assertEquals } from "@std/assert";
import { startProcess } from "./fixtures/process.ts";

const WORKER = new URL("./service/supervised_worker.ts", import.meta.url);

Deno.test("EFF-10.3 A signal stops the worker", async () => {
  await using worker = startProcess(["run", "-A", WORKER.href]);
  await worker.line("calling");

  worker.kill("SIGINT");

  const { code, signal } = await worker.status;
  assertEquals([code, signal], [0, null]);
  assertEquals(
    (await worker.rest()).filter((line) => line !== "unhandled_rejections"),
    ["results_ok", "published ok"],
  );
});

Deno.test("EFF-10.4 A promise that a tool left behind does not end the worker", async () => {
  await using worker = startProcess(["run", "-A", WORKER.href]);

  await worker.line("calling");
  await worker.line("unhandled_rejections");
  await worker.line("results_ok");
  await worker.line("published ok");

  worker.kill("SIGTERM");
  assertEquals((await worker.status).code, 0);
});
