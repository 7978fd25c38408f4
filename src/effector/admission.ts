import { intentId, type ToolIntent } from "../intent.ts";
import type { Keyring } from "../wire/keyring.ts";
import { verifyDecoded } from "../wire/signature.ts";
import { type DecodedIntent, decodeIntent } from "../wire/codec.ts";
import { WireDecodeError } from "../wire/message.ts";
import type { DeadLetterReason } from "./delivery.ts";

/**
 * Which intents are believed: `"require"` takes only signed ones, `"permissive"`
 * also unsigned ones but no wrong signature, `"off"` does not look at signatures.
 */
export type SignatureMode = "require" | "permissive" | "off";

/** Why something is no intent to carry out. */
export interface Refusal {
  readonly kind: "refused";
  readonly reason: DeadLetterReason;
  readonly detail: string;
}

/** A key is a name, not a document; this keeps every outcome, which repeats it, small. */
const MAX_ENTITY_KEY_BYTES = 65_536;
/** What every store can keep. */
const MAX_ID_LENGTH = 256;

/** Reads an intent, of which nothing is believed yet. */
export function readIntent(
  bytes: Uint8Array,
  maxIntentBytes: number,
): { readonly kind: "read"; readonly intent: DecodedIntent } | Refusal {
  try {
    const intent = decodeIntent(bytes, { maxBytes: maxIntentBytes });
    return { kind: "read", intent };
  } catch (error) {
    if (!(error instanceof WireDecodeError)) throw error;
    const { reason, message } = error;
    return refused(
      reason === "too_large" ? "too_large" : "undecodable",
      message,
    );
  }
}

/** Whether an intent is from whom it has to be. */
export async function checkSignature(
  intent: DecodedIntent,
  mode: SignatureMode,
  keyring: Keyring,
): Promise<{ readonly kind: "signed" | "unsigned" } | Refusal> {
  if (mode === "off") return { kind: "signed" };
  const verdict = await verifyDecoded(intent, keyring);
  switch (verdict.kind) {
    case "verified":
      return { kind: "signed" };
    case "unsigned":
      if (mode === "permissive") return { kind: "unsigned" };
      return refused("unsigned_intent", "it has no signature");
    case "bad_signature":
      return refused(
        "bad_signature",
        "its signature is not that key's signature of this intent",
      );
    case "unknown_signing_key":
      return refused(
        "unknown_signing_key",
        `the keyring has no key ${JSON.stringify(verdict.keyId.slice(0, 64))}`,
      );
  }
}

/** Why an intent, however trusted, names no effect that could be carried out once. */
export function identityProblem(
  intent: ToolIntent,
  checkIds: boolean,
): Refusal | undefined {
  const { intentId: id, entityKey, seq, stepIndex, toolName } = intent;
  if (id === "" || id.length > MAX_ID_LENGTH) {
    return refused(
      "invalid_intent",
      `its id has ${id.length} characters, and 1 to ${MAX_ID_LENGTH} are allowed`,
    );
  }
  if (entityKey.length === 0 || entityKey.length > MAX_ENTITY_KEY_BYTES) {
    return refused(
      "invalid_intent",
      `its entity key has ${entityKey.length} bytes, and 1 to ${MAX_ENTITY_KEY_BYTES} are allowed`,
    );
  }
  if (toolName === "") {
    return refused("invalid_intent", "it names no tool");
  }
  if (checkIds && id !== intentId(entityKey, seq, stepIndex)) {
    return refused(
      "id_mismatch",
      "its id is not the one of its entity key, seq and step",
    );
  }
  return undefined;
}

function refused(reason: DeadLetterReason, detail: string): Refusal {
  return { kind: "refused", reason, detail };
}
