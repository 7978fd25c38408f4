import { Buffer } from "node:buffer";
import { assert, assertEquals, assertThrows } from "@std/assert";
import {
  type DecodedIntent,
  decodeIntent,
  decodeResult,
  type EncodableIntent,
  encodeIntent,
  encodeResult,
  type ToolResult,
  WireDecodeError,
  WireSizeError,
} from "@beam/tools/wire";

// Messages of the Python package's own corpus; their ids are made up.
const stored = (name: string): Uint8Array<ArrayBuffer> =>
  Deno.readFileSync(new URL(`data/wire/${name}.bin`, import.meta.url));

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

const INTENT: DecodedIntent = {
  intentId: "11111111-2222-5333-8444-555555555555",
  entityKey: text("entity-1"),
  seq: 7n,
  stepIndex: 2,
  toolName: "http.post",
  argsJson: '{"body":{"n":1},"url":"https://example.test"}',
  createdAtMs: 1_700_000_000_000n,
  expiresAtMs: 1_700_000_060_000n,
  attempt: 1,
  kind: "unspecified",
  traceId: new Uint8Array(),
  signatureScheme: "unspecified",
  signingKeyId: "",
  signature: new Uint8Array(),
  unknownFields: new Uint8Array(),
};

const RESULT: ToolResult = {
  intentId: "11111111-2222-5333-8444-555555555555",
  entityKey: text("entity-1"),
  seq: 7n,
  status: "ok",
  payload: Uint8Array.of(0, 1, 2, ...text("result")),
  errorMessage: "",
  completedAtMs: 1_700_000_000_500n,
};

Deno.test("WIRE-3.1 Stored messages come back byte for byte", () => {
  const intent = stored("tool_intent");
  const signed = stored("tool_intent_signed");
  const result = stored("tool_result");

  assertEquals(decodeIntent(intent), INTENT);
  assertEquals(encodeIntent(decodeIntent(intent)), intent);
  assertEquals(decodeIntent(signed).kind, "tool");
  assertEquals(decodeIntent(signed).signatureScheme, "hmac_sha256");
  assertEquals(decodeIntent(signed).signingKeyId, "golden-k1");
  assertEquals(encodeIntent(decodeIntent(signed)), signed);
  assertEquals(encodeResult(decodeResult(result)), result);
});

Deno.test("WIRE-3.1 Stored messages come back byte for byte: from plain data", () => {
  const { seq, status, payload } = decodeResult(stored("tool_result"));

  assertEquals([seq, status, payload], [7n, "ok", RESULT.payload]);
  assertEquals(encodeIntent(INTENT), stored("tool_intent"));
  assertEquals(encodeResult(RESULT), stored("tool_result"));
});

Deno.test("WIRE-3.1 Stored messages come back byte for byte: extreme values", () => {
  const intent: EncodableIntent = {
    ...INTENT,
    seq: -(2n ** 63n),
    stepIndex: 2 ** 32 - 1,
    argsJson: '"\ufeff\u0000\u{1f600}"',
    createdAtMs: 2n ** 63n - 1n,
    expiresAtMs: -1n,
    kind: "approval",
    traceId: new Uint8Array(16).fill(255),
  };

  const decoded = decodeIntent(encodeIntent(intent));

  assertEquals(decoded, { ...INTENT, ...intent });
  assertEquals(decodeIntent(new Uint8Array()).seq, 0n);
  assertEquals(encodeIntent(decodeIntent(new Uint8Array())).length, 0);
});

// Fields 15 (varint 300), 100 (text), 16 (group with a varint), 20 (64 bits),
// 21 (32 bits).
const UNKNOWN = Uint8Array.fromHex(
  "78ac02" + "a206026869" + "83010801" + "8401" + "a1010102030405060708" +
    "ad0101020304",
);

Deno.test("WIRE-3.2 Fields of a newer writer are kept and written last", () => {
  for (const name of ["tool_intent", "tool_intent_signed"]) {
    const known = stored(name);
    const last = Uint8Array.of(...known, ...UNKNOWN);
    const first = Uint8Array.of(...UNKNOWN, ...known);
    const middle = Uint8Array.of(
      ...UNKNOWN.subarray(0, 3),
      ...known,
      ...UNKNOWN.subarray(3),
    );

    for (const bytes of [last, first, middle]) {
      assertEquals(decodeIntent(bytes).unknownFields, UNKNOWN);
      assertEquals(encodeIntent(decodeIntent(bytes)), last);
    }
  }
  const result = Uint8Array.of(...UNKNOWN, ...stored("tool_result"));
  assertEquals(
    encodeResult(decodeResult(result)),
    Uint8Array.of(...stored("tool_result"), ...UNKNOWN),
  );
});

Deno.test("WIRE-3.3 Enumerated values of a newer writer are kept", () => {
  for (const number of [5, 99, 2 ** 31 - 1, -1, -(2 ** 31)]) {
    const intent = { ...INTENT, kind: number, signatureScheme: number };
    const result = { ...RESULT, status: number };

    const intentBytes = encodeIntent(intent);
    const decoded = decodeIntent(intentBytes);
    const status = decodeResult(encodeResult(result)).status;

    assertEquals(decoded, intent);
    assertEquals(encodeIntent(decoded), intentBytes);
    assertEquals(encodeResult({ ...RESULT, status }), encodeResult(result));
  }
});

Deno.test("WIRE-3.3 Enumerated values of a newer writer are kept: known ones have tags", () => {
  const kinds = [0, 1, 2].map((kind) =>
    decodeIntent(encodeIntent({ ...INTENT, kind })).kind
  );
  const statuses = [0, 1, 2, 3, 4].map((status) =>
    decodeResult(encodeResult({ ...RESULT, status })).status
  );

  assertEquals(kinds, ["unspecified", "tool", "approval"]);
  assertEquals(statuses, [
    "unspecified",
    "ok",
    "error",
    "expired",
    "rejected",
  ]);
});

Deno.test("WIRE-3.4 Bytes that are no message are refused", () => {
  const malformed: [string, string][] = [
    ["cut off within a text", "0a0561"],
    ["cut off within a number", "18ff"],
    ["cut off after a tag", "18"],
    ["a length beyond all bytes", "0affffffff0f"],
    ["an intent id that is not UTF-8", "0a01ff"],
    ["half a surrogate pair", "3203eda080"],
    ["field number 0", "0001"],
    ["wire type 7", "0f"],
    ["an end without its group", "7c"],
    ["a group without its end", "7b0801"],
    ["text where a number must be", "1a0161"],
    ["a number where text must be", "0801"],
    ["an empty text where a number must be", "1a00"],
    ["a 0 where text must be", "0800"],
    ["64 bits where a number must be", "190102030405060708"],
    ["a number of more than ten bytes", "18" + "ff".repeat(10) + "01"],
    ["groups without end", "7b".repeat(5000)],
  ];

  for (const [label, hex] of malformed) {
    const bytes = Uint8Array.fromHex(hex);

    const error = assertThrows(() => decodeIntent(bytes), WireDecodeError);

    assertEquals(error.reason, "malformed", label);
    assertEquals(error.byteLength, bytes.length, label);
    assertEquals(error.messageName, "intent");
  }
  const hello = text("hello, here is a secret");
  const error = assertThrows(() => decodeResult(hello), WireDecodeError);
  assertEquals(
    error.message,
    "Cannot decode result of 23 bytes: they are not this message in Protocol " +
      "Buffers; set the message aside",
  );
});

Deno.test("WIRE-3.4 Bytes that are no message are refused: every cut of a message", () => {
  const whole = stored("tool_intent_signed");
  const ends = new Set<number>();

  for (let length = 0; length < whole.length; length++) {
    try {
      const decoded = decodeIntent(whole.subarray(0, length));
      assertEquals(encodeIntent(decoded), whole.slice(0, length));
      ends.add(length);
    } catch (error) {
      assert(error instanceof WireDecodeError);
    }
  }

  // A cut between two fields is a message; one within a field never is.
  assertEquals(ends.size, 12);
});

Deno.test("WIRE-3.5 A message has a limit", () => {
  const bytes = stored("tool_intent");
  const maxBytes = bytes.length - 1;

  const read = assertThrows(
    () => decodeIntent(bytes, { maxBytes }),
    WireDecodeError,
  );
  const write = assertThrows(
    () => encodeIntent(INTENT, { maxBytes }),
    WireSizeError,
  );

  assertEquals([read.reason, read.byteLength], ["too_large", bytes.length]);
  assertEquals([write.byteLength, write.maxBytes], [bytes.length, maxBytes]);
  assertEquals(encodeIntent(INTENT, { maxBytes: bytes.length }), bytes);
  assertEquals(decodeIntent(bytes, { maxBytes: bytes.length }), INTENT);
});

Deno.test("WIRE-3.5 A message has a limit: 4 MiB unless set", () => {
  const payload = new Uint8Array(4 * 1024 * 1024);

  assertThrows(() => encodeResult({ ...RESULT, payload }), WireSizeError);
  assertThrows(() => decodeResult(payload), WireDecodeError);
  const large = encodeResult({ ...RESULT, payload }, { maxBytes: Infinity });
  assertThrows(() => decodeResult(large), WireDecodeError);
  assertEquals(
    decodeResult(large, { maxBytes: Infinity }).payload.length,
    payload.length,
  );
});

Deno.test("WIRE-3.6 A field that does not fit is refused", () => {
  const intents: [keyof EncodableIntent, unknown, typeof Error][] = [
    ["seq", 2n ** 63n, RangeError],
    ["seq", 7, TypeError],
    ["stepIndex", -1, RangeError],
    ["stepIndex", 2 ** 32, RangeError],
    ["stepIndex", 0.5, TypeError],
    ["attempt", NaN, TypeError],
    ["createdAtMs", -(2n ** 63n) - 1n, RangeError],
    ["expiresAtMs", undefined, TypeError],
    ["argsJson", '"\ud800"', TypeError],
    ["toolName", undefined, TypeError],
    ["intentId", 1, TypeError],
    ["entityKey", "entity-1", TypeError],
    ["traceId", null, TypeError],
    ["kind", "wish", TypeError],
    ["kind", 2 ** 31, RangeError],
    ["kind", 0.5, RangeError],
    ["signatureScheme", "none", TypeError],
    ["signature", "00", TypeError],
    ["signingKeyId", "\udc00", TypeError],
    ["unknownFields", "zz", TypeError],
  ];
  const results: [keyof ToolResult, unknown, typeof Error][] = [
    ["status", "done", TypeError],
    ["payload", "null", TypeError],
    ["completedAtMs", 2n ** 64n, RangeError],
    ["errorMessage", undefined, TypeError],
  ];

  // Casts: callers without types reach this.
  for (const [field, value, type] of intents) {
    const intent = { ...INTENT, [field]: value } as EncodableIntent;
    assertThrows(() => encodeIntent(intent), type, `"${field}"`);
  }
  for (const [field, value, type] of results) {
    const result = { ...RESULT, [field]: value } as ToolResult;
    assertThrows(() => encodeResult(result), type, `"${field}"`);
  }
  const notBytes = "CiQ" as unknown as Uint8Array;
  assertThrows(() => decodeIntent(notBytes), TypeError, "Uint8Array");
});

Deno.test("WIRE-3.7 A decoded message shares no memory", () => {
  const whole = Uint8Array.of(...stored("tool_intent_signed"), ...UNKNOWN);
  const expected = decodeIntent(whole.slice());

  for (const bytes of [whole.slice(), Buffer.from(whole)]) {
    const decoded = decodeIntent(bytes);
    bytes.fill(0);

    assertEquals(decoded, expected);
    assertEquals(decoded.entityKey.constructor, Uint8Array);
  }
});

Deno.test({
  name: "WIRE-3.9 The generated code is that of the schema",
  ignore: !generatorIsCached(),
  fn: async () => {
    const folder = await Deno.makeTempDir();
    try {
      const { success } = await generator("generate", "--output", folder);
      const files = ["intent_pb.ts", "result_pb.ts"];
      const read = (base: string | URL) =>
        Promise.all(files.map((file) =>
          Deno.readTextFile(
            new URL(`src/gen/beam_agents/v1/${file}`, base),
          )
        ));

      assert(success);
      assertEquals(
        await read(new URL(`file://${folder}/`)),
        await read(new URL("../", import.meta.url)),
      );
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

function generatorCommand(...args: string[]): Deno.Command {
  return new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--allow-all",
      "--cached-only",
      "npm:@bufbuild/buf@1.75.0",
      ...args,
    ],
    cwd: new URL("..", import.meta.url),
    stdout: "null",
    stderr: "null",
  });
}

function generator(...args: string[]): Promise<Deno.CommandOutput> {
  return generatorCommand(...args).output();
}

function generatorIsCached(): boolean {
  const cached = generatorCommand("--version").outputSync().success;
  if (!cached) {
    console.log(
      "WIRE-3.9 ignored: the generator is not cached; run `deno task generate`",
    );
  }
  return cached;
}
