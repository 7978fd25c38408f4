// deno-lint-ignore-file require-await -- a method without an await is one atomic
// step, and being async it rejects where it would throw.
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
  readonly #entries = new Map<string, Entry>();
  readonly #storeId: string = crypto.randomUUID();
  #closed = false;

  /** See {@linkcode DedupStore.claim}. */
  async claim(intentId: string, options: ClaimOptions): Promise<ClaimOutcome> {
    this.#checkOpen("claim");
    checkClaim(intentId, options);
    const entry = this.#entries.get(intentId);
    const decision = decideClaim(entry?.record, options);
    switch (decision.kind) {
      case "answer":
        return decision.outcome;
      case "stored_result":
        return { kind: "done", result: resultOf(entry) };
      case "write":
        this.#write(intentId, entry, decision.record);
        return decision.outcome;
    }
  }

  /** See {@linkcode DedupStore.markStarted}. */
  async markStarted(
    intentId: string,
    options: OwnerOptions,
  ): Promise<MarkStartedOutcome> {
    this.#checkOpen("mark");
    const { token } = options;
    checkOwner("mark", intentId, token);
    const entry = this.#entries.get(intentId);
    const decision = decideMarkStarted(entry?.record, token);
    if (decision.kind === "answer") return { kind: decision.answer };
    this.#write(intentId, entry, decision.record);
    return { kind: "started" };
  }

  /** See {@linkcode DedupStore.complete}. */
  async complete(
    intentId: string,
    options: CompleteOptions,
  ): Promise<CompleteOutcome> {
    this.#checkOpen("complete");
    checkComplete(intentId, options);
    const entry = this.#entries.get(intentId);
    const decision = decideComplete(entry?.record, options);
    switch (decision.kind) {
      case "claim_lost":
        return { kind: "claim_lost" };
      case "stored_result":
        return { kind: "completed", result: resultOf(entry) };
      case "write": {
        const { result } = options;
        const kept = new Uint8Array(result);
        this.#write(intentId, entry, decision.record, kept);
        return { kind: "completed", result };
      }
    }
  }

  /** See {@linkcode DedupStore.release}. */
  async release(
    intentId: string,
    options: OwnerOptions,
  ): Promise<ReleaseOutcome> {
    this.#checkOpen("release");
    const { token } = options;
    checkOwner("release", intentId, token);
    const entry = this.#entries.get(intentId);
    const decision = decideRelease(entry?.record, token);
    if (decision.kind === "answer") return { kind: decision.answer };
    this.#write(intentId, entry, decision.record);
    return { kind: "released" };
  }

  /** See {@linkcode DedupStore.storeId}; each `MemoryStore` has its own. */
  async storeId(): Promise<string> {
    this.#checkOpen("identify");
    return this.#storeId;
  }

  /** See {@linkcode DedupStore.close}; also forgets everything. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#entries.clear();
  }

  #checkOpen(action: string): void {
    if (this.#closed) throw closedError(action);
  }

  #write(
    intentId: string,
    entry: Entry | undefined,
    record: DedupRecord,
    result?: Uint8Array<ArrayBuffer>,
  ): void {
    if (entry === undefined) {
      this.#entries.set(intentId, { record, result });
      return;
    }
    entry.record = record;
    entry.result = result;
  }
}

/** What is kept of one intent. */
interface Entry {
  record: DedupRecord;
  result: Uint8Array<ArrayBuffer> | undefined;
}

/** A copy, so that a caller cannot change what the next one gets. */
function resultOf(entry: Entry | undefined): Uint8Array<ArrayBuffer> {
  return new Uint8Array(entry?.result ?? []);
}
