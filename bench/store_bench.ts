/**
 * What one intent costs in a store, beside two bare commits in the same run.
 *
 * The three ways take turns, 20 intents each, so that what else the machine does
 * meets all of them; the ratio is the median over the rounds. With a started
 * mark of its own, an intent needs three commits and can reach 67 % at most.
 */
import { type DedupStore, MemoryStore } from "@beam/tools/effector";
import { DenoKvStore } from "@beam/tools/stores/deno-kv";

const BATCH = 20;
const result = new Uint8Array(300);
const claimed = { state: "x".repeat(200) };
let count = 0;

Deno.bench("store: see the ratios above", () => {});

await measure("memory", new MemoryStore(), bareMap(), 200);

const memory = await Deno.openKv(":memory:");
await measure("Deno KV in memory", new DenoKvStore(memory), bareKv(memory), 60);
memory.close();

const directory = await Deno.makeTempDir();
const file = await Deno.openKv(`${directory}/store.kv`);
await measure("Deno KV in a file", new DenoKvStore(file), bareKv(file), 60);
file.close();
await Deno.remove(directory, { recursive: true });

type Way = (id: string) => Promise<void>;

/** Prints intents per second, and what they are of the bare commits. */
async function measure(
  label: string,
  store: DedupStore,
  bare: Way,
  rounds: number,
): Promise<void> {
  const ways: readonly (readonly [string, Way])[] = [
    ["two bare commits", bare],
    ["claim with mark, complete", async (id) => {
      await store.claim(id, { ...claim(), started: true });
      await complete(store, id);
    }],
    ["claim, mark, complete", async (id) => {
      await store.claim(id, claim());
      await store.markStarted(id, { token: "a" });
      await complete(store, id);
    }],
  ];
  const times: number[][] = ways.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, [, way]] of ways.entries()) {
      const start = performance.now();
      for (let call = 0; call < BATCH; call++) await way(`intent-${count++}`);
      times[index]?.push(performance.now() - start);
    }
  }
  const [base = []] = times;
  for (const [index, [name]] of ways.entries()) {
    const own = times[index] ?? [];
    const rate = Math.round(BATCH * 1_000 / median(own));
    const ratios = own.map((time, round) => (base[round] ?? 0) / time);
    const percent = Math.round(median(ratios) * 100);
    console.log(`${label}: ${name}: ${rate}/s, ${percent} %`);
  }
}

function bareMap(): Way {
  const map = new Map<string, unknown>();
  return async (id) => {
    await Promise.resolve(map.set(id, claimed));
    await Promise.resolve(map.set(id, result));
  };
}

function bareKv(kv: Deno.Kv): Way {
  return async (id) => {
    const key = ["bare", id];
    await kv.atomic().check({ key, versionstamp: null }).set(key, claimed)
      .commit();
    await kv.atomic().set(key, result, { expireIn: 86_400_000 }).commit();
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

function claim() {
  const fingerprint = "5f".repeat(32);
  return { token: "a", fingerprint, leaseMs: 300_000, now: Date.now() };
}

function complete(store: DedupStore, id: string): Promise<unknown> {
  const now = Date.now();
  const resultTtlMs = 86_400_000;
  return store.complete(id, { token: "a", result, now, resultTtlMs });
}
