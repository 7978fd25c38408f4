import { assertLess, assertRejects } from "@std/assert";
import { tool, ToolArgumentError, ToolRunner } from "@beam/tools";
import { scope } from "./fidelity/untyped.ts";
import {
  assertRows,
  assertTextRows,
  each,
  REFUSED,
  type Row,
} from "./coercion/rows.ts";

function testRows(name: string, rows: readonly Row[]): void {
  Deno.test(name, () => assertRows(rows));
}

function testTextRows(name: string, rows: readonly Row[]): void {
  Deno.test(name, () => assertTextRows(rows));
}

const NAME = "COERCE-1.10 No number loses digits";

/** JSON numbers of which `JSON.parse` loses digits, or may have lost them by what it gives. */
const LOSSY = [
  "9007199254740993",
  "-9007199254740993",
  "9007199254740992",
  "12345678901234567890",
  "9007199254740993.0",
  "9007199254740993.000",
  "9007199254740993e0",
  "9007199254740993E+0",
  "9.007199254740993e15",
  "-9.007199254740993e15",
  "90071992547409930e-1",
  "0.00009007199254740993e20",
  "9007199254740993.5",
  "1.2345678901234567891e+30",
];

const CHOICE = [
  { op: "'add'", id: "number" },
  "|",
  { op: "'drop'", id: "string" },
];
const LIST = scope({ list: { "id?": "number", "next?": "list" } }).export()
  .list;

/** Where a number can stand: a definition, and the JSON text around the number. */
const PLACES: readonly (readonly [unknown, string, string])[] = [
  ["number", "", ""],
  ["number.integer", "", ""],
  ["number >= 0", "", ""],
  ["string", "", ""],
  ["boolean", "", ""],
  ["30 | 60", "", ""],
  ["number | null", "", ""],
  ["number | string", "", ""],
  ["boolean | number.integer", "", ""],
  ["unknown", "", ""],
  ["unknown", "[1,", "]"],
  ["unknown", '{"a":[', "]}"],
];

/** The same for arrays and objects, which may come as JSON text as well. */
const SHAPES: readonly (readonly [unknown, string, string])[] = [
  ["number[]", "[1,", "]"],
  ["number.integer[]", "[", "]"],
  ["(number | string)[]", '["a",', "]"],
  ["number[][]", "[[", "]]"],
  ["unknown[]", "[", "]"],
  ["number[] | null", "[", "]"],
  [{ "[string]": "number" }, '{"a":', "}"],
  [{ "[string]": "unknown" }, '{"a":{"b":', "}}"],
  [{ id: "number" }, '{"id":', "}"],
  [{ id: "unknown", "+": "delete" }, '{"id":', "}"],
  ["object", '{"a":', "}"],
  ["object.json", '{"a":[', "]}"],
  [CHOICE, '{"op":"add","id":', "}"],
  [LIST, '{"next":{"next":{"id":', "}}}"],
];

testTextRows(`${NAME}: of a number`, [
  ...[...PLACES, ...SHAPES].flatMap(([definition, before, after]) =>
    each(
      definition,
      LOSSY.map((number) => `${before}${number}${after}`),
      REFUSED,
    )
  ),
  // Among positions, which take no JSON text.
  ...each(
    [["number", "string"]][0],
    LOSSY.map((number) => `[${number},"a"]`),
    REFUSED,
  ),
]);

testTextRows(
  `${NAME}: of a number in JSON text within text`,
  SHAPES.flatMap(([definition, before, after]) =>
    each(
      definition,
      LOSSY.map((number) => JSON.stringify(`${before}${number}${after}`)),
      REFUSED,
    )
  ),
);

testRows(`${NAME}: of a number in JSON text`, [
  ...SHAPES.flatMap(([definition, before, after]) =>
    each(
      definition,
      LOSSY.map((number) => `${before}${number}${after}`),
      REFUSED,
    )
  ),
  // JSON text in JSON text.
  ...each(
    "number[][]",
    LOSSY.map((number) => JSON.stringify([`[${number}]`])),
    REFUSED,
  ),
  ["number[][]", '["[1]"]', [[1]]],
]);

Deno.test(`${NAME}: of arguments that are encoded twice`, async () => {
  const echo = tool({ name: "echo", parameters: { id: "number" } }, () => 0);
  for (const number of LOSSY) {
    await assertRejects(
      () => new ToolRunner().run(echo, JSON.stringify(`{"id":${number}}`)),
      ToolArgumentError,
      undefined,
      number,
    );
  }
});

testRows(`${NAME}: of the text of one`, [
  ...[
    "number",
    "number.integer",
    "number >= 0",
    "number | null",
    "boolean | number.integer",
    "30 | 60",
    "boolean",
    "null",
  ].flatMap((definition) => each(definition, LOSSY, REFUSED)),
  ...each("number", ["9_007_199_254_740_993", " 9007199254740993e0 "], REFUSED),
  ...LOSSY.flatMap((text): Row[] => [
    ["number[]", [text], REFUSED],
    [["number", "string"], [text, "a"], REFUSED],
    [{ "[string]": "number" }, { a: text }, REFUSED],
    [CHOICE, { op: "add", id: text }, REFUSED],
    [LIST, { next: { id: text } }, REFUSED],
    // Where text is meant it is all there.
    ["string", text, text],
    ["number | string", text, text],
    ["unknown", text, text],
    ["unknown", `[${text}]`, `[${text}]`],
    ["object", { a: text }, { a: text }],
    ["object.json", { a: [text] }, { a: [text] }],
    ["string[]", [text], [text]],
    ["(number | string)[]", [text], [text]],
    [{ "[string]": "string" }, { a: text }, { a: text }],
    [CHOICE, { op: "drop", id: text }, { op: "drop", id: text }],
  ]),
]);

/** Numbers that come out with the digits that they were written with. */
const KEPT: readonly (readonly [string, number])[] = [
  ["9007199254740991", 9007199254740991],
  ["-9007199254740991", -9007199254740991],
  ["9007199254740991.0", 9007199254740991],
  ["9007199254740991e0", 9007199254740991],
  ["9.007199254740991e15", 9007199254740991],
  ["1e21", 1e21],
  ["1E+21", 1e21],
  ["1.000000000000000000e21", 1e21],
  ["6.02214076e23", 6.02214076e23],
  ["1.7976931348623157e308", Number.MAX_VALUE],
  ["-0", -0],
  ["0.1", 0.1],
];

testTextRows(
  `${NAME}: and what loses none is taken`,
  KEPT.flatMap(([text, number]): Row[] => [
    ["number", text, number],
    ["number", `"${text}"`, number],
    ["number | null", `"${text}"`, number],
    ["unknown", text, number],
    ["number[]", `[${text}]`, [number]],
    ["number[]", `"[${text}]"`, [number]],
    [{ "[string]": "number" }, `{"a":"${text}"}`, { a: number }],
  ]),
);

testRows(`${NAME}: nor does a bigint become a number`, [
  ...["number", "number.integer", "string", "30 | 60", "unknown"].flatMap((
    definition,
  ) => each(definition, [30n, 2n ** 60n], REFUSED)),
  ...each("boolean", [0n, 1n], REFUSED),
  ["number | string", 1n, REFUSED],
  ["number[]", [1n], REFUSED],
  [{ "[string]": "number" }, { a: 1n }, REFUSED],
  ["object", { a: 1n }, REFUSED],
  [CHOICE, { op: "add", id: 1n }, REFUSED],
]);

testRows(`${NAME}: of a number that comes as a value`, [
  ...each("number.integer", [2 ** 53, -(2 ** 53), 2 ** 60, 1e21], REFUSED),
  ...each("number.integer | null", [2 ** 53, 1e21], REFUSED),
  // Nobody can tell any more what was written.
  ["number", 2 ** 60, 2 ** 60],
  ["unknown", [2 ** 60], [2 ** 60]],
]);

Deno.test(`${NAME}: and much text takes little time`, async () => {
  const echo = tool({ name: "echo", parameters: { id: "number" } }, () => 0);
  for (
    const id of [
      `1${"0".repeat(1e6)}1e0`,
      `1.${"0".repeat(1e6)}1e300`,
      `0.${"0".repeat(1e6)}1e1000100`,
    ]
  ) {
    const start = performance.now();
    await assertRejects(
      () => new ToolRunner().run(echo, `{"id":${id}}`),
      ToolArgumentError,
    );
    assertLess(performance.now() - start, 1_000);
  }
});
