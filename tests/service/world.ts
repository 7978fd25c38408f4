import { type AnyTool, tool, ToolRegistry } from "@beam/tools";
import {
  type DedupStore,
  type Delivery,
  Effector,
  type EffectorOptions,
  encodeIntent,
  intentId,
  MemoryStore,
  type ToolIntent,
  type ToolResult,
} from "@beam/tools/effector";
import { ManualClock } from "./manual_clock.ts";

/** When each test begins. */
export const NOW = 1_700_000_000_000;
export const LEASE_MS = 60_000;

/** What is shared by the workers of one test: time, store, and who takes the results. */
export interface World {
  readonly clock: ManualClock;
  readonly store: DedupStore;
  readonly published: { result: ToolResult; bytes: Uint8Array }[];
  /** What the tools did, such as `charge 500`. */
  readonly effects: string[];
  readonly tools: readonly AnyTool[];
  worker(changes?: Partial<EffectorOptions>): Effector;
}

/** A world with the tools of a shop, or with those that a test gives. */
export function world(
  tools?: (effects: string[]) => readonly AnyTool[],
): World {
  const effects: string[] = [];
  const clock = new ManualClock(NOW);
  const store = new MemoryStore();
  const published: World["published"] = [];
  const made = tools?.(effects) ?? [charge(effects), lookup()];
  return {
    clock,
    store,
    published,
    effects,
    tools: made,
    worker: (changes) =>
      new Effector({
        registry: new ToolRegistry(made),
        store,
        publish: (result, bytes) => void published.push({ result, bytes }),
        signatures: "off",
        leaseMs: LEASE_MS,
        clock,
        ...changes,
      }),
  };
}

/** A side-effecting tool with a default and a coercion. */
export function charge(effects: string[]) {
  return tool({
    name: "charge",
    sideEffect: true,
    parameters: { cents: "number.integer > 0", currency: "string = 'EUR'" },
  }, ({ cents, currency }, { intent }) => {
    effects.push(`charge ${cents} ${currency} ${intent.intentId}`);
    return { charged: cents };
  });
}

/** One that has its effect, and ends when the gate is open. */
export function waitingCharge(effects: string[], gate: Promise<unknown>) {
  return tool({
    name: "charge",
    sideEffect: true,
    parameters: { cents: "number" },
  }, async () => {
    effects.push("charge");
    await gate;
  });
}

function lookup() {
  return tool({ name: "lookup", parameters: { id: "string" } }, ({ id }) => id);
}

/** An intent of step `stepIndex` of `user-1`, to charge 500. */
export function intent(changes: Partial<ToolIntent> = {}): ToolIntent {
  const {
    entityKey = new TextEncoder().encode("user-1"),
    seq = 1n,
    stepIndex = 0,
  } = changes;
  return {
    intentId: intentId(entityKey, seq, stepIndex),
    entityKey,
    seq,
    stepIndex,
    toolName: "charge",
    argsJson: '{"cents":500}',
    createdAtMs: BigInt(NOW),
    expiresAtMs: BigInt(NOW + 3_600_000),
    attempt: 0,
    kind: "tool",
    traceId: new Uint8Array(),
    ...changes,
  };
}

export function bytesOf(changes: Partial<ToolIntent> = {}): Uint8Array {
  return encodeIntent(intent(changes));
}

/** The short form of a delivery: what tests compare. */
export function summary(delivery: Delivery): string {
  switch (delivery.kind) {
    case "ack":
      return `ack ${delivery.result?.status ?? "nothing"}${
        delivery.repeated ? " again" : ""
      }`;
    case "nack":
    case "dead_letter":
      return `${delivery.kind} ${delivery.reason}`;
  }
}

/** The stable code of what was published last. */
export function lastCode({ published }: World): string {
  return published.at(-1)?.result.errorMessage.split(":")[0] ?? "nothing";
}

/** What a store that is away answers. */
export function down(): Promise<never> {
  return Promise.reject(new Error("no route to the store"));
}

/** Fails the first `times` calls, then does what `call` does. */
export function failing<Args extends unknown[], Value>(
  times: number,
  call: (...args: Args) => Value,
): (...args: Args) => Value {
  let left = times;
  return (...args) => {
    if (left-- > 0) throw new Error("it does not answer");
    return call(...args);
  };
}

/** A store that does what `store` does, except where `changes` say otherwise. */
export function storeWith(
  store: DedupStore,
  changes: Partial<DedupStore>,
): DedupStore {
  return {
    claim: (id, options) => store.claim(id, options),
    markStarted: (id, options) => store.markStarted(id, options),
    complete: (id, options) => store.complete(id, options),
    release: (id, options) => store.release(id, options),
    storeId: () => store.storeId(),
    close: () => store.close(),
    ...changes,
  };
}
