/**
 * Deno KV as the store of who carries out an intent and what came of it: the
 * embedded default. It needs `"unstable": ["kv"]` in `deno.json`.
 *
 * @module
 */
import {
  decideClaim,
  decideComplete,
  decideMarkStarted,
  decideRelease,
  type DedupRecord,
  type OwnerDecision,
} from "../effector/dedup_record.ts";
import type {
  ClaimOptions,
  ClaimOutcome,
  CompleteOptions,
  CompleteOutcome,
  DedupStore,
  MarkStartedOutcome,
  OwnerOptions,
  ReleaseOutcome,
} from "../effector/store.ts";
import {
  checkClaim,
  checkComplete,
  checkOwner,
  closedError,
} from "../effector/store_input.ts";
import { type DenoKvClient, DenoKvRecords } from "./deno_kv/records.ts";
import type { DenoKvRetryOptions } from "./deno_kv/retry.ts";

export type { DenoKvClient, DenoKvRetryOptions };

/** Options of {@linkcode DenoKvStore}. */
export interface DenoKvStoreOptions {
  /** First parts of every key; `["beam_tools"]` unless set. Another prefix is another store. */
  readonly prefix?: Deno.KvKey | undefined;
  /** How a locked database is waited for. */
  readonly retry?: DenoKvRetryOptions | undefined;
}

/**
 * A {@linkcode DedupStore} on Deno KV.
 *
 * Several processes can share one file; a database that another one has locked
 * is tried again. A result over 60 KiB is spread over several values of the
 * same commit. KV gives the space of a result back an hour or more after its
 * end, which nothing depends on; a claim that is never completed stays.
 *
 * @example Keep outcomes in a file, or here in memory
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { DenoKvStore } from "@beam/tools/stores/deno-kv";
 *
 * using kv = await Deno.openKv(":memory:");
 * const store = new DenoKvStore(kv);
 *
 * const outcome = await store.claim("intent-1", {
 *   token: crypto.randomUUID(),
 *   fingerprint: "0".repeat(64),
 *   leaseMs: 300_000,
 *   now: Date.now(),
 * });
 * await store.close();
 *
 * assertEquals(outcome, { kind: "claimed", attempt: 1, started: false });
 * ```
 */
export class DenoKvStore implements DedupStore {
  readonly #records: DenoKvRecords;
  readonly #calls = new Set<Promise<unknown>>();
  #closed = false;

  /** Creates the store on a database that the caller has opened, and closes after the store. */
  constructor(kv: DenoKvClient, options: DenoKvStoreOptions = {}) {
    const { prefix = ["beam_tools"], retry } = options;
    this.#records = new DenoKvRecords(kv, prefix, retry);
  }

  /** See {@linkcode DedupStore.claim}. */
  claim(intentId: string, options: ClaimOptions): Promise<ClaimOutcome> {
    return this.#call("claim", async () => {
      checkClaim(intentId, options);
      const records = this.#records;
      // Most ids are new, so the first write goes without a read before it.
      let entry = records.guess(intentId) ??
        { intentId, versionstamp: null, stored: undefined, guessed: true };
      for (;; entry = await records.read(intentId)) {
        const decision = decideClaim(entry.stored?.record, options);
        if (decision.kind === "write") {
          if (await records.writeOpen(entry, decision.record)) {
            return decision.outcome;
          }
        } else if (entry.guessed) {
          continue;
        } else if (decision.kind === "stored_result") {
          const result = await records.result(entry);
          if (result !== undefined) return { kind: "done", result };
        } else {
          return decision.outcome;
        }
      }
    });
  }

  /** See {@linkcode DedupStore.markStarted}. */
  markStarted(
    intentId: string,
    options: OwnerOptions,
  ): Promise<MarkStartedOutcome> {
    return this.#call("mark", async () => {
      const { token } = options;
      checkOwner("mark", intentId, token);
      const answer = await this.#own(
        intentId,
        (record) => decideMarkStarted(record, token),
      );
      return { kind: answer ?? "started" };
    });
  }

  /** See {@linkcode DedupStore.complete}. */
  complete(
    intentId: string,
    options: CompleteOptions,
  ): Promise<CompleteOutcome> {
    return this.#call("complete", async () => {
      checkComplete(intentId, options);
      const records = this.#records;
      const given = new Uint8Array(options.result);
      const { resultTtlMs } = options;
      let entry = records.guess(intentId) ?? await records.read(intentId);
      for (;; entry = await records.read(intentId)) {
        const decision = decideComplete(entry.stored?.record, options);
        if (decision.kind === "write") {
          const { record } = decision;
          if (await records.writeDone(entry, record, given, resultTtlMs)) {
            return { kind: "completed", result: given };
          }
        } else if (entry.guessed) {
          continue;
        } else if (decision.kind === "stored_result") {
          const result = await records.result(entry);
          if (result !== undefined) return { kind: "completed", result };
        } else {
          return { kind: "claim_lost" };
        }
      }
    });
  }

  /** See {@linkcode DedupStore.release}. */
  release(intentId: string, options: OwnerOptions): Promise<ReleaseOutcome> {
    return this.#call("release", async () => {
      const { token } = options;
      checkOwner("release", intentId, token);
      const answer = await this.#own(
        intentId,
        (record) => decideRelease(record, token),
      );
      return { kind: answer ?? "released" };
    });
  }

  /** See {@linkcode DedupStore.storeId}; it belongs to the database and the prefix. */
  storeId(): Promise<string> {
    return this.#call("identify", () => this.#records.storeId());
  }

  /** See {@linkcode DedupStore.close}; the database stays open. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#calls);
  }

  #call<Outcome>(
    action: string,
    step: () => Promise<Outcome>,
  ): Promise<Outcome> {
    if (this.#closed) return Promise.reject(closedError(action));
    const call = step();
    const forget = () => this.#calls.delete(call);
    this.#calls.add(call);
    call.then(forget, forget);
    return call;
  }

  /** Decides until a decision stands; gives its answer, or undefined when it was written. */
  async #own<Answer extends string>(
    intentId: string,
    decide: (record: DedupRecord | undefined) => OwnerDecision<Answer>,
  ): Promise<Answer | undefined> {
    const records = this.#records;
    let entry = records.guess(intentId) ?? await records.read(intentId);
    for (;; entry = await records.read(intentId)) {
      const decision = decide(entry.stored?.record);
      if (decision.kind === "write") {
        if (await records.writeOpen(entry, decision.record)) return undefined;
      } else if (!entry.guessed) {
        return decision.answer;
      }
    }
  }
}
