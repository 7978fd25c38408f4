import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { tool, ToolArgumentError, ToolRunner } from "@beam/tools";
import { assertRows, each, REFUSED, type Row } from "./coercion/rows.ts";
import { scope } from "./fidelity/untyped.ts";

function testRows(name: string, rows: readonly Row[]): void {
  Deno.test(name, () => assertRows(rows));
}

testRows("COERCE-2.1 A branch that fits exactly wins", [
  ["number | string", "1", "1"],
  ["number | string", 1, 1],
  ["number[] | string[]", ["1"], ["1"]],
  ["number[] | string[]", [1], [1]],
  ["boolean | string", "true", "true"],
]);

testRows("COERCE-2.2 Text is never converted where text is meant", [
  ["number | string", true, 1],
  ["number | string", null, REFUSED],
  ["boolean | string", 1, true],
  ["string.uuid | number", "5", REFUSED],
]);

testRows("COERCE-2.3 Scalars are tried in a fixed order", [
  ["boolean | number.integer", "1", 1],
  ["boolean | number.integer", "true", true],
  ["boolean | number.integer", "t", true],
  ["boolean | number.integer", 1, 1],
  ["boolean | number", "-0", -0],
  ...each("boolean | number", ["Infinity", "NaN", "", "0__1"], REFUSED),
  ["number.integer | null", "1", 1],
  ["number.integer | string[]", "1", 1],
  ["number.integer | string[]", ["1"], ["1"]],
]);

const CHOICE = [
  { op: "'add'", n: "number" },
  "|",
  { op: "'drop'", id: "string" },
];
const VERSIONS = [{ v: "1", x: "string" }, "|", { v: "2", y: "number" }];
const OUTCOME = [{ ok: "true", n: "number" }, "|", {
  ok: "false",
  why: "string",
}];
const { expression: EXPRESSION } = scope({
  expression: "sum | leaf",
  sum: { op: "'sum'", left: "expression", "note?": "string" },
  leaf: { op: "'leaf'", n: "number" },
}).export();

testRows("COERCE-2.4 A tag decides alone", [
  [CHOICE, { op: "add", n: "1" }, { op: "add", n: 1 }],
  [CHOICE, '{"op":"add","n":"1"}', { op: "add", n: 1 }],
  ...each(
    CHOICE,
    [{ op: "add", id: "x" }, { op: "drop", n: 1 }, {
      op: "add",
      n: 1,
      id: "x",
    }],
    REFUSED,
  ),
  // The shape of the other tag would take all of this.
  [
    [{ op: "'a'", n: "number" }, "|", { op: "'b'", "[string]": "string" }],
    { op: "a", n: "x" },
    REFUSED,
  ],
  // The exact text of a number is the tag, and no other spelling of a tag is.
  ...[2, 2.0, "2"].map((v): Row => [VERSIONS, { v, y: "5" }, { v: 2, y: 5 }]),
  [VERSIONS, '{"v":"2","y":"5"}', { v: 2, y: 5 }],
  ...each(
    VERSIONS,
    ["2.0", " 2", "+2", "02", "2e0"].map((v) => ({ v, y: 5 })),
    REFUSED,
  ),
  [VERSIONS, { v: true, x: "a" }, REFUSED],
  [OUTCOME, { ok: true, n: "1" }, { ok: true, n: 1 }],
  ...each(
    OUTCOME,
    ["true", "True", "1", 1].map((ok) => ({ ok, n: 1 })),
    REFUSED,
  ),
  ...each(
    [{ v: "null", x: "string" }, "|", { v: "1", y: "number" }],
    [{ v: "null", x: "a" }, { v: "", x: "a" }],
    REFUSED,
  ),
  ...each(
    [{ v: "'1'", x: "string" }, "|", { v: "'2'", y: "number" }],
    [{ v: 1, x: "a" }],
    REFUSED,
  ),
  [EXPRESSION, { op: "leaf", n: "1" }, { op: "leaf", n: 1 }],
  [
    EXPRESSION,
    { op: "sum", left: '{"op":"leaf","n":"1"}' },
    { op: "sum", left: { op: "leaf", n: 1 } },
  ],
  [EXPRESSION, { op: "sum", left: { op: "leaf", n: "x" } }, REFUSED],
  // Shapes without a tag: the one with most of its keys present, then with the least that is coerced.
  [
    [{ x: "number", y: "number" }, "|", { x: "string", y: "number" }],
    { x: "1", y: "2" },
    { x: "1", y: 2 },
  ],
  [
    [{ x: "number", "y?": "number" }, "|", { x: "string", "z?": "number" }],
    { x: "1", y: "2" },
    { x: 1, y: 2 },
  ],
]);

Deno.test("COERCE-2.5 A tag that is unknown or absent is refused by its name", async () => {
  const faultsOf = async (definition: unknown, value: unknown) => {
    const parameters = { value: definition } as never;
    const choose = tool({ name: "choose", parameters }, () => "chosen");
    const { issues } = await assertRejects(
      () => new ToolRunner().run(choose, { value } as never),
      ToolArgumentError,
    );
    return issues.map(({ path, message }) => [path.join("."), message]);
  };
  const unknown = [
    "mul",
    "ADD",
    " add",
    "",
    "constructor",
    "__proto__",
    null,
    true,
    0,
    ["add"],
  ].map((op) => ({ op, n: 1 }));
  const absent = [{ n: 1 }, { n: "1" }, { id: "x" }, {}, {
    op: undefined,
    n: 1,
  }];

  for (const value of unknown) {
    const [[path, message] = [], ...more] = await faultsOf(CHOICE, value);
    assertEquals([path, more], ["value.op", []]);
    assertMatch(message!, /^value.op: expected "drop" or "add", got /);
  }
  for (const value of absent) {
    assertEquals(await faultsOf(CHOICE, value), [[
      "value.op",
      'value.op is missing: expected "drop" or "add"',
    ]]);
  }
  assertEquals(await faultsOf(VERSIONS, { y: 5 }), [
    ["value.v", "value.v is missing: expected 1 or 2"],
  ]);
  assertEquals(
    await faultsOf(EXPRESSION, { op: "sum", left: { n: "1" } }),
    [["value.left.op", 'value.left.op is missing: expected "sum" or "leaf"']],
  );
});

testRows(
  "COERCE-2.5 A tag that is unknown or absent is refused by its name: unless another branch takes it",
  [
    [[CHOICE, "|", { "[string]": "string" }], { op: "mul" }, { op: "mul" }],
    [[CHOICE, "|", { "[string]": "string" }], { id: "x" }, { id: "x" }],
    [[CHOICE, "|", { "[string]": "number" }], { op: "mul" }, REFUSED],
    [[CHOICE, "|", "string"], '{"op":"mul"}', '{"op":"mul"}'],
    // A key that may be absent is no tag.
    [
      [{ "op?": "'add'", n: "number" }, "|", { op: "'drop'", id: "string" }],
      { n: "1" },
      { n: 1 },
    ],
  ],
);
