/**
 * The rules of a {@linkcode DedupStore}, without the storing: from the record
 * of one intent and one call to the answer and the next record. A store only
 * has to read, to decide by these functions, and to write if nothing changed.
 */
import {
  type ClaimOptions,
  type ClaimOutcome,
  type CompleteOptions,
  StoreRecordError,
} from "./store.ts";
import { isFingerprint } from "./store_input.ts";

/** The record of an intent that somebody has, or had, a claim on. */
export interface OpenRecord {
  /** Whether the claim stands or was given back. */
  readonly state: "claimed" | "released";
  /** What the intent asks for. */
  readonly fingerprint: string;
  /** The latest claim. */
  readonly token: string;
  /** Number of that claim, from 1. */
  readonly attempt: number;
  /** The first moment at which others may claim. */
  readonly leaseUntilMs: number;
  /** Whether this claim was marked as started. */
  readonly started: boolean;
  /** Whether any claim before it was. */
  readonly startedBefore: boolean;
}

/** The record of an intent that is complete. Its result is kept by the store. */
export interface DoneRecord {
  /** Tells it from an open one. */
  readonly state: "done";
  /** What the intent asked for. */
  readonly fingerprint: string;
  /** The claim that completed it. */
  readonly token: string;
  /** The first moment at which the result no longer answers. */
  readonly resultUntilMs: number;
}

/** What is known of one intent. */
export type DedupRecord = OpenRecord | DoneRecord;

/** What a claim comes to: the store writes, answers, or answers with the stored result. */
export type ClaimDecision =
  | {
    readonly kind: "write";
    readonly record: OpenRecord;
    readonly outcome: ClaimOutcome;
  }
  | { readonly kind: "answer"; readonly outcome: ClaimOutcome }
  | { readonly kind: "stored_result" };

/** Decides {@linkcode DedupStore.claim}. */
export function decideClaim(
  record: DedupRecord | undefined,
  options: ClaimOptions,
): ClaimDecision {
  const { token, fingerprint, leaseMs, now, started = false } = options;
  const forgotten = record?.state === "done" && now >= record.resultUntilMs;
  if (record === undefined || forgotten) {
    return claimed({
      state: "claimed",
      fingerprint,
      token,
      attempt: 1,
      leaseUntilMs: now + leaseMs,
      started,
      startedBefore: false,
    });
  }
  if (record.fingerprint !== fingerprint) {
    return { kind: "answer", outcome: { kind: "conflict" } };
  }
  if (record.state === "done") return { kind: "stored_result" };
  if (record.state === "claimed" && record.token === token) {
    return claimed({
      ...record,
      // A clock that stepped back must not shorten what was promised.
      leaseUntilMs: Math.max(record.leaseUntilMs, now + leaseMs),
      started: record.started || started,
    });
  }
  if (record.state === "claimed" && now < record.leaseUntilMs) {
    const retryAtMs = record.leaseUntilMs;
    return { kind: "answer", outcome: { kind: "in_flight", retryAtMs } };
  }
  return claimed({
    state: "claimed",
    fingerprint,
    token,
    attempt: record.attempt + 1,
    leaseUntilMs: now + leaseMs,
    started,
    startedBefore: record.started || record.startedBefore,
  });
}

function claimed(record: OpenRecord): ClaimDecision {
  const { attempt, startedBefore } = record;
  return {
    kind: "write",
    record,
    outcome: { kind: "claimed", attempt, started: startedBefore },
  };
}

/** What a call by an owner comes to: the store writes and says yes, or gives the answer. */
export type OwnerDecision<Answer extends string> =
  | { readonly kind: "write"; readonly record: OpenRecord }
  | { readonly kind: "answer"; readonly answer: Answer };

/** Decides {@linkcode DedupStore.markStarted}. */
export function decideMarkStarted(
  record: DedupRecord | undefined,
  token: string,
): OwnerDecision<"started" | "claim_lost"> {
  if (record?.state !== "claimed" || record.token !== token) {
    return { kind: "answer", answer: "claim_lost" };
  }
  if (record.started) return { kind: "answer", answer: "started" };
  return { kind: "write", record: { ...record, started: true } };
}

/** Decides {@linkcode DedupStore.release}. */
export function decideRelease(
  record: DedupRecord | undefined,
  token: string,
): OwnerDecision<"released" | "started" | "claim_lost"> {
  if (record === undefined || record.state === "done") {
    return { kind: "answer", answer: "claim_lost" };
  }
  if (record.token !== token) return { kind: "answer", answer: "claim_lost" };
  if (record.state === "released") {
    return { kind: "answer", answer: "released" };
  }
  if (record.started) return { kind: "answer", answer: "started" };
  return { kind: "write", record: { ...record, state: "released" } };
}

/** What a completion comes to: the store writes, answers with the stored result, or refuses. */
export type CompleteDecision =
  | { readonly kind: "write"; readonly record: DoneRecord }
  | { readonly kind: "stored_result" }
  | { readonly kind: "claim_lost" };

/** Decides {@linkcode DedupStore.complete}. */
export function decideComplete(
  record: DedupRecord | undefined,
  options: CompleteOptions,
): CompleteDecision {
  const { token, now, resultTtlMs } = options;
  if (record === undefined || record.token !== token) {
    return { kind: "claim_lost" };
  }
  switch (record.state) {
    case "done":
      return { kind: "stored_result" };
    case "released":
      return { kind: "claim_lost" };
    case "claimed": {
      const { fingerprint } = record;
      const resultUntilMs = now + resultTtlMs;
      return {
        kind: "write",
        record: { state: "done", fingerprint, token, resultUntilMs },
      };
    }
  }
}

/**
 * Reads a record back from what was stored.
 *
 * @throws {StoreRecordError} When it is not a record.
 */
export function readDedupRecord(intentId: string, value: unknown): DedupRecord {
  if (typeof value !== "object" || value === null) {
    throw new StoreRecordError(intentId, "it is not an object");
  }
  const stored = value as Readonly<Record<string, unknown>>;
  const { state, fingerprint, token } = stored;
  if (!isFingerprint(fingerprint)) {
    throw new StoreRecordError(intentId, "it has no fingerprint");
  }
  if (typeof token !== "string" || token === "") {
    throw new StoreRecordError(intentId, "it has no token");
  }
  if (state === "done") {
    const resultUntilMs = readNumber(intentId, stored, "resultUntilMs");
    return { state, fingerprint, token, resultUntilMs };
  }
  if (state !== "claimed" && state !== "released") {
    throw new StoreRecordError(intentId, "it has an unknown state");
  }
  return {
    state,
    fingerprint,
    token,
    attempt: readNumber(intentId, stored, "attempt"),
    leaseUntilMs: readNumber(intentId, stored, "leaseUntilMs"),
    started: readBoolean(intentId, stored, "started"),
    startedBefore: readBoolean(intentId, stored, "startedBefore"),
  };
}

function readNumber(
  intentId: string,
  stored: Readonly<Record<string, unknown>>,
  field: string,
): number {
  const value = stored[field];
  if (Number.isSafeInteger(value)) return value as number;
  throw new StoreRecordError(intentId, `its "${field}" is not an integer`);
}

function readBoolean(
  intentId: string,
  stored: Readonly<Record<string, unknown>>,
  field: string,
): boolean {
  const value = stored[field];
  if (typeof value === "boolean") return value;
  throw new StoreRecordError(intentId, `its "${field}" is not a boolean`);
}
