import { assert, assertEquals } from "@std/assert";
import { testDedupStore } from "./conformance/dedup_store.ts";
import { claimOptions, openStore } from "./fixtures/deno_kv.ts";
import { startProcess } from "./fixtures/process.ts";

testDedupStore({
  label: "Deno KV in memory",
  open: () => openStore(":memory:"),
});

testDedupStore({
  label: "Deno KV in a file",
  schedules: 50,
  open: async () => {
    const directory = await Deno.makeTempDir();
    const opened = await openStore(`${directory}/store.kv`);
    return {
      ...opened,
      async [Symbol.asyncDispose]() {
        await opened[Symbol.asyncDispose]();
        await Deno.remove(directory, { recursive: true });
      },
    };
  },
});

Deno.test("STORE-10.1 Processes on one file win each id once", async () => {
  await using file = await temporaryFile();
  const names = ["a", "bb", "ccc"];
  await using running = new AsyncDisposableStack();
  const workers = names.map((name) =>
    running.use(startWorker("claim", file.path, name))
  );
  for (const worker of workers) await worker.line("ready");

  await Promise.all(workers.map((worker) => worker.write("\n")));
  const reports = await Promise.all(workers.map(async (worker) => {
    const report = JSON.parse(await worker.line("{"));
    assert((await worker.status).success);
    return report as { won: string[]; waits: number };
  }));

  const won = reports.flatMap((report) => report.won).sort();
  const ids = Array.from({ length: 300 }, (_, index) => `intent-${index}`);
  assertEquals(won, ids.sort());
  console.log(
    reports.map(({ won, waits }) => `${won.length} won, ${waits} waits`),
  );
});

Deno.test("STORE-10.2 What was acknowledged survives a kill", async () => {
  await using file = await temporaryFile();

  for (const [name, lines] of [["a", 21], ["b", 80], ["c", 163]] as const) {
    await using worker = startWorker("write", file.path, name);
    await worker.line("ready");
    await worker.write("\n");
    const said: string[] = [];
    while (said.length < lines) said.push(await worker.line(""));
    worker.kill("SIGKILL");
    await worker.status;
    said.push(...await worker.rest());

    await assertKept(file.path, name, said);
  }
});

/** Checks each acknowledged write, and that the last, unacknowledged one is whole or absent. */
async function assertKept(
  path: string,
  name: string,
  said: readonly string[],
): Promise<void> {
  await using opened = await openStore(path);
  const { store } = opened;
  const completed = said.filter((line) => line.startsWith("completed "));
  const claimed = said.filter((line) => line.startsWith("claimed "));
  const late = { ...claimOptions, token: "later", now: 1_000_000 };
  for (let index = 0; index <= claimed.length; index++) {
    const outcome = await store.claim(`${name}-${index}`, late);
    if (outcome.kind === "done") {
      const size = index % 2 === 0 ? 100 : 150_000;
      assertEquals(outcome.result.length, size);
      assert(outcome.result.every((byte) => byte === index % 256));
    } else {
      assert(index >= completed.length, `${name}-${index} lost its result`);
      const started = outcome.kind === "claimed" && outcome.started;
      assert(
        started || index >= claimed.length,
        `${name}-${index} lost its mark`,
      );
    }
  }
}

/** A database file that exists, in a directory of its own. */
async function temporaryFile(): Promise<AsyncDisposable & { path: string }> {
  const directory = await Deno.makeTempDir();
  const path = `${directory}/store.kv`;
  (await Deno.openKv(path)).close();
  return {
    path,
    [Symbol.asyncDispose]: () => Deno.remove(directory, { recursive: true }),
  };
}

function startWorker(mode: string, path: string, name: string) {
  const script = new URL("./fixtures/deno_kv_worker.ts", import.meta.url);
  const access = [`--allow-read=${path}`, `--allow-write=${path}`];
  return startProcess([
    "run",
    "--unstable-kv",
    ...access,
    script.href,
    mode,
    path,
    name,
  ]);
}
