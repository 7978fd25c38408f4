import { assertEquals, assertRejects } from "@std/assert";
import { tool, ToolArgumentError, ToolRunner } from "@beam/tools";
import { assertRows, each, REFUSED, type Row } from "./coercion/rows.ts";

function testRows(name: string, rows: readonly Row[]): void {
  Deno.test(name, () => assertRows(rows));
}

testRows("COERCE-1.1 Text is never made, and never changed", [
  ...["", " 10 ", "00123", "1e3", "true", "null", '{"a":1}'].map((
    text,
  ): Row => ["string", text, text]),
  ...each("string", [5, true, null, ["x"], {}], REFUSED),
  ...each("string.uuid", [5, " x "], REFUSED),
  // No number of seconds is made a date, nor is one made before an author's own change.
  ...each("string.date.iso", [1704067200000, 20240105, true, null], REFUSED),
  ["string.trim", " 5 ", "5"],
  ...each("string.trim", [5, true, null], REFUSED),
  ["'a' | 'b'", "a", "a"],
  ...each("'a' | 'b'", ["A", " a", 1, true, null], REFUSED),
]);

testRows("COERCE-1.2 An integer is taken from the text of one", [
  ...each(
    "number.integer",
    ["10", " 10 ", "\t10\n", "+10", "10.0", "10.00", "010", "1_0", 10, 10.0],
    10,
  ),
  ["number.integer", "-007", -7],
  ["number.integer", "1_0.0", 10],
  ["number.integer", "1_000", 1000],
  ["number.integer", 1e3, 1000],
  ...each("number.integer", ["-0", "-0.0", "+0", "00", -0, 0], 0),
  ...each("number.integer", [" 5 ", "+5", "\u00a05", "05"], 5),
  ["number.integer", 9007199254740991, 9007199254740991],
  ["number.integer", "9007199254740991", 9007199254740991],
  ...each("number.integer", [
    "",
    " ",
    "- 10",
    "--1",
    "+-1",
    "10.",
    ".0",
    "10.5",
    10.5,
    "1e3",
    "1E3",
    "1.0e0",
    "1,000",
    "1__0",
    "0__1",
    "_1",
    "1_",
    "42_.0",
    "5.",
    ".5",
    "0x10",
    "0b1",
    "0o7",
    "10n",
    "10px",
    "nan",
    "NaN",
    "inf",
    "Infinity",
    "-Infinity",
    "null",
    "true",
    "½",
    "٣",
    "0-1",
    "00-5.0",
    "9007199254740993",
    9007199254740992,
    1e21,
    Infinity,
    NaN,
    "1".repeat(5_000),
    null,
    [],
    [1],
    {},
  ], REFUSED),
]);

testRows("COERCE-1.3 A number is taken from decimal text", [
  ["number", "10", 10],
  ["number", "10.", 10],
  ["number", ".5", 0.5],
  ["number", "+1", 1],
  ...each("number", [" 5 ", "+5", "5.", "5.0", "5e0", "05"], 5),
  ...each("number", ["+.5", "5e-1"], 0.5),
  ...each("number", ["-0", "-0.0", "-0e5", -0], -0),
  ...each("number", ["0", "+0", "0e400", 0], 0),
  ["number", "1_000", 1000],
  ["number", " 1_000 ", 1000],
  ["number", "1e3", 1000],
  ["number", "1E-2", 0.01],
  ["number", "007", 7],
  ["number", "1_000.5", 1000.5],
  ["number", " 0.5 ", 0.5],
  ["number", "0.0", 0],
  ...each("number", [
    "",
    " ",
    "1,000",
    "0x10",
    "1__0",
    "0__1",
    "_1",
    "1_.5",
    "1e_5",
    "10px",
    "true",
    "null",
    ".",
    "-",
    "5e",
    "NaN",
    "nan",
    "Infinity",
    "-Infinity",
    "inf",
    "-inf",
    "1e400",
    "1e-400",
    "9007199254740993",
    "9007199254740993.",
    "9007199254740993.0",
    Infinity,
    NaN,
    null,
    [],
    {},
  ], REFUSED),
]);

testRows("COERCE-1.4 A boolean counts as 1 or 0 for a number", [
  ["number.integer", true, 1],
  ["number.integer", false, 0],
  ["number", true, 1],
  ["number >= 1", false, REFUSED],
]);

testRows("COERCE-1.5 A boolean is taken from a word for it", [
  ...each(
    "boolean",
    ["true", "True", "TRUE", "t", "T", "yes", "Y", "oN", "1", 1, 1.0, true],
    true,
  ),
  ...each(
    "boolean",
    ["false", "False", "FALSE", "f", "no", "N", "off", "0", 0, -0, false],
    false,
  ),
  ...each("boolean", [
    " true ",
    "true\n",
    "",
    "1.0",
    "01",
    "-0",
    // Letters that look alike, or that other rules of case take for one.
    "yeſ",
    "ＴＲＵＥ",
    "2",
    2,
    -1,
    1.5,
    "null",
    "None",
    "maybe",
    "enabled",
    null,
    [],
    {},
  ], REFUSED),
  // A literal is no boolean.
  ...each("true", ["true", "True", "1", 1, "yes"], REFUSED),
  ...each("false", ["false", "0", 0, ""], REFUSED),
  ["boolean[]", ["True", "f", 1, "0"], [true, false, true, false]],
  [{ "[string]": "boolean" }, { a: "YES", b: 0 }, { a: true, b: false }],
  ["boolean | null", "t", true],
  ["boolean | null", "null", REFUSED],
]);

testRows("COERCE-1.6 Nothing becomes null", [
  ["string | null", "null", "null"],
  ["string | null", "", ""],
  ["number | null", null, null],
  ...each("number | null", ["null", "None", ""], REFUSED),
  ...each("null", ["null", "", 0, false, []], REFUSED),
]);

testRows("COERCE-1.7 A number literal is taken from its exact text", [
  ["30 | 60 | 90", 60, 60],
  ["30 | 60 | 90", "60", 60],
  ...each("30 | 60 | 90", ["60 ", "060", "60.0", 45, true], REFUSED),
  ["0 | 1.5", -0, 0],
  ["0 | 1.5", "0", 0],
  ["0 | 1.5", "1.5", 1.5],
  ...each("0 | 1.5", ["-0", "0.0", "+1.5", "1.50", "", false, null], REFUSED),
  ["1 | '1'", "1", "1"],
  ["1 | '1'", 1, 1],
]);

testRows("COERCE-1.8 Elements and members are coerced one by one", [
  ["number.integer[]", ["1", 2.0], [1, 2]],
  ["number.integer[]", ["x"], REFUSED],
  ...each("number.integer[]", [5, { 0: 1 }, null, true], REFUSED),
  [["number", "string"], ["1", "1"], [1, "1"]],
  ...each([["number", "string"]][0], [["1"], [1, "a", 2], "[1,2]"], REFUSED),
  [{ "[string]": "number" }, { a: "1", b: 2 }, { a: 1, b: 2 }],
  [{ n: "number" }, { n: "1" }, { n: 1 }],
  ...each({ n: "number" }, [[], new Map(), new Date(0)], REFUSED),
  ...each(
    { "[string]": "number" },
    [[], [1], 5, true, null, "x", new Map(), { a: "x" }, { a: null }],
    REFUSED,
  ),
  ["unknown", { a: ["1", null] }, { a: ["1", null] }],
]);

testRows("COERCE-1.9 JSON text is decoded once where no text is meant", [
  ["number.integer[]", "[1,2]", [1, 2]],
  ["number.integer[]", ' ["1"] ', [1]],
  [{ name: "string" }, '{"name":"a"}', { name: "a" }],
  [{ "[string]": "number" }, '{"a":1}', { a: 1 }],
  ...each("number.integer[]", [
    "[1,",
    "5",
    "1,2",
    '{"a":1}',
    '"[1]"',
    '["x"]',
    "[9007199254740993]",
  ], REFUSED),
  ["string[] | string", '["x"]', '["x"]'],
  ["string[] | null", '["x"]', ["x"]],
]);

testRows("COERCE-3.1 Rules judge the coerced value", [
  ["0 <= number.integer <= 10", "10", 10],
  ["0 <= number.integer <= 10", true, 1],
  ...each(
    "0 <= number.integer <= 10",
    ["11", -1, "-1", 10.5, "10.5"],
    REFUSED,
  ),
]);

Deno.test("RUN-1.4 Arguments are coerced per the model", async () => {
  const calls: unknown[] = [];
  const search = tool({
    name: "search",
    parameters: { page: "number.integer", all: "boolean", "tags?": "string[]" },
  }, (args) => {
    calls.push(args);
  });
  const args = { page: "2", all: "no", tags: '["a"]' };
  const copy = structuredClone(args);

  await new ToolRunner().run(search, args);
  const error = await assertRejects(
    () => new ToolRunner().run(search, { page: "1", all: "maybe" }),
    ToolArgumentError,
  );

  assertEquals(calls, [{ page: 2, all: false, tags: ["a"] }]);
  assertEquals(args, copy);
  // What could be coerced is no fault beside what could not.
  assertEquals(error.issues.map(({ path }) => path), [["all"]]);
});

Deno.test("COERCE-3.2 A direct call coerces nothing", () => {
  const echo = tool(
    { name: "echo", parameters: { n: "number" } },
    (args) => args,
  );
  const args = { n: "1" };

  assertEquals(echo(args as never) as unknown, args);
});
