import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import {
  canonicalJson,
  decodeIntent,
  decodeResult,
  encodeIntent,
  encodeResult,
  intentId,
  signIntent,
  traceId,
  WireDecodeError,
} from "@beam/tools/wire";
import { Random } from "./random.ts";

const COUNT = 2_000;
const PYTHON = findPython();
const SEED = Number(Deno.env.get("BEAM_SEED") ?? Date.now() % 2 ** 31);

console.log(
  PYTHON
    ? `wire oracle: seed ${SEED} (BEAM_SEED to repeat)`
    : "wire oracle ignored: no python3 with google.protobuf, or no protoc " +
      "(Debian: python3-protobuf, protobuf-compiler)",
);

function oracle(name: string, fn: (random: Random) => Promise<void>): void {
  Deno.test({ name, ignore: !PYTHON, fn: () => fn(new Random(SEED)) });
}

oracle("WIRE-1.8 Python writes the same text", async (random) => {
  const values = Array.from({ length: 2 * COUNT }, () => random.json(5));
  // Python reads another spelling of the same value, with keys as they came.
  const questions = values.map((value) => ({
    ask: "json",
    text: loose(value),
  }));

  const answers = await ask(questions);

  assertEquals(values.map((value) => canonicalJson(value)), answers);
});

oracle("WIRE-2.5 Python derives the same ids", async (random) => {
  const steps = Array.from({ length: COUNT }, () => ({
    key: random.bytes(80),
    seq: random.int64(),
    step: random.uint32(),
  }));
  const questions = steps.map(({ key, seq, step }) => ({
    ask: "id",
    key: key.toHex(),
    seq: String(seq),
    step: String(step),
  }));

  const answers = await ask(questions);

  assertEquals(
    steps.map(({ key, seq, step }) => [
      intentId(key, seq, step),
      traceId(key, seq).toHex(),
    ]),
    answers,
  );
});

oracle("WIRE-3.8 Protocol Buffers in Python agree", async (random) => {
  const intents = Array.from({ length: COUNT }, () => randomIntent(random));
  const written = intents.map((intent) => encodeIntent(intent).toHex());

  const answers = await ask(intents.map((intent) => ({
    ask: "write",
    message: "intent",
    fields: snakeCase(intent),
  })));

  assertEquals(written, answers);
  for (const [index, intent] of intents.entries()) {
    const decoded = decodeIntent(Uint8Array.fromHex(written[index]!));
    assertEquals(encodeIntent(decoded).toHex(), written[index]);
    assertEquals(decoded.argsJson, intent.argsJson);
    assertEquals(decoded.seq, intent.seq);
    assertEquals(decoded.entityKey, intent.entityKey);
  }
});

oracle("WIRE-3.8 Protocol Buffers in Python agree: results", async (random) => {
  const results = Array.from({ length: COUNT }, () => ({
    intentId: random.text(40),
    entityKey: random.bytes(40),
    seq: random.int64(),
    status: random.int32(),
    payload: random.bytes(300),
    errorMessage: random.text(40),
    completedAtMs: random.int64(),
  }));
  const written = results.map((result) => encodeResult(result).toHex());

  const answers = await ask(results.map((result) => ({
    ask: "write",
    message: "result",
    fields: snakeCase(result),
  })));

  assertEquals(written, answers);
  for (const hex of written) {
    assertEquals(
      encodeResult(decodeResult(Uint8Array.fromHex(hex))).toHex(),
      hex,
    );
  }
});

oracle(
  "WIRE-3.8 Protocol Buffers in Python agree: unknown fields",
  async (random) => {
    const messages = Array.from({ length: COUNT }, () => {
      const known = encodeIntent(randomIntent(random));
      return Uint8Array.of(...random.unknownFields(15), ...known);
    });

    const answers = await ask(messages.map((bytes) => ({
      ask: "rewrite",
      message: "intent",
      hex: bytes.toHex(),
    })));

    assertEquals(
      messages.map((bytes) => encodeIntent(decodeIntent(bytes)).toHex()),
      answers,
    );
  },
);

oracle(
  "WIRE-3.4 Bytes that are no message are refused: never read otherwise than Python",
  async (random) => {
    const messages = Array.from({ length: COUNT }, () => {
      const bytes = encodeIntent(randomIntent(random));
      const end = random.below(3) === 0
        ? random.below(bytes.length + 1)
        : undefined;
      for (let count = random.below(4); count > 0; count--) {
        const index = random.below(bytes.length);
        // The low three bits of a tag are its wire type.
        bytes[index]! ^= random.below(random.pick([8, 256]));
      }
      return bytes.slice(0, end);
    });

    const answers = await ask(messages.map((bytes) => ({
      ask: "rewrite",
      message: "intent",
      hex: bytes.toHex(),
    })));

    let read = 0;
    for (const [index, bytes] of messages.entries()) {
      const rewritten = rewriteUnlessRefused(bytes);
      if (rewritten === undefined) continue;
      read++;
      assertEquals(rewritten, answers[index], bytes.toHex());
    }
    assert(read > COUNT / 10 && read < COUNT);
  },
);

oracle(
  "WIRE-4.2 Signing gives the bytes that Python gives: random intents",
  async (random) => {
    const cases = Array.from({ length: COUNT }, () => ({
      bytes: Uint8Array.of(
        ...encodeIntent(randomIntent(random)),
        ...random.unknownFields(15),
      ),
      secret: Uint8Array.of(1, ...random.bytes(100)),
      id: `k${random.text(10)}`,
    }));

    const answers = await ask(cases.map(({ bytes, secret, id }) => ({
      ask: "sign",
      hex: bytes.toHex(),
      secret: secret.toHex(),
      key_id: id,
    })));

    const signed: string[] = [];
    for (const { bytes, secret, id } of cases) {
      signed.push((await signIntent(bytes, { id, secret })).toHex());
    }
    assertEquals(signed, answers);
  },
);

function rewriteUnlessRefused(bytes: Uint8Array): string | undefined {
  try {
    return encodeIntent(decodeIntent(bytes)).toHex();
  } catch (error) {
    if (error instanceof WireDecodeError) return undefined;
    throw error;
  }
}

function randomIntent(random: Random) {
  return {
    intentId: random.text(40),
    entityKey: random.bytes(40),
    seq: random.int64(),
    stepIndex: random.uint32(),
    toolName: random.text(20),
    argsJson: random.text(200),
    createdAtMs: random.int64(),
    expiresAtMs: random.int64(),
    attempt: random.uint32(),
    kind: random.int32(),
    traceId: random.bytes(16),
    signatureScheme: random.int32(),
    signingKeyId: random.text(10),
    signature: random.bytes(40),
  };
}

/** Field names and values as the schema and JSON have them. */
function snakeCase(fields: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value instanceof Uint8Array ? value.toHex() : String(value),
    ]),
  );
}

/** A spelling of our value that any JSON reader takes. */
function loose(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return `[ ${value.map(loose).join(" , ")} ]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, item]) =>
    `${JSON.stringify(key)}: ${loose(item)}`
  );
  return `{ ${members.join(" , ")} }`;
}

async function ask(questions: readonly unknown[]): Promise<unknown[]> {
  const path = (url: string) => fileURLToPath(new URL(url, import.meta.url));
  const child = new Deno.Command(PYTHON!, {
    args: [path("wire_oracle.py"), path("../../proto")],
    stdin: "piped",
    stdout: "piped",
    // Protocol Buffers logs each text that is not UTF-8.
    stderr: "piped",
  }).spawn();
  const input = questions.map((question) => `${JSON.stringify(question)}\n`);
  const writing = new Blob(input).stream().pipeTo(child.stdin);
  const { success, stdout, stderr } = await child.output();
  assert(success, new TextDecoder().decode(stderr.slice(-2_000)));
  await writing;
  const lines = new TextDecoder().decode(stdout).trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line));
}

/** The system's own Python first: another one on the path may lack protobuf. */
function findPython(): string | undefined {
  const check = "import google.protobuf, shutil; assert shutil.which('protoc')";
  return ["/usr/bin/python3", "python3"].find((python) => {
    try {
      const command = new Deno.Command(python, {
        args: ["-c", check],
        stderr: "null",
      });
      return command.outputSync().success;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return false;
      throw error;
    }
  });
}
