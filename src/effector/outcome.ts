import type { ToolIntent } from "../intent.ts";
import { decodeResult, encodeResult, type ToolResult } from "../wire/codec.ts";
import { MAX_RESULT_BYTES, StoreRecordError } from "./store.ts";

/** Why a tool was not called, as the stable code at the start of a rejected result's message. */
export type RejectionCode =
  /** No tool of that name is registered. */
  | "unknown_tool"
  /** The tool has no side effect, so an effector is not the one to call it. */
  | "read_only_tool"
  /** The arguments are no JSON object, or do not fit. */
  | "invalid_arguments"
  /** It asks for something that this version does not know. */
  | "unknown_kind"
  /** It asks a person, and nobody hands questions on. */
  | "no_approval_channel";

/** Why a call has no result, and what is known of its effect, as the stable code at the start of an error's message. */
export type EffectErrorCode =
  /** A worker died, or lost its claim, while the tool may have been running. */
  | "effect_unknown"
  /** The tool threw; its effect may have happened before. */
  | "tool_failed"
  /** The tool did not end in time; its effect may have happened, or may happen yet. */
  | "timed_out"
  /** The tool returned, so its effect happened; what it returned is no plain JSON. */
  | "unencodable_result"
  /** The tool returned, so its effect happened; what it returned is too large to keep. */
  | "result_too_large";

/** How an intent ended, before it is written down. */
export type Outcome =
  | { readonly status: "ok"; readonly payload: Uint8Array<ArrayBuffer> }
  | {
    readonly status: "error";
    readonly code: EffectErrorCode;
    readonly message: string;
  }
  | {
    readonly status: "rejected";
    readonly code: RejectionCode;
    readonly message: string;
  }
  | { readonly status: "expired" };

/** Longest message of a result, in UTF-16 units. */
const LONGEST_MESSAGE = 2_000;

/** The outcome as a result of this intent. */
export function resultOf(
  intent: ToolIntent,
  outcome: Outcome,
  completedAtMs: number,
): ToolResult {
  const { intentId, entityKey, seq } = intent;
  return {
    intentId,
    entityKey,
    seq,
    status: outcome.status,
    payload: outcome.status === "ok" ? outcome.payload : new Uint8Array(),
    errorMessage: messageOf(outcome),
    completedAtMs: BigInt(completedAtMs),
  };
}

/** The result's bytes; those of an error that says so where the store could not keep them. */
export function encodeOutcome(
  intent: ToolIntent,
  outcome: Outcome,
  completedAtMs: number,
): Uint8Array<ArrayBuffer> {
  const unlimited = { maxBytes: Infinity };
  const bytes = encodeResult(
    resultOf(intent, outcome, completedAtMs),
    unlimited,
  );
  if (bytes.length <= MAX_RESULT_BYTES) return bytes;
  return encodeResult(resultOf(intent, TOO_LARGE, completedAtMs), unlimited);
}

/** What stands for a result that no store would keep. */
export const TOO_LARGE: Outcome = {
  status: "error",
  code: "result_too_large",
  message:
    `the effect happened, and its result has more than ${MAX_RESULT_BYTES} bytes; ` +
    "let the tool return a reference to the data",
};

/**
 * The result that the store has of an intent.
 *
 * @throws {StoreRecordError} If it is none, or another intent's.
 */
export function storedResult(
  intent: ToolIntent,
  bytes: Uint8Array,
): ToolResult {
  const { intentId, entityKey, seq } = intent;
  let result: ToolResult;
  try {
    result = decodeResult(bytes, { maxBytes: Infinity });
  } catch (cause) {
    throw new StoreRecordError(intentId, "its outcome is no result", { cause });
  }
  const isOwn = result.intentId === intentId && result.seq === seq &&
    result.entityKey.toHex() === entityKey.toHex();
  if (!isOwn) {
    throw new StoreRecordError(intentId, "its outcome is another intent's");
  }
  if (typeof result.status === "number" || result.status === "unspecified") {
    throw new StoreRecordError(intentId, "its outcome has no known status");
  }
  return result;
}

function messageOf(outcome: Outcome): string {
  switch (outcome.status) {
    case "ok":
      return "";
    case "expired":
      return "expired: it was not carried out in time";
    case "error":
    case "rejected":
      return `${outcome.code}: ${outcome.message}`.slice(0, LONGEST_MESSAGE)
        .toWellFormed();
  }
}
