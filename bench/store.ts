/**
 * What one intent costs in a store, beside two bare commits in the same run. With
 * a started mark of its own, an intent needs three commits, so 1.5 is the least.
 */
import {
  type ClaimOptions,
  type DedupStore,
  MemoryStore,
} from "@beam/tools/effector";
import { DenoKvStore } from "@beam/tools/stores/deno-kv";
import { type MeasureOptions, printTable } from "./measure.ts";

const result = new Uint8Array(300);
// Made once: a repeated string is put together when it is first read.
const fingerprint = "5f".repeat(32);
const now = Date.now();
const claimed = { state: "x".repeat(200) };
let count = 0;

// Turns so long that the collection of garbage counts as well.
await compareStore("memory", new MemoryStore(), bareMap(), {
  rounds: 100,
  batch: 500,
});

const memory = await Deno.openKv(":memory:");
await compareStore(
  "Deno KV in memory",
  new DenoKvStore(memory),
  bareKv(memory),
  { rounds: 60, batch: 20 },
);
memory.close();

const directory = await Deno.makeTempDir();
const file = await Deno.openKv(`${directory}/store.kv`);
await compareStore(
  "Deno KV in a file",
  new DenoKvStore(file),
  bareKv(file),
  { rounds: 60, batch: 20 },
);
file.close();
await Deno.remove(directory, { recursive: true });

type Commits = (id: string) => Promise<void>;

async function compareStore(
  label: string,
  store: DedupStore,
  bare: Commits,
  options: MeasureOptions,
): Promise<void> {
  const ways: readonly (readonly [string, Commits])[] = [
    ["two bare commits", bare],
    ["claim with mark, complete", async (id) => {
      await store.claim(id, claim(true));
      await complete(store, id);
    }],
    ["claim, mark, complete", async (id) => {
      await store.claim(id, claim(false));
      await store.markStarted(id, { token: "a" });
      await complete(store, id);
    }],
  ];
  await printTable(
    `one intent, ${label}`,
    ways.map(([name, way]) => ({ name, run: () => way(`intent-${count++}`) })),
    options,
  );
}

/** Each commit keeps a copy of its own, as a store does; making the bytes of one is most of what it costs. */
function bareMap(): Commits {
  const map = new Map<string, unknown>();
  return async (id) => {
    await Promise.resolve(map.set(id, { ...claimed }));
    await Promise.resolve(map.set(id, new Uint8Array(result)));
  };
}

function bareKv(kv: Deno.Kv): Commits {
  return async (id) => {
    const key = ["bare", id];
    await kv.atomic().check({ key, versionstamp: null }).set(key, claimed)
      .commit();
    await kv.atomic().set(key, result, { expireIn: 86_400_000 }).commit();
  };
}

function claim(started: boolean): ClaimOptions {
  return { token: "a", fingerprint, leaseMs: 300_000, now, started };
}

function complete(store: DedupStore, id: string): Promise<unknown> {
  const resultTtlMs = 86_400_000;
  return store.complete(id, { token: "a", result, now, resultTtlMs });
}
