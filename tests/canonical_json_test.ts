import { assert, assertEquals, assertThrows } from "@std/assert";
import {
  canonicalJson,
  CanonicalJsonError,
  type CanonicalJsonReason,
} from "@beam/tools/wire";

Deno.test("WIRE-1.1 Keys are sorted by code point", () => {
  const value = {
    b: { z: 1, "": 2, a: 3 },
    "\u{1f600}": 1,
    "\uffff": 2,
    "\ue000": 3,
    "\ud7ff": 4,
    "10": 5,
    "9": 6,
    a: 7,
    B: 8,
    "\u{1f600}a": 9,
    ["__proto__"]: 10,
  };

  const text = canonicalJson(value);

  assertEquals(
    text,
    '{"10":5,"9":6,"B":8,"__proto__":10,"a":7,"b":{"":2,"a":3,"z":1},' +
      '"\ud7ff":4,"\ue000":3,"\uffff":2,"\u{1f600}":1,"\u{1f600}a":9}',
  );
});

// As Python 3.11 writes them, whole ones as int.
const NUMBERS: readonly (readonly [number | bigint, string])[] = [
  [0, "0"],
  [-0, "0"],
  [1.0, "1"],
  [-7, "-7"],
  [9007199254740991, "9007199254740991"],
  [-9007199254740991, "-9007199254740991"],
  [9007199254740993n, "9007199254740993"],
  [-(2n ** 70n), "-1180591620717411303424"],
  [0.1, "0.1"],
  [-12.5, "-12.5"],
  [0.0001, "0.0001"],
  [0.00012345, "0.00012345"],
  [0.00009999, "9.999e-05"],
  [-0.00001, "-1e-05"],
  [0.000001, "1e-06"],
  [1.5e-7, "1.5e-07"],
  [1e-10, "1e-10"],
  [1.7976931348623157e-300, "1.7976931348623157e-300"],
  [5e-324, "5e-324"],
  [4503599627370495.5, "4503599627370495.5"],
  [0.30000000000000004, "0.30000000000000004"],
];

Deno.test("WIRE-1.2 Numbers are spelled as Python spells them", () => {
  const spelled = NUMBERS.map(([value]) => canonicalJson(value));

  assertEquals(spelled, NUMBERS.map(([, text]) => text));
});

Deno.test("WIRE-1.3 Text is escaped no more than needed", () => {
  const text = canonicalJson([
    '\u0000\b\t\n\v\f\r\u001f"\\/',
    "\u007f\u2028\u2029é\u{1f600}",
    "a text of more than twenty letters, which takes another path: \u0001é",
    { 'k"\n': true },
  ]);

  assertEquals(
    text,
    '["\\u0000\\b\\t\\n\\u000b\\f\\r\\u001f\\"\\\\/",' +
      '"\u007f\u2028\u2029é\u{1f600}",' +
      '"a text of more than twenty letters, which takes another path: ' +
      '\\u0001é",{"k\\"\\n":true}]',
  );
});

class Money {
  amount = 1;
}

const REFUSED: readonly (readonly [string, unknown, CanonicalJsonReason])[] = [
  ["undefined", undefined, "undefined"],
  ["a function", () => 1, "function"],
  ["a symbol", Symbol("s"), "symbol"],
  ["NaN", NaN, "not_finite"],
  ["-Infinity", -Infinity, "not_finite"],
  ["2^53", 2 ** 53, "unsafe_integer"],
  ["-1e300", -1e300, "unsafe_integer"],
  ["a high surrogate", "a\ud800", "lone_surrogate"],
  ["a low surrogate", "\udc00a", "lone_surrogate"],
  ["surrogates in the wrong order", "\udc00\ud800", "lone_surrogate"],
  ["a Date", new Date(0), "not_plain"],
  ["a Map", new Map(), "not_plain"],
  ["bytes", new Uint8Array(1), "not_plain"],
  ["a boxed number", Object(1), "not_plain"],
  ["an instance", new Money(), "not_plain"],
  ["an array of a subclass", new (class extends Array {})(), "not_plain"],
  ["an inheriting object", Object.create({ a: 1 }), "not_plain"],
  ["a promise", Promise.resolve(1), "not_plain"],
];

Deno.test("WIRE-1.4 What has no exact spelling is refused", () => {
  for (const [label, value, reason] of REFUSED) {
    for (
      const [path, whole] of [
        [[], value],
        [["a", 1], { a: [0, value] }],
        [["é", "b"], { "é": { a: null, b: value } }],
      ] as const
    ) {
      const error = assertThrows(
        () => canonicalJson(whole),
        CanonicalJsonError,
      );

      assertEquals([error.reason, error.path], [reason, path], label);
    }
  }
});

Deno.test("WIRE-1.4 What has no exact spelling is refused: keys and holes", () => {
  const cases: [unknown, CanonicalJsonReason, (string | number)[]][] = [
    [{ a: { "\ud800": 1 } }, "lone_surrogate", ["a", "\ud800"]],
    [{ a: { [Symbol("s")]: 1 } }, "symbol_key", ["a"]],
    // deno-lint-ignore no-sparse-arrays -- the hole is what is tested
    [[1, , 3], "undefined", [1]],
  ];

  for (const [value, reason, path] of cases) {
    const error = assertThrows(() => canonicalJson(value), CanonicalJsonError);

    assertEquals([error.reason, error.path], [reason, path]);
  }
});

Deno.test("WIRE-1.4 What has no exact spelling is refused: the message", () => {
  const error = assertThrows(
    () => canonicalJson({ order: [{ paid: NaN }] }),
    CanonicalJsonError,
  );

  assertEquals(
    error.message,
    'Cannot write canonical JSON at "order[0].paid": NaN and infinities are ' +
      "no JSON values; write null or text",
  );
  const long = { ["k".repeat(100_000)]: undefined };
  const bounded = assertThrows(() => canonicalJson(long), CanonicalJsonError);
  assert(bounded.message.length < 300);
});

Deno.test("WIRE-1.4 What has no exact spelling is refused: the rest is accepted", () => {
  const bare = Object.assign(Object.create(null), { b: 1, a: [] });
  const hidden = Object.defineProperty({}, Symbol("s"), { value: 1 });

  assertEquals(canonicalJson(bare), '{"a":[],"b":1}');
  assertEquals(canonicalJson(hidden), "{}");
  assertEquals(
    canonicalJson(Object.freeze([null, true, false])),
    "[null,true,false]",
  );
});

function nest(depth: number, array: boolean): unknown {
  let value: unknown = array ? [] : {};
  for (let level = 1; level < depth; level++) {
    value = array ? [value] : { a: value };
  }
  return value;
}

Deno.test("WIRE-1.5 Nesting has a limit that the stack does not reach", () => {
  for (const array of [true, false]) {
    assertEquals(JSON.parse(canonicalJson(nest(64, array))), nest(64, array));
    for (const depth of [65, 1_000_000]) {
      const error = assertThrows(
        () => canonicalJson(nest(depth, array)),
        CanonicalJsonError,
      );
      assertEquals([error.reason, error.path.length], ["too_deep", 64]);
    }
  }
});

Deno.test("WIRE-1.5 Nesting has a limit that the stack does not reach: cycles", () => {
  const self: Record<string, unknown> = { a: 1 };
  self.self = self;
  const list: unknown[] = [];
  list.push({ list }, list);

  const one = assertThrows(
    () => canonicalJson({ x: self }),
    CanonicalJsonError,
  );
  const two = assertThrows(() => canonicalJson(list), CanonicalJsonError);

  assertEquals([one.reason, one.path], ["cycle", ["x", "self"]]);
  assertEquals([two.reason, two.path], ["cycle", [0, "list"]]);
});

Deno.test("WIRE-1.5 Nesting has a limit that the stack does not reach: shared values are no cycle", () => {
  const shared = { a: [1] };

  assertEquals(
    canonicalJson([shared, shared, { shared }]),
    '[{"a":[1]},{"a":[1]},{"shared":{"a":[1]}}]',
  );
});

Deno.test("WIRE-1.6 Each property is read once", () => {
  const reads: string[] = [];
  const value = {
    get b() {
      reads.push("b");
      return reads.length;
    },
    get a() {
      reads.push("a");
      return [1];
    },
  };

  const text = canonicalJson(value);

  assertEquals(text, '{"a":[1],"b":2}');
  assertEquals(reads, ["a", "b"]);
});

Deno.test("WIRE-1.6 Each property is read once: toJSON is no escape", () => {
  const inherited = Object.create({ toJSON: () => 1 });
  const own = { toJSON: () => 1 };

  const first = assertThrows(
    () => canonicalJson(inherited),
    CanonicalJsonError,
  );
  const second = assertThrows(() => canonicalJson(own), CanonicalJsonError);

  assertEquals([first.reason, second.reason], ["not_plain", "function"]);
});

Deno.test("WIRE-1.6 Each property is read once: one that throws", () => {
  const cause = new Error("not now");
  const value = {
    a: {
      get b() {
        throw cause;
      },
    },
  };
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();

  const getter = assertThrows(() => canonicalJson(value), CanonicalJsonError);
  const revoked = assertThrows(
    () => canonicalJson([proxy]),
    CanonicalJsonError,
  );

  assertEquals([getter.reason, getter.path], ["unreadable", ["a", "b"]]);
  assertEquals(getter.cause, cause);
  assertEquals([revoked.reason, revoked.path], ["unreadable", [0]]);
});

Deno.test("WIRE-1.7 The text has a limit", () => {
  const exact = canonicalJson(["aé"], { maxLength: 6 });
  const cases = [["abc"], "abcde", { a: "b" }, [1, 2, 3], 1234567];

  assertEquals(exact, '["aé"]');
  for (const value of cases) {
    const error = assertThrows(
      () => canonicalJson(value, { maxLength: 6 }),
      CanonicalJsonError,
    );
    assertEquals(error.reason, "too_long");
  }
});

Deno.test("WIRE-1.7 The text has a limit: small values with endless text", () => {
  let bomb: unknown = [];
  for (let level = 1; level < 64; level++) bomb = [bomb, bomb];

  const error = assertThrows(
    () => canonicalJson(bomb, { maxLength: 1_000_000 }),
    CanonicalJsonError,
  );

  assertEquals(error.reason, "too_long");
});
