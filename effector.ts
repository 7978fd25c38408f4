/**
 * For the process that carries out staged intents: {@linkcode Effector} carries
 * them out, to one outcome for each id, with the store that workers share. All
 * of `@beam/tools/wire`, the bytes of intents and results, is here as well.
 *
 * Pipeline code imports `@beam/tools` and `@beam/tools/wire` and never this
 * entry, so that nothing in a pipeline can act on the outside world.
 *
 * @example Carry out an intent that was sent as bytes
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { activate, tool, ToolRegistry } from "@beam/tools";
 * import { encodeIntent, Keyring, signIntent } from "@beam/tools/wire";
 * import { Effector, MemoryStore } from "@beam/tools/effector";
 *
 * const send = tool({
 *   name: "send",
 *   sideEffect: true,
 *   parameters: { to: "string" },
 * }, ({ to }) => ({ sent: to }));
 * const registry = new ToolRegistry([send]);
 * const key = { id: "k1", secret: crypto.getRandomValues(new Uint8Array(32)) };
 *
 * // In the pipeline.
 * const { intents: [intent] } = await activate(
 *   { entityKey: "user-1", seq: 1, registry, nowMs: Date.now() },
 *   (context) => context.act("send", { to: "ada" }),
 * );
 * const bytes = await signIntent(encodeIntent(intent!), key);
 *
 * // In the effector's process.
 * const effector = new Effector({
 *   registry,
 *   store: new MemoryStore(),
 *   keyring: new Keyring([key]),
 *   publish: () => {},
 * });
 * assertEquals((await effector.handle(bytes)).kind, "ack");
 * ```
 *
 * @module
 */

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
export type { EffectorTracer } from "./src/effector/tracer.ts";
export {
  ReadOnlyToolError,
  ToolArgumentError,
  ToolTimeoutError,
} from "./src/errors.ts";
export type { IntentInfo } from "./src/intent.ts";
export {
  canonicalJson,
  CanonicalJsonError,
  type CanonicalJsonOptions,
  type CanonicalJsonReason,
  type DecodedIntent,
  type DecodedResult,
  decodeIntent,
  decodeResult,
  type EncodableIntent,
  type EncodableResult,
  encodeIntent,
  encodeResult,
  intentId,
  type IntentKind,
  Keyring,
  KeyringError,
  keyringFrom,
  type KeyringSources,
  type ResultStatus,
  type SignatureScheme,
  type SignatureVerdict,
  type SigningKey,
  signIntent,
  ToolError,
  type ToolIntent,
  type ToolResult,
  traceId,
  verifyIntent,
  WireDecodeError,
  type WireOptions,
  WireSizeError,
} from "./src/wire.ts";
