import { ToolIntentSchema } from "../gen/beam_agents/v1/intent_pb.ts";
import { ToolResultSchema } from "../gen/beam_agents/v1/result_pb.ts";
import type { ToolIntent } from "../intent.ts";
import { enumNumber, enumTag, int64, octets, text, uint32 } from "./field.ts";
import { MessageCodec, type WireOptions } from "./message.ts";

/**
 * How an intent was signed. A number is a scheme of a newer writer, kept as it
 * came.
 */
export type SignatureScheme = "unspecified" | "hmac_sha256" | number;

/** What {@linkcode encodeIntent} takes: an intent as staged, or one that was decoded. */
export interface EncodableIntent extends ToolIntent {
  /** How {@linkcode EncodableIntent.signature} was made; `"unspecified"` unless set. */
  readonly signatureScheme?: SignatureScheme | undefined;
  /** Which key made it; `""` unless set. */
  readonly signingKeyId?: string | undefined;
  /** The signature; none unless set. */
  readonly signature?: Uint8Array | undefined;
  /** What {@linkcode DecodedIntent.unknownFields} held, written last; none unless set. */
  readonly unknownFields?: Uint8Array | undefined;
}

/** An intent with all that its bytes held. */
export interface DecodedIntent extends ToolIntent {
  /** How {@linkcode DecodedIntent.signature} claims to have been made. */
  readonly signatureScheme: SignatureScheme;
  /** Which key claims to have made it; `""` for none. */
  readonly signingKeyId: string;
  /** The signature, not yet verified; empty for none. */
  readonly signature: Uint8Array;
  /** The bytes of fields of a newer writer, in their order. */
  readonly unknownFields: Uint8Array;
}

/**
 * How an intent ended. `"ok"`: the tool returned; `"error"`: it was called, or
 * may have been, and there is no result; `"rejected"`: it was never given to the
 * tool; `"expired"`: neither was it, or the other side says that nothing happened.
 * A number is a status of a newer writer, kept as it came.
 */
export type ResultStatus =
  | "unspecified"
  | "ok"
  | "error"
  | "expired"
  | "rejected"
  | number;

/** The one outcome of one intent. */
export interface ToolResult {
  /** The intent that it answers. */
  readonly intentId: string;
  /** The intent's own key. */
  readonly entityKey: Uint8Array;
  /** The intent's own activation. */
  readonly seq: bigint;
  /** How it ended. */
  readonly status: ResultStatus;
  /** The bytes of what the tool returned, canonical JSON, when it is ok; else empty. */
  readonly payload: Uint8Array;
  /** Starts with a stable code; `""` when it is ok. */
  readonly errorMessage: string;
  /** When it ended, in milliseconds since 1970. */
  readonly completedAtMs: bigint;
}

/** What {@linkcode encodeResult} takes: a result as made, or one that was decoded. */
export interface EncodableResult extends ToolResult {
  /** What {@linkcode DecodedResult.unknownFields} held, written last; none unless set. */
  readonly unknownFields?: Uint8Array | undefined;
}

/** A result with all that its bytes held. */
export interface DecodedResult extends ToolResult {
  /** The bytes of fields of a newer writer, in their order. */
  readonly unknownFields: Uint8Array;
}

// A tag's place is its number in proto/.
const KINDS = ["unspecified", "tool", "approval"] as const;
const SCHEMES = ["unspecified", "hmac_sha256"] as const;
const STATUSES = ["unspecified", "ok", "error", "expired", "rejected"] as const;

const intents = new MessageCodec(ToolIntentSchema, "intent");
const results = new MessageCodec(ToolResultSchema, "result");

/**
 * The bytes of an intent: `beam_agents.v1.ToolIntent`, fields by number, unknown
 * ones last, so that equal intents have equal bytes.
 *
 * @param intent The intent. Its id is written as it is, never derived.
 * @param options Limits.
 * @returns Bytes of their own.
 * @throws {WireSizeError} If there would be more bytes than allowed.
 * @throws {TypeError} If a field is of the wrong type, or text has no UTF-8.
 * @throws {RangeError} If a number does not fit its field.
 *
 * @example There and back
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import {
 *   decodeIntent,
 *   encodeIntent,
 *   intentId,
 *   type ToolIntent,
 * } from "@beam/tools/wire";
 *
 * const intent: ToolIntent = {
 *   intentId: intentId("user-1", 1n, 0),
 *   entityKey: new TextEncoder().encode("user-1"),
 *   seq: 1n,
 *   stepIndex: 0,
 *   toolName: "charge",
 *   argsJson: '{"amount":12.5}',
 *   createdAtMs: 1_700_000_000_000n,
 *   expiresAtMs: 1_700_003_600_000n,
 *   attempt: 0,
 *   kind: "tool",
 *   traceId: new Uint8Array(),
 * };
 *
 * const bytes = encodeIntent(intent);
 *
 * assertEquals(decodeIntent(bytes).argsJson, '{"amount":12.5}');
 * assertEquals(encodeIntent(decodeIntent(bytes)), bytes);
 * ```
 */
export function encodeIntent(
  intent: EncodableIntent,
  options: WireOptions = {},
): Uint8Array<ArrayBuffer> {
  const fields = {
    intentId: text("intentId", intent.intentId),
    entityKey: octets("entityKey", intent.entityKey),
    seq: int64("seq", intent.seq),
    stepIndex: uint32("stepIndex", intent.stepIndex),
    toolName: text("toolName", intent.toolName),
    argsJson: text("argsJson", intent.argsJson),
    createdAtMs: int64("createdAtMs", intent.createdAtMs),
    expiresAtMs: int64("expiresAtMs", intent.expiresAtMs),
    attempt: uint32("attempt", intent.attempt),
    kind: enumNumber("kind", KINDS, intent.kind),
    traceId: octets("traceId", intent.traceId),
    signatureScheme: enumNumber(
      "signatureScheme",
      SCHEMES,
      intent.signatureScheme ?? "unspecified",
    ),
    signingKeyId: text("signingKeyId", intent.signingKeyId ?? ""),
    signature: octets("signature", intent.signature ?? new Uint8Array()),
  };
  return intents.encode(fields, intent.unknownFields, options);
}

/**
 * The intent that some bytes hold. Nothing is checked but the encoding: neither
 * the signature, nor the id, nor whether a field was left empty.
 *
 * @param bytes One encoded intent; the result shares no memory with it.
 * @param options Limits.
 * @returns The intent, its signature and what else the bytes held.
 * @throws {WireDecodeError} If the bytes are no intent, or too many.
 *
 * @example Set aside what cannot be read
 * ```ts
 * import { assertThrows } from "@std/assert";
 * import { decodeIntent, WireDecodeError } from "@beam/tools/wire";
 *
 * const noIntent = new TextEncoder().encode("hello");
 *
 * assertThrows(() => decodeIntent(noIntent), WireDecodeError);
 * ```
 */
export function decodeIntent(
  bytes: Uint8Array,
  options: WireOptions = {},
): DecodedIntent {
  const { message, unknownFields } = intents.decode(bytes, options);
  // Copies are made by the constructor: slice() shares the memory of a Buffer,
  // which is what many clients hand out.
  return {
    intentId: message.intentId,
    entityKey: new Uint8Array(message.entityKey),
    seq: message.seq,
    stepIndex: message.stepIndex,
    toolName: message.toolName,
    argsJson: message.argsJson,
    createdAtMs: message.createdAtMs,
    expiresAtMs: message.expiresAtMs,
    attempt: message.attempt,
    kind: enumTag(KINDS, message.kind),
    traceId: new Uint8Array(message.traceId),
    signatureScheme: enumTag(SCHEMES, message.signatureScheme),
    signingKeyId: message.signingKeyId,
    signature: new Uint8Array(message.signature),
    unknownFields,
  };
}

/**
 * The bytes of a result: `beam_agents.v1.ToolResult`, fields by number, unknown
 * ones last, so that equal results have equal bytes.
 *
 * @param result The result.
 * @param options Limits.
 * @returns Bytes of their own.
 * @throws {WireSizeError} If there would be more bytes than allowed.
 * @throws {TypeError} If a field is of the wrong type, or text has no UTF-8.
 * @throws {RangeError} If a number does not fit its field.
 *
 * @example There and back
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { decodeResult, encodeResult, intentId } from "@beam/tools/wire";
 *
 * const bytes = encodeResult({
 *   intentId: intentId("user-1", 1n, 0),
 *   entityKey: new TextEncoder().encode("user-1"),
 *   seq: 1n,
 *   status: "rejected",
 *   payload: new Uint8Array(),
 *   errorMessage: "unknown_tool: no tool is named chrage",
 *   completedAtMs: 1_700_000_000_500n,
 * });
 *
 * assertEquals(decodeResult(bytes).status, "rejected");
 * ```
 */
export function encodeResult(
  result: EncodableResult,
  options: WireOptions = {},
): Uint8Array<ArrayBuffer> {
  const fields = {
    intentId: text("intentId", result.intentId),
    entityKey: octets("entityKey", result.entityKey),
    seq: int64("seq", result.seq),
    status: enumNumber("status", STATUSES, result.status),
    payload: octets("payload", result.payload),
    errorMessage: text("errorMessage", result.errorMessage),
    completedAtMs: int64("completedAtMs", result.completedAtMs),
  };
  return results.encode(fields, result.unknownFields, options);
}

/**
 * The result that some bytes hold.
 *
 * @param bytes One encoded result; the result shares no memory with it.
 * @param options Limits.
 * @returns The result and what else the bytes held.
 * @throws {WireDecodeError} If the bytes are no result, or too many.
 *
 * @example No bytes are the empty result
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { decodeResult } from "@beam/tools/wire";
 *
 * assertEquals(decodeResult(new Uint8Array()).status, "unspecified");
 * ```
 */
export function decodeResult(
  bytes: Uint8Array,
  options: WireOptions = {},
): DecodedResult {
  const { message, unknownFields } = results.decode(bytes, options);
  return {
    intentId: message.intentId,
    entityKey: new Uint8Array(message.entityKey),
    seq: message.seq,
    status: enumTag(STATUSES, message.status),
    payload: new Uint8Array(message.payload),
    errorMessage: message.errorMessage,
    completedAtMs: message.completedAtMs,
    unknownFields,
  };
}
