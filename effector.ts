/**
 * For the process that carries out staged intents: {@linkcode Effector} carries
 * them out, to one outcome for each id; the rest is their bytes, ids and signatures, and
 * the store that workers share.
 *
 * Pipeline code imports `@beam/tools` and never this entry, so that nothing in a
 * pipeline can act on the outside world.
 *
 * @example Sign an intent, and verify it on the other side
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import {
 *   canonicalJson,
 *   decodeIntent,
 *   encodeIntent,
 *   intentId,
 *   Keyring,
 *   signIntent,
 *   verifyIntent,
 * } from "@beam/tools/effector";
 *
 * const key = { id: "k1", secret: crypto.getRandomValues(new Uint8Array(32)) };
 * const bytes = encodeIntent({
 *   intentId: intentId("user-1", 1n, 0),
 *   entityKey: new TextEncoder().encode("user-1"),
 *   seq: 1n,
 *   stepIndex: 0,
 *   toolName: "charge",
 *   argsJson: canonicalJson({ amount: 12.5 }),
 *   createdAtMs: 1_700_000_000_000n,
 *   expiresAtMs: 1_700_003_600_000n,
 *   attempt: 0,
 *   kind: "tool",
 *   traceId: new Uint8Array(),
 * });
 *
 * const sent = await signIntent(bytes, key);
 *
 * const verdict = await verifyIntent(sent, new Keyring([key]));
 * assertEquals(verdict, { kind: "verified", keyId: "k1" });
 * assertEquals(decodeIntent(sent).argsJson, '{"amount":12.5}');
 * ```
 *
 * @module
 */

export {
  canonicalJson,
  CanonicalJsonError,
  type CanonicalJsonOptions,
  type CanonicalJsonReason,
} from "./src/canonical_json.ts";
export type { SignatureMode } from "./src/effector/admission.ts";
export type {
  DeadLetterReason,
  Delivery,
  NackReason,
} from "./src/effector/delivery.ts";
export type {
  EffectorCounts,
  EffectorEvent,
  EffectorEventName,
  EffectorTracer,
} from "./src/effector/events.ts";
export { MemoryStore } from "./src/effector/memory_store.ts";
export type { DeadLetter, EffectorOptions } from "./src/effector/options.ts";
export type {
  EffectErrorCode,
  Outcome,
  RejectionCode,
} from "./src/effector/outcome.ts";
export {
  type SuperviseOptions,
  superviseProcess,
} from "./src/effector/process.ts";
export type { EffectorClock } from "./src/effector/clock.ts";
export type { EffectorRetryOptions } from "./src/effector/retry.ts";
export {
  EffectorToolRunner,
  type EffectorToolRunnerOptions,
  type EffectRunOptions,
  type NotReadOnly,
} from "./src/effector/runner.ts";
export {
  Effector,
  type StopOptions,
  type StopReport,
} from "./src/effector/service.ts";
export {
  type ClaimOptions,
  type ClaimOutcome,
  type CompleteOptions,
  type CompleteOutcome,
  type DedupStore,
  type MarkStartedOutcome,
  MAX_RESULT_BYTES,
  type OwnerOptions,
  type ReleaseOutcome,
  ResultTooLargeError,
  StoreRecordError,
} from "./src/effector/store.ts";
export type { Redact } from "./src/effector/tool_call.ts";
export {
  ReadOnlyToolError,
  ToolArgumentError,
  ToolError,
  ToolTimeoutError,
} from "./src/errors.ts";
export {
  intentId,
  type IntentInfo,
  type IntentKind,
  type ToolIntent,
  traceId,
} from "./src/intent.ts";
export {
  Keyring,
  KeyringError,
  keyringFrom,
  type KeyringSources,
  type SigningKey,
} from "./src/keyring.ts";
export {
  type SignatureVerdict,
  signIntent,
  verifyIntent,
} from "./src/signature.ts";
export {
  type DecodedIntent,
  type DecodedResult,
  decodeIntent,
  decodeResult,
  type EncodableIntent,
  type EncodableResult,
  encodeIntent,
  encodeResult,
  type ResultStatus,
  type SignatureScheme,
  type ToolResult,
} from "./src/wire.ts";
export {
  WireDecodeError,
  type WireOptions,
  WireSizeError,
} from "./src/wire_message.ts";
