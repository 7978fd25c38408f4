import { type } from "../untyped.ts";
import { Group, type Row } from "./row.ts";

const numbers = new Group("number");
for (
  const definition of [
    "number",
    "number.integer",
    "number.epoch",
    "number.safe",
    "number > 0",
    "number >= 0",
    "number < 10",
    "number <= 10",
    "0 < number < 10",
    "-5 <= number <= 5",
    "number.integer > 0",
    "0 < number.integer < 3",
    "number % 2",
    "(number % 3) > 0",
    "number % 7",
    "number % 10",
    "number <= 9007199254740992",
    "number >= 0.1",
    "number == 5",
    "number.safe % 2",
    "number.integer & number.safe",
    "number % 2 & number % 3",
    "number % 1000000007",
  ]
) numbers.faithful(definition);
numbers
  .refused("number.NaN", "is NaN, which is not JSON")
  .refused("number.Infinity", "is Infinity, which is not JSON")
  .refused("number.NegativeInfinity", "is -Infinity, which is not JSON")
  .refused("number < 1e21", "no definition that ArkType can read")
  .refused("number % 0.5", "no definition that ArkType can read")
  .faithful(
    "divisibleBy(4).moreThan(4)",
    () => type.number.divisibleBy(4).moreThan(4),
  )
  .refused(
    "atMost(Infinity)",
    "has the bound Infinity",
    () => type.number.atMost(Infinity),
  )
  .faithful("atLeast(-0)", () => type.number.atLeast(-0))
  .refused(
    "an integer beyond 2^53",
    "beyond 2^53",
    () => type.keywords.number.integer.moreThan(2 ** 60),
  )
  .refused(
    "type.schema that allows NaN",
    "allows NaN",
    () => type.schema({ domain: "number", numberAllowsNaN: true }),
  );

const keywords = new Group("keyword");
for (
  const keyword of [
    "boolean",
    "true",
    "false",
    "null",
    "object",
    "unknown",
    "unknown.any",
    "object.json",
    "Array",
    "Array.index",
  ]
) keywords.faithful(keyword);
for (
  const [keyword, reason] of [
    ["undefined", "is undefined"],
    ["bigint", "is bigint"],
    ["symbol", "is symbol"],
    ["never", "no value fits"],
    ["object.json.stringify", "lets bad values through"],
    ["Date", "is Date"],
    ["Map", "is Map"],
    ["Set", "is Set"],
    ["WeakMap", "is WeakMap"],
    ["WeakSet", "is WeakSet"],
    ["RegExp", "is RegExp"],
    ["Error", "is Error"],
    ["Function", "is Function"],
    ["Promise", "is Promise"],
    ["URL", "is URL"],
    ["File", "is File"],
    ["Blob", "is Blob"],
    ["Headers", "is Headers"],
    ["Request", "is Request"],
    ["Response", "is Response"],
    ["ArrayBuffer", "is ArrayBuffer"],
    ["FormData", "is FormData"],
    ["Uint8Array", "no definition that ArkType can read"],
    ["TypedArray.Uint8", "is Uint8Array"],
    ["Key", "is symbol"],
    ["undefined[]", "is undefined"],
  ] as const
) {
  keywords.refused(
    keyword,
    reason,
    () => keyword,
    keyword.endsWith("[]") ? "[]" : "",
  );
}
keywords.refused(
  "a class of the author's",
  "is Ledger, which is not JSON",
  () => type.instanceOf(class Ledger {}),
);

const literals = new Group("literal or union");
for (
  const definition of [
    "'a'",
    "'a' | 'b'",
    "'a' | 'b' | null",
    "0",
    "-1",
    "1.5",
    "1 | 2 | 3",
    "true | 1 | 'x'",
    "boolean | 1",
    "string | number",
    "string | null",
    "string[] | string",
    "(string | number)[]",
    "number | boolean | null",
    "'' | 'x'",
    "'1' | 1",
    "unknown | string",
    "never | string",
    "string | string[]",
    "'a' | 'b' | number > 5",
    "string.email | string.uuid",
    "string.ip | 'localhost'",
    "'😀'",
    "true | null",
    "object | string",
    "Exclude<'a' | 'b' | 1, string>",
    "Extract<'a' | 'b' | 1, string>",
  ]
) literals.faithful(definition);
const SHARED = {};
literals
  .refused("1n", "is bigint")
  .refused("'a' | 1n", "is bigint")
  .faithful("keyof", () => type({ a: "string", b: "number" }).keyof())
  .faithful(
    "enumerated('a', 1, null, true)",
    () => type.enumerated("a", 1, null, true),
  )
  .refused(
    "enumerated('a', undefined)",
    "is undefined",
    () => type.enumerated("a", undefined),
  )
  .faithful("unit(-0)", () => type.unit(-0))
  .faithful("unit(0)", () => type.unit(0))
  .refused("unit(Infinity)", "is Infinity", () => type.unit(Infinity))
  .refused("unit(NaN)", "is NaN", () => type.unit(NaN))
  .refused(
    "enumerated(1, Infinity)",
    "is Infinity",
    () => type.enumerated(1, Infinity),
  )
  .refused("unit({})", "is Object", () => type.unit(SHARED))
  .refused("unit(Symbol())", "is symbol", () => type.unit(Symbol()))
  .refused("unit(new Date(0))", "is Date", () => type.unit(new Date(0)))
  .faithful("unit of a lone surrogate", () => type.unit("\ud800"))
  .faithful("unit(2^53)", () => type.unit(9007199254740992))
  .faithful(
    "discriminated objects",
    () =>
      type({ kind: "'a'", a: "string" }).or({ kind: "'b'", "b?": "number" }),
  )
  .faithful(
    "discriminated objects, closed",
    () =>
      type({ "+": "reject", kind: "'a'", a: "string" })
        .or({ "+": "reject", kind: "'b'", "b?": "number" }),
  )
  .faithful(
    "overlapping objects",
    () => type({ "a?": "string" }).or({ "a?": "string", b: "number" }),
  )
  .faithful("described union", () => type("'a' | 'b'").describe("a letter"));

/** What a single value can be: numbers, keywords, literals and unions of them. */
export const SCALAR_ROWS: readonly Row[] = [
  ...numbers.rows,
  ...keywords.rows,
  ...literals.rows,
];
