/**
 * Random schedules of several workers on one store, compared with a model.
 *
 * Calls are made in rounds of one to three at once. What a round answers must be
 * what the model answers in some order of the calls. A lost reply is a call
 * whose answer the worker does not learn, which it therefore makes again.
 */
import { assert } from "@std/assert";
import type { DedupStore } from "../../../src/effector/store.ts";
import {
  type Answer,
  type Call,
  explain,
  LEASE_MS,
  type Model,
  TTL_MS,
} from "./model.ts";

/** Runs as many on one store; the seed is printed, and `STORE_SEED` repeats it. */
export async function runRandomSchedules(
  store: DedupStore,
  schedules: number,
): Promise<void> {
  const given = Deno.env.get("STORE_SEED");
  const seed = given === undefined
    ? crypto.getRandomValues(new Uint32Array(1))[0] ?? 0
    : Number(given);
  const random = mulberry32(seed);
  console.log(`STORE_SEED=${seed}`);
  for (let schedule = 0; schedule < schedules; schedule++) {
    await runSchedule(store, random, `${seed}-${schedule}`);
  }
}

interface Worker {
  /** What its clock differs by, within five minutes; it steps now and then. */
  skewMs: number;
  token: string;
  /** A call whose reply was lost, to be made again. */
  lost: Call | undefined;
}

async function runSchedule(
  store: DedupStore,
  random: () => number,
  name: string,
): Promise<void> {
  const pick = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(random() * items.length)] as Item;
  const skew = () => Math.floor((random() - 0.5) * 600_000);
  let tokens = 0;
  const newToken = () => `token-${tokens++}`;
  const workers: Worker[] = Array.from(
    { length: 3 },
    () => ({ skewMs: skew(), token: newToken(), lost: undefined }),
  );
  const ids = [`${name}-x`, `${name}-y`];
  let trueTime = 1_000_000;
  let models: readonly Model[] = [new Map()];
  const log: string[] = [];

  for (let round = 0; round < 16; round++) {
    trueTime += pick([0, 1, 1_000, LEASE_MS - 1, LEASE_MS, TTL_MS / 4]);
    const calls = workers.slice(0, 1 + Math.floor(random() * 3)).map((worker) =>
      nextCall(worker)
    );
    const answers = await Promise.all(
      calls.map(async (call) => JSON.stringify(await perform(store, call))),
    );
    log.push(
      ...calls.map((call, index) =>
        `${round} ${JSON.stringify(call)} -> ${answers[index]}`
      ),
    );
    models = explain(models, calls, answers);
    assert(
      models.length > 0,
      `STORE_SEED=${name}: no order explains:\n${log.join("\n")}`,
    );
    workers.sort(() => random() - 0.5);
  }

  function nextCall(worker: Worker): Call {
    const repeated = worker.lost;
    worker.lost = undefined;
    const call = repeated ?? randomCall(worker);
    if (random() < 0.2) worker.lost = call;
    return call;
  }

  function randomCall(worker: Worker): Call {
    if (random() < 0.1) worker.skewMs = skew();
    const now = trueTime + worker.skewMs;
    const kind = pick(
      ["claim", "claim", "claim", "mark", "complete", "release"] as const,
    );
    if (kind === "claim" && random() < 0.6) worker.token = newToken();
    const { token } = worker;
    const id = pick(ids);
    switch (kind) {
      case "claim": {
        const fingerprint = (random() < 0.9 ? "a" : "b").repeat(64);
        return { kind, id, token, now, started: random() < 0.3, fingerprint };
      }
      case "complete":
        return { kind, id, token, now, text: `result ${random()}` };
      case "mark":
      case "release":
        return { kind, id, token };
    }
  }
}

/** A call on the real store, with its answer in the model's words. */
async function perform(store: DedupStore, call: Call): Promise<Answer> {
  const { id, token } = call;
  switch (call.kind) {
    case "claim": {
      const { now, started, fingerprint } = call;
      const leaseMs = LEASE_MS;
      const options = { token, now, started, fingerprint, leaseMs };
      return answer(await store.claim(id, options));
    }
    case "mark":
      return answer(await store.markStarted(id, { token }));
    case "release":
      return answer(await store.release(id, { token }));
    case "complete": {
      const result = new TextEncoder().encode(call.text);
      const { now } = call;
      return answer(
        await store.complete(id, { token, result, now, resultTtlMs: TTL_MS }),
      );
    }
  }
}

function answer(
  outcome: { readonly kind: string; readonly [field: string]: unknown },
): Answer {
  return Object.keys(outcome).sort().map((field) => {
    const value = outcome[field];
    return value instanceof Uint8Array
      ? new TextDecoder().decode(value)
      : value as string | number | boolean;
  });
}

/** A small random generator of one seed; public domain, by Tommy Ettinger. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
