import {
  decideClaim,
  decideComplete,
  decideMarkStarted,
  decideRelease,
  type DedupRecord,
} from "./dedup_record.ts";
import type {
  ClaimOptions,
  ClaimOutcome,
  CompleteOptions,
  CompleteOutcome,
  DedupStore,
  MarkStartedOutcome,
  OwnerOptions,
  ReleaseOutcome,
} from "./store.ts";
import {
  checkClaim,
  checkComplete,
  checkOwner,
  closedError,
} from "./store_input.ts";

/**
 * A {@linkcode DedupStore} in the memory of one process, for tests. It forgets
 * everything with the process, and nothing before: records are kept for ever.
 *
 * @example A started mark is seen by the next owner
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { MemoryStore } from "@beam/tools/effector";
 *
 * const store = new MemoryStore();
 * const claim = { fingerprint: "0".repeat(64), leaseMs: 1_000 };
 *
 * await store.claim("intent-1", { ...claim, token: "a", now: 0 });
 * await store.markStarted("intent-1", { token: "a" });
 * const next = await store.claim("intent-1", {
 *   ...claim,
 *   token: "b",
 *   now: 1_000,
 * });
 *
 * assertEquals(next, { kind: "claimed", attempt: 2, started: true });
 * ```
 */
export class MemoryStore implements DedupStore {
  readonly #records = new Map<string, DedupRecord>();
  readonly #results = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly #storeId: string = crypto.randomUUID();
  #closed = false;

  /** See {@linkcode DedupStore.claim}. */
  claim(intentId: string, options: ClaimOptions): Promise<ClaimOutcome> {
    return this.#step("claim", () => {
      checkClaim(intentId, options);
      const decision = decideClaim(this.#records.get(intentId), options);
      switch (decision.kind) {
        case "answer":
          return decision.outcome;
        case "stored_result":
          return { kind: "done", result: this.#result(intentId) };
        case "write":
          this.#records.set(intentId, decision.record);
          this.#results.delete(intentId);
          return decision.outcome;
      }
    });
  }

  /** See {@linkcode DedupStore.markStarted}. */
  markStarted(
    intentId: string,
    options: OwnerOptions,
  ): Promise<MarkStartedOutcome> {
    return this.#step("mark", () => {
      const { token } = options;
      checkOwner("mark", intentId, token);
      const decision = decideMarkStarted(this.#records.get(intentId), token);
      if (decision.kind === "answer") return { kind: decision.answer };
      this.#records.set(intentId, decision.record);
      return { kind: "started" };
    });
  }

  /** See {@linkcode DedupStore.complete}. */
  complete(
    intentId: string,
    options: CompleteOptions,
  ): Promise<CompleteOutcome> {
    return this.#step("complete", () => {
      checkComplete(intentId, options);
      const decision = decideComplete(this.#records.get(intentId), options);
      switch (decision.kind) {
        case "claim_lost":
          return { kind: "claim_lost" };
        case "stored_result":
          return { kind: "completed", result: this.#result(intentId) };
        case "write":
          this.#records.set(intentId, decision.record);
          this.#results.set(intentId, new Uint8Array(options.result));
          return { kind: "completed", result: this.#result(intentId) };
      }
    });
  }

  /** See {@linkcode DedupStore.release}. */
  release(intentId: string, options: OwnerOptions): Promise<ReleaseOutcome> {
    return this.#step("release", () => {
      const { token } = options;
      checkOwner("release", intentId, token);
      const decision = decideRelease(this.#records.get(intentId), token);
      if (decision.kind === "answer") return { kind: decision.answer };
      this.#records.set(intentId, decision.record);
      return { kind: "released" };
    });
  }

  /** See {@linkcode DedupStore.storeId}; each `MemoryStore` has its own. */
  storeId(): Promise<string> {
    return this.#step("identify", () => this.#storeId);
  }

  /** See {@linkcode DedupStore.close}; also forgets everything. */
  close(): Promise<void> {
    this.#closed = true;
    this.#records.clear();
    this.#results.clear();
    return Promise.resolve();
  }

  /** One call: atomic because it is synchronous, and refused by a rejection. */
  #step<Outcome>(action: string, step: () => Outcome): Promise<Outcome> {
    return Promise.try(() => {
      if (this.#closed) throw closedError(action);
      return step();
    });
  }

  /** A copy, so that a caller cannot change what the next one gets. */
  #result(intentId: string): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#results.get(intentId) ?? []);
  }
}
