import { assertEquals, assertRejects } from "@std/assert";
import {
  type DecodedIntent,
  decodeIntent,
  encodeIntent,
  Keyring,
  type SigningKey,
  signIntent,
  verifyIntent,
  WireDecodeError,
} from "@beam/tools/wire";

// A message of the Python package's own corpus, and the key it was signed with.
const SIGNED = Deno.readFileSync(
  new URL("data/wire/tool_intent_signed.bin", import.meta.url),
);
const KEY: SigningKey = {
  id: "golden-k1",
  secret: Uint8Array.from({ length: 32 }, (_, index) => index),
};
const KEYRING = new Keyring([KEY]);
const BAD = { kind: "bad_signature" } as const;

const change = (fields: Partial<DecodedIntent>): Uint8Array =>
  encodeIntent({ ...decodeIntent(SIGNED), ...fields });

Deno.test("WIRE-4.1 The stored signed intent verifies", async () => {
  const verdict = await verifyIntent(SIGNED, KEYRING);

  assertEquals(verdict, { kind: "verified", keyId: "golden-k1" });
});

Deno.test("WIRE-4.2 Signing gives the bytes that Python gives", async () => {
  const unsigned = change({
    signature: new Uint8Array(),
    signatureScheme: "unspecified",
    signingKeyId: "",
  });
  const otherwise = await signIntent(unsigned, {
    id: "another",
    secret: Uint8Array.of(1),
  });
  const given = unsigned.slice();

  const signed = await signIntent(unsigned, KEY);
  const again = await signIntent(otherwise, KEY);

  assertEquals(signed, SIGNED);
  assertEquals(again, SIGNED);
  assertEquals(unsigned, given);
});

Deno.test("WIRE-4.3 Any changed field is a bad signature", async () => {
  const { signature } = decodeIntent(SIGNED);
  const changes: Partial<DecodedIntent>[] = [
    { intentId: "dddddddd-eeee-5fff-8000-111111111112" },
    { entityKey: new TextEncoder().encode("entity-2") },
    { seq: 8n },
    { stepIndex: 6 },
    { toolName: "http.put" },
    { argsJson: '{"url":"https://example.test/"}' },
    { createdAtMs: 0n },
    { expiresAtMs: 2n ** 63n - 1n },
    { attempt: 1 },
    { kind: "unspecified" },
    { kind: "approval" },
    { traceId: new Uint8Array(16) },
    { unknownFields: Uint8Array.of(0x78, 1) },
    { signature: signature.with(0, signature[0]! ^ 1) },
    { signature: signature.with(31, signature[31]! ^ 128) },
    { signature: signature.subarray(0, 31) },
    { signature: Uint8Array.of(...signature, 0) },
    { signature: Uint8Array.of(0) },
  ];

  for (const fields of changes) {
    const verdict = await verifyIntent(change(fields), KEYRING);

    assertEquals(verdict, BAD, Object.keys(fields)[0]);
  }
});

Deno.test("WIRE-4.3 Any changed field is a bad signature: another key's", async () => {
  const secret = KEY.secret.map((byte) => byte ^ 1);
  const forged = await signIntent(SIGNED, { id: KEY.id, secret });

  assertEquals(await verifyIntent(forged, KEYRING), BAD);
});

Deno.test("WIRE-4.3 Any changed field is a bad signature: fields of newer writers", async () => {
  const newer = change({ unknownFields: Uint8Array.of(0x78, 1) });
  const signed = await signIntent(newer, KEY);
  const without = encodeIntent({
    ...decodeIntent(signed),
    unknownFields: undefined,
  });
  const changed = encodeIntent({
    ...decodeIntent(signed),
    unknownFields: Uint8Array.of(0x78, 2),
  });

  const verdict = await verifyIntent(signed, KEYRING);

  assertEquals(verdict, { kind: "verified", keyId: KEY.id });
  assertEquals(await verifyIntent(without, KEYRING), BAD);
  assertEquals(await verifyIntent(changed, KEYRING), BAD);
});

Deno.test("WIRE-4.4 No signature is unsigned", async () => {
  const signature = new Uint8Array();
  const intents = [
    change({ signature, signatureScheme: "unspecified", signingKeyId: "" }),
    change({ signature }),
    change({ signature, signatureScheme: 9, signingKeyId: "nobody" }),
    new Uint8Array(),
  ];

  for (const intent of intents) {
    assertEquals(await verifyIntent(intent, KEYRING), { kind: "unsigned" });
  }
});

Deno.test("WIRE-4.5 An unknown scheme is a bad signature", async () => {
  for (const signatureScheme of ["unspecified", 2, -1] as const) {
    for (const signingKeyId of [KEY.id, "nobody", ""]) {
      const intent = change({ signatureScheme, signingKeyId });

      assertEquals(await verifyIntent(intent, KEYRING), BAD);
    }
  }
});

Deno.test("WIRE-4.6 An unknown key has its own verdict", async () => {
  for (const keyId of ["nobody", "", "constructor", "GOLDEN-K1"]) {
    const verdict = await verifyIntent(
      change({ signingKeyId: keyId }),
      KEYRING,
    );

    assertEquals(verdict, { kind: "unknown_signing_key", keyId });
  }
});

Deno.test("WIRE-4.7 Two keys serve a rotation", async () => {
  const next = { id: "k2", secret: new Uint8Array(32).fill(7) };
  const both = new Keyring([KEY, next]);

  const before = await verifyIntent(SIGNED, both);
  const after = await verifyIntent(await signIntent(SIGNED, next), both);

  assertEquals(before, { kind: "verified", keyId: "golden-k1" });
  assertEquals(after, { kind: "verified", keyId: "k2" });
});

Deno.test("WIRE-4.7 Two keys serve a rotation: an id moved is no match", async () => {
  const next = { id: "k2", secret: new Uint8Array(32).fill(7) };
  const both = new Keyring([KEY, next]);

  assertEquals(await verifyIntent(change({ signingKeyId: "k2" }), both), BAD);
});

Deno.test("WIRE-4.8 Neither side takes what is no intent", async () => {
  const noIntent = new TextEncoder().encode("hello");
  const secret = KEY.secret;

  await assertRejects(() => signIntent(noIntent, KEY), WireDecodeError);
  await assertRejects(() => verifyIntent(noIntent, KEYRING), WireDecodeError);
  await assertRejects(
    () => verifyIntent(SIGNED, KEYRING, { maxBytes: 10 }),
    WireDecodeError,
  );
  for (
    const key of [{ id: "", secret }, { id: "a", secret: new Uint8Array() }]
  ) {
    await assertRejects(() => signIntent(SIGNED, key), TypeError);
  }
});
