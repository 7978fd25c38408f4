import { createHash } from "node:crypto";
import { assertEquals, assertThrows } from "@std/assert";
import { intentId, traceId } from "@beam/tools/wire";
// Internal: every length of padding, which ids alone would not reach.
import { sha1 } from "../src/sha1.ts";

// Made with Python's uuid module.
const IDS: readonly (readonly [
  string | Uint8Array,
  number | bigint,
  number,
  string,
])[] = [
  ["entity-1", 7, 2, "ae132720-ef00-5246-b526-5b18bec03dd0"],
  ["", 0, 0, "30db89a2-7585-5735-849e-0be871f4c11d"],
  [Uint8Array.of(0, 255), 1, 0, "36aed061-ee96-548e-ac8d-08b2e79240c9"],
  [
    "é",
    1099511627776,
    4294967295,
    "c2e62a90-94fc-5378-b074-3f122817d3b0",
  ],
  ["user-42", -1, 0, "ac1df542-73b0-5bad-9787-2194926c39c3"],
  [
    new Uint8Array(64).fill(0x80),
    9223372036854775807n,
    3,
    "9c38f208-6b34-572e-b51b-fd8d73eb9af5",
  ],
  ["user-1", 1, 0, "ec14275e-be6c-59a1-b081-c36a6408d260"],
  ["user-1", 1, 1, "c2a2edad-ed1c-5d12-bb8b-f089796ebf1d"],
  ["user-1", 2, 0, "529b8dcc-01a3-5f27-84cb-f3a06a884b6b"],
];

Deno.test("WIRE-2.1 An intent id is the UUID of key, seq and step", () => {
  const ids = IDS.map(([key, seq, step]) => intentId(key, seq, step));

  assertEquals(ids, IDS.map(([, , , id]) => id));
});

Deno.test("WIRE-2.1 An intent id is the UUID of key, seq and step: SHA-1 of any length", () => {
  for (let length = 0; length < 300; length++) {
    const message = Uint8Array.from(
      { length },
      (_, index) => index * 7 + length,
    );

    const digest = sha1(message).toHex();

    assertEquals(digest, createHash("sha1").update(message).digest("hex"));
  }
});

Deno.test("WIRE-2.2 A trace id is the UUID of key and seq", () => {
  const trace = traceId("entity-1", 7);

  assertEquals(trace.toHex(), "79734ee4e9db598ab4dad4ad43d01b84");
  assertEquals(trace.length, 16);
});

Deno.test("WIRE-2.3 A text key stands for its UTF-8 bytes", () => {
  const key = "clé \u{1f600}";
  const bytes = new TextEncoder().encode(key);

  assertEquals(intentId(bytes, 5n, 1), intentId(key, 5, 1));
  assertEquals(traceId(bytes, -5n), traceId(key, -5));
  assertEquals(intentId(key, -0, -0), intentId(key, 0, 0));
});

Deno.test("WIRE-2.4 What has no id is refused", () => {
  const outOfRange: [number | bigint, number][] = [
    [2n ** 63n, 0],
    [-(2n ** 63n) - 1n, 0],
    [2 ** 53, 0],
    [0, -1],
    [0, 2 ** 32],
  ];
  const misfits: [unknown, unknown, unknown][] = [
    ["k", 1.5, 0],
    ["k", NaN, 0],
    ["k", Infinity, 0],
    ["k", "1", 0],
    ["k", undefined, 0],
    ["k", 1, 0.5],
    ["k", 1, 0n],
    ["k", 1, "0"],
    ["\ud800", 1, 0],
    [42, 1, 0],
    [undefined, 1, 0],
    [[1], 1, 0],
  ];

  for (const [seq, step] of outOfRange) {
    assertThrows(() => intentId("k", seq, step), RangeError);
  }
  for (const [key, seq, step] of misfits) {
    // Casts: callers without types reach this.
    assertThrows(
      () => intentId(key as string, seq as number, step as number),
      TypeError,
    );
  }
  assertThrows(() => traceId("k", 2n ** 63n), RangeError);
  assertThrows(() => traceId("\udc00", 0), TypeError);
});
