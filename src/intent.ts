import { sha1 } from "./sha1.ts";

/** Under which all intent ids are derived; shared with the Python package. */
const INTENT_NAMESPACE = "6f3e9d2a1c475b8e9a102d4f6b8c0e11";
/** Under which all trace ids are derived; shared with the Python package. */
const TRACE_NAMESPACE = "b1d7c4e293a65f088c317e5a9d0f2b46";

/**
 * What an intent asks for: `"tool"` calls a tool, `"approval"` puts a question
 * to a person, `"unspecified"` is what a writer without kinds left and means
 * `"tool"`. A number is a kind of a newer writer, kept as it came.
 */
export type IntentKind = "unspecified" | "tool" | "approval" | number;

/** A recorded wish to act: what an activation stages and an effector carries out. */
export interface ToolIntent {
  /** {@linkcode intentId} of the next three fields: 36 letters, lower case. */
  readonly intentId: string;
  /** The key of the entity on whose behalf it is done. */
  readonly entityKey: Uint8Array;
  /** Which activation of that key; the same when it is resumed. */
  readonly seq: bigint;
  /** Which step within the activation. */
  readonly stepIndex: number;
  /** The tool, or for an approval the channel that is asked. */
  readonly toolName: string;
  /** The arguments: the canonical JSON text of one object. */
  readonly argsJson: string;
  /** The activation's own time, in milliseconds since 1970. */
  readonly createdAtMs: bigint;
  /** It is live strictly before this time, in milliseconds since 1970; never if 0 or less. */
  readonly expiresAtMs: bigint;
  /** 0 as staged; not a counter of the effector's tries. */
  readonly attempt: number;
  /** What is asked for. */
  readonly kind: IntentKind;
  /** {@linkcode traceId} of the activation: 16 bytes, or none. */
  readonly traceId: Uint8Array;
}

/** What a side-effecting tool is told of the intent it carries out. */
export interface IntentInfo {
  /** The idempotency key to hand to the outside system. */
  readonly intentId: string;
  /** The key of the entity on whose behalf it is done. */
  readonly entityKey: Uint8Array;
  /** Which activation of that key. */
  readonly seq: bigint;
  /** Which step within the activation. */
  readonly stepIndex: number;
  /** As the intent has it: 0 as staged. */
  readonly attempt: number;
}

/**
 * The id of the intent that one step of one activation stages: a UUID of
 * version 5 over the key's hex, `seq` and `stepIndex`. A replay derives the same
 * id, which is what makes it an idempotency key.
 *
 * @param entityKey The entity's key; text stands for its UTF-8 bytes.
 * @param seq Which activation of the key, a signed 64-bit integer.
 * @param stepIndex Which step of the activation, an unsigned 32-bit integer.
 * @returns 36 letters in lower case.
 * @throws {TypeError} If the key is neither bytes nor well-formed text, or a
 * number is not an integer.
 * @throws {RangeError} If a number does not fit.
 *
 * @example The same step has the same id, in Python too
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { intentId } from "@beam/tools/wire";
 *
 * assertEquals(
 *   intentId("user-1", 1, 0),
 *   "ec14275e-be6c-59a1-b081-c36a6408d260",
 * );
 * ```
 */
export function intentId(
  entityKey: string | Uint8Array,
  seq: number | bigint,
  stepIndex: number,
): string {
  const name = `${activationName(entityKey, seq)}|${step(stepIndex)}`;
  const hex = nameBasedUuid(INTENT_NAMESPACE, name).toHex();
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${
    hex.slice(16, 20)
  }-${hex.slice(20)}`;
}

/**
 * The trace that one activation belongs to, the same on every replay.
 *
 * @param entityKey The entity's key; text stands for its UTF-8 bytes.
 * @param seq Which activation of the key, a signed 64-bit integer.
 * @returns 16 bytes, as OpenTelemetry has them.
 * @throws {TypeError} If the key is neither bytes nor well-formed text, or
 * `seq` is not an integer.
 * @throws {RangeError} If `seq` does not fit.
 *
 * @example One activation, one trace
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { traceId } from "@beam/tools/wire";
 *
 * assertEquals(
 *   traceId("entity-1", 7).toHex(),
 *   "79734ee4e9db598ab4dad4ad43d01b84",
 * );
 * ```
 */
export function traceId(
  entityKey: string | Uint8Array,
  seq: number | bigint,
): Uint8Array<ArrayBuffer> {
  return nameBasedUuid(TRACE_NAMESPACE, activationName(entityKey, seq));
}

/**
 * The span, in the trace of its activation, of the event that staged an intent:
 * 8 bytes, never all zeros. The Python package derives it so too.
 */
export function stagingSpanId(
  { entityKey, seq, stepIndex }: ToolIntent,
): Uint8Array<ArrayBuffer> {
  const name = `${activationName(entityKey, seq)}|INTENT_EMITTED|${stepIndex}`;
  return nameBasedUuid(TRACE_NAMESPACE, name).slice(0, 8);
}

function activationName(
  entityKey: string | Uint8Array,
  seq: number | bigint,
): string {
  return `${keyHex(entityKey)}|${activation(seq)}`;
}

function keyHex(entityKey: string | Uint8Array): string {
  if (entityKey instanceof Uint8Array) return entityKey.toHex();
  if (typeof entityKey !== "string") {
    throw new TypeError(
      `Cannot derive an id from an entity key of type ${typeof entityKey}: ` +
        "a key is text or bytes; pass a string or a Uint8Array",
    );
  }
  if (!entityKey.isWellFormed()) {
    throw new TypeError(
      "Cannot derive an id from an entity key that holds half of a " +
        "surrogate pair: it has no UTF-8 bytes; pass bytes or well-formed text",
    );
  }
  return new TextEncoder().encode(entityKey).toHex();
}

function activation(seq: number | bigint): bigint {
  if (typeof seq !== "bigint" && !Number.isInteger(seq)) {
    throw new TypeError(
      `Cannot derive an id from seq ${seq}: it is not an integer; ` +
        "pass a bigint or a whole number",
    );
  }
  if (typeof seq === "number" && !Number.isSafeInteger(seq)) {
    throw new RangeError(
      `Cannot derive an id from seq ${seq}: a number is not exact there; ` +
        "pass a bigint",
    );
  }
  const exact = BigInt(seq);
  if (BigInt.asIntN(64, exact) !== exact) {
    throw new RangeError(
      `Cannot derive an id from seq ${exact}: it has more than 64 bits; ` +
        "count activations from 0",
    );
  }
  return exact;
}

function step(stepIndex: number): number {
  if (!Number.isInteger(stepIndex)) {
    throw new TypeError(
      `Cannot derive an id from step ${stepIndex}: it is not an integer; ` +
        "pass a whole number",
    );
  }
  if (stepIndex < 0 || stepIndex > 0xffff_ffff) {
    throw new RangeError(
      `Cannot derive an id from step ${stepIndex}: it is not in 0 to 2^32 - 1; ` +
        "count steps from 0",
    );
  }
  // -0 is spelled "0" here, as everywhere.
  return stepIndex;
}

/** RFC 9562, 5.5. `namespace` is hex, `name` is ASCII. */
function nameBasedUuid(
  namespace: string,
  name: string,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(16 + name.length);
  bytes.setFromHex(namespace);
  for (let index = 0; index < name.length; index++) {
    bytes[16 + index] = name.charCodeAt(index);
  }
  const uuid = sha1(bytes).slice(0, 16);
  uuid[6] = uuid[6]! & 0x0f | 0x50;
  uuid[8] = uuid[8]! & 0x3f | 0x80;
  return uuid;
}
