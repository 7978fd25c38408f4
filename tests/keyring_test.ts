import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { Keyring, KeyringError, keyringFrom } from "@beam/tools/wire";

const SECRET = "c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0IQ==";
const TEXT = `# rotated in March
k1=${SECRET}

  k2 = AAECAw==\t
# k3=AAECAw==
`;

Deno.test("WIRE-5.1 A keyring is lines of id and base64", () => {
  for (const text of [TEXT, TEXT.replaceAll("\n", "\r\n"), `\ufeff${TEXT}`]) {
    const keyring = Keyring.parse(text);

    assertEquals(keyring.ids, ["k1", "k2"]);
    assertEquals(keyring.get("k2")?.secret, Uint8Array.of(0, 1, 2, 3));
    assertEquals(keyring.get("k1")?.secret.toBase64(), SECRET);
    assertEquals(keyring.get("k3"), undefined);
    assertEquals(keyring.get("constructor"), undefined);
  }
});

Deno.test("WIRE-5.1 A keyring is lines of id and base64: keys are copied", () => {
  const secret = Uint8Array.of(1, 2);
  const keyring = new Keyring([{ id: "k1", secret }]);

  secret.fill(0);
  keyring.get("k1")?.secret.fill(0);

  assertEquals(keyring.get("k1")?.secret, Uint8Array.of(1, 2));
});

const FAULTY = [
  SECRET.replaceAll("=", ""), // no "="
  `=${SECRET}`, // no id
  "k2=", // no secret
  `k2=${SECRET}!`, // not base64
  `k2=${SECRET.slice(0, -1)}`, // not padded
  "k2=-_-_", // the other alphabet
  `k1=${SECRET}`, // an id for the second time
];

Deno.test("WIRE-5.2 A faulty line is named by its number", () => {
  for (const line of FAULTY) {
    const error = assertThrows(
      () => Keyring.parse(`# comment\nk1=AAECAw==\n${line}\n`),
      KeyringError,
    );

    assertEquals(error.line, 3, line);
  }
  for (const text of ["", "\n\n", "# k1=AAECAw==\n"]) {
    const error = assertThrows(() => Keyring.parse(text), KeyringError);

    assertEquals(error.line, 0);
  }
});

Deno.test("WIRE-5.2 A faulty line is named by its number: keys that are handed over", () => {
  const secret = Uint8Array.of(1);

  assertThrows(() => new Keyring([{ id: "", secret }]), KeyringError);
  assertThrows(
    () => new Keyring([{ id: "a", secret: new Uint8Array() }]),
    KeyringError,
  );
  assertThrows(
    () => new Keyring([{ id: "a", secret }, { id: "a", secret }]),
    KeyringError,
  );
});

Deno.test("WIRE-5.3 A reference names a variable or a file", async () => {
  const reads: string[] = [];
  const sources = {
    readEnv: (name: string) => {
      reads.push(`env ${name}`);
      return TEXT;
    },
    readFile: (path: string) => {
      reads.push(`file ${path}`);
      return Promise.resolve(TEXT);
    },
  };

  const fromEnv = await keyringFrom("env:INTENT_KEYS", sources);
  const fromFile = await keyringFrom("file:/run/keys:1", sources);

  assertEquals(reads, ["env INTENT_KEYS", "file /run/keys:1"]);
  assertEquals(fromEnv.ids, ["k1", "k2"]);
  assertEquals(fromFile.ids, ["k1", "k2"]);
  for (const reference of ["INTENT_KEYS", "https://keys", "", "ENV:A"]) {
    await assertRejects(() => keyringFrom(reference, sources), KeyringError);
  }
  assertEquals(reads.length, 2);
});

Deno.test("WIRE-5.3 A reference names a variable or a file: what is missing", async () => {
  const readEnv = () => undefined;
  const readFile = () => Promise.reject(new Error("gone"));

  await assertRejects(() => keyringFrom("env:A", { readEnv }), KeyringError);
  await assertRejects(() => keyringFrom("file:a", { readFile }), KeyringError);
  await assertRejects(() => keyringFrom("env:A", {}), TypeError, "readEnv");
  await assertRejects(() => keyringFrom("file:a", {}), TypeError, "readFile");
});

Deno.test("WIRE-5.4 No secret is shown", async () => {
  const line = `k1=${SECRET}`;
  const readEnv = () => undefined;
  const readFile = (path: string) =>
    Promise.reject(new Error(`No such file ${path}`));
  const failures = [
    ...FAULTY.map((faulty) => () =>
      Promise.try(() => Keyring.parse(`${line}\n${faulty}`))
    ),
    () => Promise.try(() => Keyring.parse(`${line}\n${line}`)),
    () => keyringFrom(line, {}),
    () => keyringFrom(`env:${line}`, { readEnv }),
    () => keyringFrom(`file:${line}`, { readFile }),
    () => keyringFrom(`env:${line}`, {}),
    () => keyringFrom(`env:${line}`, { readEnv: (name) => Deno.env.get(name) }),
  ];
  const keyring = Keyring.parse(line);

  const errors = await Promise.all(failures.map((fail) => assertRejects(fail)));

  const shown = [...errors, keyring, [keyring]].map((value) =>
    Deno.inspect(value, { depth: 10, showHidden: true })
  );
  shown.push(JSON.stringify(keyring), String(keyring));
  const bytes = Deno.inspect(Uint8Array.fromBase64(SECRET)).slice(20, 60);
  for (const text of shown) {
    assert(!text.includes(SECRET.slice(0, 8)) && !text.includes(bytes), text);
  }
});
