import type { Keyring, SigningKey } from "./keyring.ts";
import { type DecodedIntent, decodeIntent, encodeIntent } from "./codec.ts";
import type { WireOptions } from "./message.ts";

const HMAC = { name: "HMAC", hash: "SHA-256" } as const;

/**
 * What a look at an intent's signature showed. `"bad_signature"` is also the
 * answer to a signature of a scheme that we do not know: it must not pass for
 * unsigned.
 */
export type SignatureVerdict =
  | {
    /** The key of that id signed exactly this. */
    readonly kind: "verified";
    /** Which key signed. */
    readonly keyId: string;
  }
  | {
    /** There is no signature. */
    readonly kind: "unsigned";
  }
  | {
    /** The signature is not that key's signature of this. */
    readonly kind: "bad_signature";
  }
  | {
    /** The keyring has no key of that id. */
    readonly kind: "unknown_signing_key";
    /** The id that the intent names: untrusted text. */
    readonly keyId: string;
  };

/**
 * Signs an intent with HMAC-SHA-256 over all that it holds, fields of newer
 * writers included. A signature that it already has is replaced.
 *
 * @param bytes One encoded intent; left as it is.
 * @param key The secret, and the id under which the verifier has it.
 * @param options Limits on either side.
 * @returns The bytes of the signed intent.
 * @throws {WireDecodeError} If the bytes are no intent.
 * @throws {WireSizeError} If the signature makes it larger than allowed.
 * @throws {TypeError} If the key's id or secret is empty.
 *
 * @example Sign where intents are written, verify where they are carried out
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { Keyring, signIntent, verifyIntent } from "@beam/tools/wire";
 *
 * const key = { id: "k1", secret: crypto.getRandomValues(new Uint8Array(32)) };
 * const intent = new Uint8Array(); // the empty intent
 *
 * const signed = await signIntent(intent, key);
 *
 * assertEquals(await verifyIntent(signed, new Keyring([key])), {
 *   kind: "verified",
 *   keyId: "k1",
 * });
 * ```
 */
export async function signIntent(
  bytes: Uint8Array,
  key: SigningKey,
  options: WireOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  if (key.id === "" || key.secret.length === 0) {
    throw new TypeError(
      "Cannot sign intent with an empty key id or secret: " +
        "nobody could verify it; pass both",
    );
  }
  const intent = decodeIntent(bytes, options);
  const secret = await importSecret(key, "sign");
  const signature = await crypto.subtle.sign(
    HMAC,
    secret,
    signedBytes(intent),
  );
  return encodeIntent({
    ...intent,
    signatureScheme: "hmac_sha256",
    signingKeyId: key.id,
    signature: new Uint8Array(signature),
  }, options);
}

/**
 * Checks an intent's signature, before anything else is believed of it.
 *
 * @param bytes One encoded intent.
 * @param keyring The keys that are accepted.
 * @param options Limits.
 * @returns A verdict; what to do with an unsigned intent is the caller's choice.
 * @throws {WireDecodeError} If the bytes are no intent.
 *
 * @example Unsigned is a verdict of its own
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { Keyring, verifyIntent } from "@beam/tools/wire";
 *
 * const intent = new Uint8Array(); // the empty intent
 *
 * assertEquals(await verifyIntent(intent, new Keyring([])), {
 *   kind: "unsigned",
 * });
 * ```
 */
export async function verifyIntent(
  bytes: Uint8Array,
  keyring: Keyring,
  options: WireOptions = {},
): Promise<SignatureVerdict> {
  return await verifyDecoded(decodeIntent(bytes, options), keyring);
}

/** {@linkcode verifyIntent} for whoever has decoded it: an intent keeps all that its signature covers. */
export async function verifyDecoded(
  intent: DecodedIntent,
  keyring: Keyring,
): Promise<SignatureVerdict> {
  if (intent.signature.length === 0) return { kind: "unsigned" };
  if (intent.signatureScheme !== "hmac_sha256") {
    return { kind: "bad_signature" };
  }
  const keyId = intent.signingKeyId;
  const key = keyring.get(keyId);
  if (!key) return { kind: "unknown_signing_key", keyId };
  // WebCrypto compares in constant time.
  const verified = await crypto.subtle.verify(
    HMAC,
    await importSecret(key, "verify"),
    new Uint8Array(intent.signature),
    signedBytes(intent),
  );
  return verified ? { kind: "verified", keyId } : { kind: "bad_signature" };
}

/** What a signature covers: the intent as if it were unsigned. Never too large: it was decoded. */
function signedBytes(intent: DecodedIntent): Uint8Array<ArrayBuffer> {
  return encodeIntent({
    ...intent,
    signatureScheme: "unspecified",
    signingKeyId: "",
    signature: new Uint8Array(),
  }, { maxBytes: Infinity });
}

function importSecret(
  { secret }: SigningKey,
  usage: "sign" | "verify",
): Promise<CryptoKey> {
  const raw = new Uint8Array(secret);
  return crypto.subtle.importKey("raw", raw, HMAC, false, [usage]);
}
