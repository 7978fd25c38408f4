/**
 * The deduplication store: who may carry out an intent, and what came of it.
 */
import { ToolError } from "../errors.ts";

/**
 * The largest result that every store keeps, in bytes (512 KiB). What is larger
 * is refused with {@linkcode ResultTooLargeError} by all of them, so that a tool
 * does not behave differently on another store.
 *
 * @example Know whether a result can be kept
 * ```ts
 * import { assert } from "@std/assert";
 * import { MAX_RESULT_BYTES } from "@beam/tools/effector";
 *
 * const result = new TextEncoder().encode('{"receipt":"r-1"}');
 *
 * assert(result.length <= MAX_RESULT_BYTES);
 * ```
 */
export const MAX_RESULT_BYTES = 524_288;

/** What a claim is made with. */
export interface ClaimOptions {
  /**
   * Names this claim: random, made by the caller once for each delivery that it
   * handles, up to 128 characters. The same claim again, under the same token,
   * repeats a call whose reply was lost, and renews the lease.
   */
  readonly token: string;
  /** SHA-256, in 64 lower-case hex digits, of what the intent asks for: kind, tool name and arguments. */
  readonly fingerprint: string;
  /**
   * How long the claim keeps others out, in milliseconds. An effector renews it
   * after each third of it while the tool runs, so it has to be more than twice
   * the largest difference between two workers' clocks.
   */
  readonly leaseMs: number;
  /** The caller's clock, in milliseconds since 1970. */
  readonly now: number;
  /**
   * Sets the started mark in the same write, when the tool will be called right
   * after; false unless set. The answer still tells of earlier claims only.
   */
  readonly started?: boolean | undefined;
}

/**
 * The answer to a claim.
 *
 * - `claimed`: the caller owns the intent. `attempt` counts the claims, from 1.
 *   `started` says that an earlier claim was marked as started and did not
 *   complete, so its effect may have happened.
 * - `in_flight`: somebody else owns it, until `retryAtMs` at the latest.
 * - `done`: it is complete; `result` is what was stored, and may be empty.
 * - `conflict`: the id was used for something else, of another fingerprint.
 */
export type ClaimOutcome =
  | {
    readonly kind: "claimed";
    readonly attempt: number;
    readonly started: boolean;
  }
  | { readonly kind: "in_flight"; readonly retryAtMs: number }
  | { readonly kind: "done"; readonly result: Uint8Array<ArrayBuffer> }
  | { readonly kind: "conflict" };

/** Who speaks, in {@linkcode DedupStore.markStarted} and {@linkcode DedupStore.release}. */
export interface OwnerOptions {
  /** The token of the claim. */
  readonly token: string;
}

/** The answer to {@linkcode DedupStore.markStarted}: after `claim_lost`, the tool must not be called. */
export type MarkStartedOutcome =
  | { readonly kind: "started" }
  | { readonly kind: "claim_lost" };

/** What a claim is completed with. */
export interface CompleteOptions {
  /** The token of the claim. */
  readonly token: string;
  /** The encoded outcome, copied; empty where there is none to repeat; at most {@linkcode MAX_RESULT_BYTES}. */
  readonly result: Uint8Array<ArrayBuffer>;
  /** The caller's clock, in milliseconds since 1970. */
  readonly now: number;
  /** How long the result answers later claims, in milliseconds from `now`; keep it above the life of an intent. */
  readonly resultTtlMs: number;
}

/**
 * The answer to {@linkcode DedupStore.complete}.
 *
 * - `completed`: the intent is done, and `result` is the outcome that stands.
 *   It is what was given, and may be the same array, unless this claim had been
 *   completed before: then it is what was given first. Publish this one.
 * - `claim_lost`: somebody else owns or completed the intent; publish nothing.
 */
export type CompleteOutcome =
  | { readonly kind: "completed"; readonly result: Uint8Array<ArrayBuffer> }
  | { readonly kind: "claim_lost" };

/**
 * The answer to {@linkcode DedupStore.release}: after `started` the claim is as
 * it was, because its tool may be running; `claim_lost` means it was not the caller's.
 */
export type ReleaseOutcome =
  | { readonly kind: "released" }
  | { readonly kind: "started" }
  | { readonly kind: "claim_lost" };

/**
 * Where effectors agree on who carries out an intent and what came of it.
 *
 * Each method is one atomic step on one intent id, is durable when its promise
 * resolves, and answers the same when it is repeated with the same token. It
 * rejects when the store cannot answer; what it did is then unknown, and
 * repeating it is safe. Time comes from the caller: a lease or a result ends
 * when a caller's `now` has reached its end, and not before.
 *
 * @example Claim, carry out, complete, and answer a second delivery
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { type DedupStore, MemoryStore } from "@beam/tools/effector";
 *
 * const store: DedupStore = new MemoryStore();
 * const fingerprint = "0".repeat(64);
 * const claim = { fingerprint, leaseMs: 300_000, now: 0 };
 *
 * const first = await store.claim("intent-1", { ...claim, token: "a" });
 * const meanwhile = await store.claim("intent-1", { ...claim, token: "b" });
 * await store.markStarted("intent-1", { token: "a" });
 * await store.complete("intent-1", {
 *   token: "a",
 *   result: new TextEncoder().encode("sent"),
 *   now: 1_000,
 *   resultTtlMs: 86_400_000,
 * });
 * const later = await store.claim("intent-1", { ...claim, token: "b" });
 *
 * assertEquals(first, { kind: "claimed", attempt: 1, started: false });
 * assertEquals(meanwhile, { kind: "in_flight", retryAtMs: 300_000 });
 * assertEquals(later, {
 *   kind: "done",
 *   result: new TextEncoder().encode("sent"),
 * });
 * ```
 */
export interface DedupStore {
  /**
   * Asks to own an intent. The owner's own claim again renews the lease, and
   * never shortens it.
   *
   * @throws {StoreRecordError} When the record of this id cannot be read.
   */
  claim(intentId: string, options: ClaimOptions): Promise<ClaimOutcome>;
  /**
   * Records that the tool is about to be called. The mark outlives the lease:
   * each later claim is told of it, until the intent is complete.
   *
   * @throws {StoreRecordError} When the record of this id cannot be read.
   */
  markStarted(
    intentId: string,
    options: OwnerOptions,
  ): Promise<MarkStartedOutcome>;
  /**
   * Stores the outcome, if the claim is still the caller's. A claim is lost
   * when somebody else has claimed the intent, not by its lease running out.
   *
   * @throws {ResultTooLargeError} When the result is too large; the claim is as it was.
   * @throws {StoreRecordError} When the record of this id cannot be read.
   */
  complete(
    intentId: string,
    options: CompleteOptions,
  ): Promise<CompleteOutcome>;
  /**
   * Gives back a claim whose tool was not called, so that another worker need
   * not wait for the end of the lease.
   *
   * @throws {StoreRecordError} When the record of this id cannot be read.
   */
  release(intentId: string, options: OwnerOptions): Promise<ReleaseOutcome>;
  /**
   * A random id, made once for each store and the same for everybody on it.
   * Workers that report different ones share no store, and would both act.
   */
  storeId(): Promise<string>;
  /**
   * Refuses further calls and waits for those under way. What the store was
   * made with, such as a connection, stays open: whoever opened it closes it.
   */
  close(): Promise<void>;
}

/**
 * Thrown for a record that is damaged, or that a newer version of this package
 * wrote. The record is as it was, and its intent must not be carried out.
 *
 * @example Tell which record it is
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { StoreRecordError } from "@beam/tools/effector";
 *
 * const error = new StoreRecordError("intent-1", "it has no token");
 *
 * assertEquals(error.intentId, "intent-1");
 * ```
 */
export class StoreRecordError extends ToolError {
  /** Stable: logs, and other copies of this package, match on it. */
  override readonly name = "StoreRecordError";
  /** The intent whose record cannot be read. */
  readonly intentId: string;
  /** What is wrong with the record. */
  readonly reason: string;

  /** Creates the error for one record. */
  constructor(intentId: string, reason: string, options?: ErrorOptions) {
    super(
      `Cannot read the record of intent ${
        JSON.stringify(intentId)
      }: ${reason}; look at the record by hand, and do not carry out the intent`,
      options,
    );
    this.intentId = intentId;
    this.reason = reason;
  }
}

/**
 * Thrown by {@linkcode DedupStore.complete} for a result over
 * {@linkcode MAX_RESULT_BYTES}. The claim is as it was and can still be
 * completed, with a smaller result that says so.
 *
 * @example Tell by how much
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { MAX_RESULT_BYTES, ResultTooLargeError } from "@beam/tools/effector";
 *
 * const error = new ResultTooLargeError("intent-1", 600_000);
 *
 * assertEquals(error.size - error.limit, 600_000 - MAX_RESULT_BYTES);
 * ```
 */
export class ResultTooLargeError extends ToolError {
  /** Stable: logs, and other copies of this package, match on it. */
  override readonly name = "ResultTooLargeError";
  /** The intent whose result was not stored. */
  readonly intentId: string;
  /** Size of the result, in bytes. */
  readonly size: number;
  /** The largest size that is kept, in bytes. */
  readonly limit: number = MAX_RESULT_BYTES;

  /** Creates the error for one result. */
  constructor(intentId: string, size: number, options?: ErrorOptions) {
    super(
      `Cannot store the result of intent ${
        JSON.stringify(intentId)
      }: it has ${size} bytes and at most ${MAX_RESULT_BYTES} are kept; ` +
        `store the data elsewhere and return a reference to it`,
      options,
    );
    this.intentId = intentId;
    this.size = size;
  }
}
