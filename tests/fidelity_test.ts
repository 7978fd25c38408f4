/** The argument model is internal; it is what `tool(...)` reads a definition with. */
import { assert, assertEquals, assertThrows } from "@std/assert";
import * as other from "arktype-other";
import { argumentModel } from "../src/argument_model.ts";
import { ToolDefinitionError } from "../src/errors.ts";
import { type Check, fuzz, type FuzzResult } from "./fidelity/fuzz.ts";
import { scope, type } from "./fidelity/untyped.ts";

/** Looks for a counterexample to one promise about all definitions; `deno task fidelity` looks further. */
function share(check: Check): FuzzResult {
  const seed = Math.floor(Math.random() * 2 ** 31);
  console.log(`seed ${seed}`);
  return fuzz({ seed, runs: 150, values: 40, checks: [check] });
}

Deno.test("TOOL-2.4 The schema and the validator accept the same arguments", () => {
  const { definitions, compared, accepted } = share("verdicts");

  assert(definitions > 60, `only ${definitions} definitions were accepted`);
  assert(accepted > compared / 4 && accepted < compared * 3 / 4);
});

Deno.test("FID-2.1 A value that fits is never touched", () => {
  assert(share("coercion").definitions > 60);
});

Deno.test("FID-2.2 A validator made as code and one that is not agree", () => {
  assert(share("compiled").definitions > 60);
});

Deno.test("FID-2.7 A definition means what it means to ArkType", () => {
  assert(share("meaning").definitions > 60);
});

async function published(
  args: readonly string[],
  flags: readonly string[] = [],
): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      ...flags,
      new URL("fidelity/published.ts", import.meta.url).pathname,
      ...args,
    ],
  }).output();
  assertEquals(code, 0, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

Deno.test("FID-2.3 Nothing depends on making code from text", async () => {
  const forbidden = "--v8-flags=--disallow-code-generation-from-strings";

  const texts = await Promise.all([
    published(["100"]),
    published(["100"], [forbidden]),
  ]);

  assert(texts[0].length > 10_000);
  assertEquals(texts[1], texts[0]);
});

const expression = scope({
  expression: "literal | plus | times",
  literal: { lit: "number" },
  plus: { left: "expression", plus: "expression" },
  times: { left: "expression", times: "expression" },
}).export().expression;

Deno.test("FID-2.4 A recursive value is judged anew in each branch of a union", () => {
  const model = argumentModel({ value: expression }, "calculate");
  const lit = { lit: 1 };

  const verdicts = [
    lit,
    { left: lit, times: lit },
    { left: "garbage", times: lit },
    { left: { left: { lit: "1" }, plus: lit }, times: lit },
    { left: { left: lit, plus: lit }, times: { left: lit, plus: lit } },
  ].map((value) => model.accepts({ value }));

  assertEquals(verdicts, [true, true, false, false, true]);
});

Deno.test("FID-2.5 Keys are left out by the object that says so", () => {
  const two = argumentModel(
    { value: { a: "string", b: "string", "+": "delete" } },
    "two",
  );
  const one = argumentModel(
    { value: { "a | b": "string", "+": "delete" } },
    "one",
  );
  const value = { a: "x", b: "y", "a | b": "z", c: 1 };

  const results = [
    two.prepare("two", { value }),
    one.prepare("one", { value }),
  ];

  assertEquals(results, [
    { value: { a: "x", b: "y" } },
    { value: { "a | b": "z" } },
  ]);
  assertEquals(Object.keys(value).length, 4);
});

Deno.test("FID-2.6 Branches that share a key do not multiply the time", () => {
  const model = argumentModel({ value: expression }, "calculate");
  let value: unknown = { lit: "one" };
  // Judged once for each branch on each level, this would take 2 to the power of 60 steps.
  for (let level = 0; level < 60; level++) {
    value = { left: value, times: { lit: 1 } };
  }

  assertEquals(model.accepts({ value }), false);
});

Deno.test("FID-3.1 The root is one object", () => {
  const recursive = scope({ node: { "next?": "node" } }).export().node;

  const roots = [
    undefined,
    {},
    { "a?": "string" },
    type({ a: "string" }),
    recursive,
    type("object"),
    { "[string]": "number" },
  ].map((definition) => argumentModel(definition ?? {}, "root").parameters);

  for (const root of roots) {
    assertEquals(root.type, "object");
    assert(typeof root.properties === "object");
    for (const key of ["$schema", "$ref", "anyOf", "oneOf", "allOf"]) {
      assert(!(key in root), key);
    }
  }
  for (
    const definition of [
      "string",
      "string[]",
      ["string"],
      [{ a: "1" }, "|", { b: "2" }],
      "unknown",
    ]
  ) {
    const error = assertThrows(
      () => argumentModel(definition, "root"),
      ToolDefinitionError,
    );
    assertEquals(error.parameter, "");
  }
});

Deno.test("FID-3.2 Properties keep the order in which they are declared", () => {
  const { parameters } = argumentModel({
    "...": { q: "string", "c?": "string" },
    z: "string",
    "m?": { y: "1", "b?": "2", a: "3" },
    a: "number = 1",
    list: [{ two: "2", one: "1" }, "[]"],
  }, "order");

  const properties = parameters.properties as Record<
    string,
    { properties?: object; items?: { properties: object } }
  >;
  assertEquals(Object.keys(properties), ["q", "c", "z", "m", "a", "list"]);
  assertEquals(Object.keys(properties.m!.properties!), ["y", "b", "a"]);
  assertEquals(Object.keys(properties.list!.items!.properties), ["two", "one"]);
});

Deno.test("FID-3.3 Every process publishes the same bytes", async () => {
  const texts = await Promise.all([
    published(["30"]),
    published(["30", "--others"]),
  ]);

  assertEquals(texts[1], texts[0]);
});

Deno.test("FID-3.4 A shape that contains itself is published once", () => {
  const { filter } = scope({
    filter: { "and?": "filter[]", "not?": "filter", "test?": "test" },
    test: { field: "string" },
  }).export();

  const { parameters } = argumentModel({ filter }, "find");

  const definitions = parameters.$defs as Record<string, unknown>;
  assertEquals(Object.keys(definitions), ["filter"]);
  assert(JSON.stringify(parameters).includes('"$ref":"#/$defs/filter"'));
});

Deno.test("FID-3.5 What the author says is kept", () => {
  const { parameters, description } = argumentModel(
    type({
      sort: type("'new' | 'old'").describe("Which first"),
      name: type("string").configure({
        title: "Name",
        description: "Of a person",
        examples: ["Ada"],
        deprecated: true,
      }),
      "near?": type({ km: type("number").describe("How far") })
        .describe("Where"),
      mail: type("string.email").describe("Where to write"),
      count: type("number").describe("How many").default(3),
    }).describe("Finds people"),
    "find",
  );

  const text = JSON.stringify(parameters);
  for (
    const words of [
      "Which first",
      "Of a person",
      "How far",
      "Where",
      "Where to write",
      "How many",
      "Finds people",
    ]
  ) assertEquals(text.split(`"${words}"`).length, 2, words);
  assertEquals(description, "Finds people");
  assertEquals((parameters.properties as Record<string, unknown>).name, {
    type: "string",
    title: "Name",
    description: "Of a person",
    examples: ["Ada"],
    deprecated: true,
  });
});

Deno.test("FID-3.6 A Type of another copy of ArkType works or is refused for that reason", () => {
  const another = other.type({ id: "string <= 3", "note?": "string.email" });

  const model = argumentModel({ value: another }, "another");

  assertEquals(
    model.parameters,
    argumentModel({
      value: type({ id: "string <= 3", "note?": "string.email" }),
    }, "own").parameters,
  );
  assert(model.accepts({ value: { id: "😀😀😀" } }));
  for (
    const definition of [
      { value: other.type("string.trim") },
      { value: [other.type("string"), "[]"] },
    ]
  ) {
    const error = assertThrows(
      () => argumentModel(definition, "another"),
      ToolDefinitionError,
    );
    assertEquals(error.parameter, "value");
    assert(error.reason.includes("another copy of ArkType"), error.reason);
  }
});

Deno.test("FID-3.7 Names that ArkType confuses are refused", () => {
  const things = (of: string): unknown =>
    scope({
      root: { a: "node" },
      node: { a: [[["node", "[]"], "&", "unknown[] <= 3"], "@", "w"], of },
    }).export().root;
  const first = things("string");
  const second = things("number");

  const model = argumentModel({ value: first }, "first");

  assert(model.accepts({ value: { a: { of: "x", a: [] } } }));
  const error = assertThrows(
    () => argumentModel({ value: second }, "second"),
    ToolDefinitionError,
    '"node"',
  );
  assertEquals(error.parameter, "value.a.a[]");
});
