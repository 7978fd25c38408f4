/**
 * Intents and results as bytes, for whoever sends or stores them: encode and
 * decode, sign and verify, ids, and canonical JSON. The bytes are those of
 * `beam_agents`, the Python package.
 *
 * It loads no effector, so pipeline code may import it; `@beam/tools/effector`
 * exports the same.
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
 * } from "@beam/tools/wire";
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
} from "./canonical_json.ts";
export { ToolError } from "./errors.ts";
export {
  intentId,
  type IntentKind,
  type ToolIntent,
  traceId,
} from "./intent.ts";
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
} from "./wire/codec.ts";
export {
  Keyring,
  KeyringError,
  keyringFrom,
  type KeyringSources,
  type SigningKey,
} from "./wire/keyring.ts";
export {
  WireDecodeError,
  type WireOptions,
  WireSizeError,
} from "./wire/message.ts";
export {
  type SignatureVerdict,
  signIntent,
  verifyIntent,
} from "./wire/signature.ts";
