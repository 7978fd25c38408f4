import {
  assert,
  assertEquals,
  assertFalse,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import {
  parseArguments,
  tool,
  ToolArgumentError,
  ToolDefinitionError,
  ToolRegistry,
  ToolRunner,
} from "@beam/tools";
import { scope, type } from "arktype";
import { type as otherType } from "arktype-other";

/** A tool that lists what reached its body. */
// deno-lint-ignore no-explicit-any -- definitions of every kind come through here
function recorder(parameters: any) {
  const seen: unknown[] = [];
  const recording = tool({ name: "recorder", parameters }, (args: unknown) => {
    seen.push(args);
    return args;
  });
  const run = (args?: unknown): Promise<unknown> =>
    new ToolRunner().run(recording, args);
  const refuse = async (args?: unknown): Promise<ToolArgumentError> => {
    const before = seen.length;
    const error = await assertRejects(() => run(args), ToolArgumentError);
    assertEquals(seen.length, before);
    return error;
  };
  return { parameters: recording.schema.parameters, seen, run, refuse };
}

function refused(parameters: unknown): ToolDefinitionError {
  return assertThrows(() => recorder(parameters), ToolDefinitionError);
}

const pathsOf = (error: ToolArgumentError): string[] =>
  error.issues.map(({ path }) => path.join("."));

Deno.test("FAULT-1.1 A union of shapes as a whole is refused", () => {
  const error = refused(
    type({ op: "'add'", title: "string" }).or({ op: "'drop'", id: "string" }),
  );

  assertEquals(error.parameter, "");
  assertStringIncludes(error.message, "one object");
});

Deno.test("FAULT-1.2 What cannot be shown is refused where it is declared", () => {
  const error = refused({ label: type("string.trim").to("string >= 2") });

  assertEquals(error.parameter, "label");
});

Deno.test("FAULT-1.3 Values of JavaScript alone are refused", () => {
  const error = refused({ note: "string | undefined" });

  assertEquals(error.parameter, "note");
  assertStringIncludes(error.instead, "optional key");
  for (const definition of ["bigint", "symbol", "Function"]) {
    assertEquals(refused({ note: definition }).parameter, "note");
  }
});

Deno.test("FAULT-1.4 One bad tool takes no other down", async () => {
  const good = tool({ name: "good" }, () => 1);
  const registry = new ToolRegistry([good]);

  refused({ when: "Date" });

  assertEquals(registry.toolsSchema.length, 1);
  assertEquals(await new ToolRunner().run(good, {}), 1);
});

Deno.test("FAULT-1.5 A shape may contain itself", async () => {
  const { Thread } = scope({
    Comment: { text: "string", "replies?": "Comment[]" },
    Thread: { thread: "Comment" },
  })
    .export();
  const { parameters, run, refuse } = recorder(Thread);
  const thread = {
    text: "a",
    replies: [{ text: "b", replies: [{ text: "c", replies: [] }] }],
  };

  assert(JSON.stringify(parameters).length < 1_000);
  assertEquals(await run({ thread }), { thread });
  assertEquals(await run({ thread: JSON.stringify(thread) }), { thread });
  assertEquals(
    pathsOf(await refuse({ thread: { text: "a", replies: [{ text: 1 }] } })),
    ["thread.replies.0.text"],
  );
});

Deno.test("FAULT-1.6 A default makes its parameter optional in schema and check alike", async () => {
  const { parameters, run } = recorder({
    topic: "string",
    limit: "number.integer = 10",
  });

  assertEquals(parameters.required, ["topic"]);
  assertEquals(
    (parameters.properties as Record<string, { default: unknown }>).limit
      ?.default,
    10,
  );
  assertEquals(await run({ topic: "x" }), { topic: "x", limit: 10 });
});

Deno.test("FAULT-1.7 An enum of numbers stays one", async () => {
  const { parameters, run, refuse } = recorder({ minutes: "30 | 60 | 90" });

  assertEquals(parameters.properties, { minutes: { enum: [30, 60, 90] } });
  assertEquals(await run({ minutes: 60 }), { minutes: 60 });
  assertEquals(await run({ minutes: "60" }), { minutes: 60 });
  for (const minutes of ["60 ", 45, true]) await refuse({ minutes });
});

Deno.test("FAULT-1.8 No parameters are an empty object", async () => {
  const { parameters, seen, run } = recorder({});

  assertEquals(parameters, {
    type: "object",
    properties: {},
    additionalProperties: false,
  });
  await run({});
  await run("  ");
  assertEquals(seen, [{}, {}]);
});

Deno.test("FAULT-1.9 Absent and null are two things", async () => {
  const { parameters, run, refuse } = recorder({
    a: "string | null",
    "b?": "string",
  });

  assertEquals(parameters.required, ["a"]);
  assertEquals(pathsOf(await refuse({})), ["a"]);
  assertEquals(await run({ a: null }), { a: null });
  assertEquals(pathsOf(await refuse({ a: null, b: null })), ["b"]);
});

Deno.test("FAULT-1.10 Words reach the model once", () => {
  const described = tool({
    name: "described",
    description: "What it does.",
    parameters: {
      n: ["number", "@", "how many"],
      kind: ["'a' | 'b'", "@", "which kind"],
    },
  }, () => 1);

  const text = JSON.stringify(described.schema);

  for (const words of ["What it does.", "how many", "which kind"]) {
    assertEquals(text.split(words).length, 2);
  }
  assertStringIncludes(text, '"enum":["a","b"]');
});

Deno.test("FAULT-1.11 The root is a plain object", () => {
  const definitions = [
    { "a?": "string" },
    { "[string]": "number" },
    type({ a: "number" }).describe("numbers"),
  ];
  for (const definition of definitions) {
    const { parameters } = recorder(definition);

    assertEquals(parameters.type, "object");
    assertEquals(
      Object.keys(parameters).filter((key) => /Of$|^\$/.test(key)),
      [],
    );
  }
});

Deno.test("FAULT-1.12 A default is published as a value, or refused", async () => {
  const { parameters, run } = recorder({
    tags: ["string[]", "=", () => ["new"]],
  });

  assertEquals(
    (parameters.properties as Record<string, { default: unknown }>).tags
      ?.default,
    ["new"],
  );
  assertEquals(await run({}), { tags: ["new"] });
  assertEquals(
    refused({ when: ["unknown", "=", () => new Date(0)] }).parameter,
    "when",
  );
});

Deno.test("FAULT-1.13 A rule across keys is kept", async () => {
  const rule = type({ from: "number", to: "number" }).narrow(({ from, to }) =>
    to >= from
  );
  assertEquals(refused(rule).parameter, "");
  const { parameters, refuse, run } = recorder(
    rule.describe("to is not before from"),
  );

  assertEquals(parameters.description, "to is not before from");
  await refuse({ from: 5, to: "3" });
  assertEquals(await run({ from: 3, to: "5" }), { from: 3, to: 5 });
});

Deno.test("FAULT-1.52 A Type of another copy of ArkType works, or says why not", async () => {
  const { run, refuse } = recorder(otherType({ n: "number" }));

  assertEquals(await run({ n: "2" }), { n: 2 });
  await refuse({ n: "x" });
});

Deno.test("FAULT-3.20 Numbers sent as text are numbers", async () => {
  const { run } = recorder({ page: "number.integer", ratio: "number" });

  assertEquals(await run({ page: "12", ratio: " 0.5 " }), {
    page: 12,
    ratio: 0.5,
  });
});

Deno.test("FAULT-3.21 The text false is false", async () => {
  const { run, refuse } = recorder({ all: "boolean" });

  for (const all of ["false", "FALSE", "no", "0", "off"]) {
    assertEquals(await run({ all }), { all: false });
  }
  for (const all of ["maybe", "", " false ", "enabled"]) await refuse({ all });
});

Deno.test("FAULT-3.22 Nothing becomes text", async () => {
  const { refuse } = recorder({ account: "string" });

  for (const account of [123, true, null, ["x"], {}]) await refuse({ account });
});

Deno.test("FAULT-3.23 Text stays text", async () => {
  const { run } = recorder({
    body: "string | null",
    alt: "string | string[]",
    zip: "string",
  });
  for (const zip of ["00123", "1e3", "true", "null"]) {
    const args = { body: '{"a":1}', alt: '["x"]', zip };

    assertEquals(await run(args), args);
  }
});

Deno.test("FAULT-3.25 An array or object sent as text is decoded once", async () => {
  const { run, refuse } = recorder({
    ids: "number.integer[]",
    who: { name: "string" },
  });

  assertEquals(await run({ ids: "[1,2]", who: '{"name":"a"}' }), {
    ids: [1, 2],
    who: { name: "a" },
  });
  for (const ids of ["[1,", "5", '["x"]', '"[1]"']) {
    assertStringIncludes(
      (await refuse({ ids, who: { name: "a" } })).message,
      "not text",
    );
  }
});

Deno.test("FAULT-3.26 No digit is lost", async () => {
  const { refuse } = recorder({ id: "number.integer" });

  for (const id of ["9007199254740993", Number("9007199254740993"), 1e21]) {
    assertStringIncludes((await refuse({ id })).message, "text");
  }
  assertEquals(
    await recorder({ id: "string" }).run({ id: "9007199254740993" }),
    { id: "9007199254740993" },
  );
});

Deno.test("FAULT-3.27 Words for null are no null", async () => {
  const { run, refuse } = recorder({
    target: "string | null",
    n: "number | null",
  });

  assertEquals(pathsOf(await refuse({ target: "null", n: "null" })), ["n"]);
  assertEquals(await run({ target: "null", n: null }), {
    target: "null",
    n: null,
  });
  assertEquals(await run({ target: null, n: null }), { target: null, n: null });
});

Deno.test("FAULT-3.28 Null for an optional parameter is refused", async () => {
  const { refuse } = recorder({
    a: "string | null",
    "b?": "number",
    c: "number = 3",
  });

  assertEquals(pathsOf(await refuse({ a: null, b: null, c: null })), [
    "b",
    "c",
  ]);
});

Deno.test("FAULT-3.29 No prefix, blank or other base is a number", async () => {
  const { refuse } = recorder({ n: "number.integer" });
  for (
    const n of [
      "12px",
      "",
      " ",
      "1,000",
      "0x10",
      "12.5",
      "1e3",
      "+-1",
      "½",
      "ten",
    ]
  ) await refuse({ n });
});

Deno.test("FAULT-3.31 A union of arrays takes what one branch takes", async () => {
  const pair = type(["number", "number"]);
  const { run } = recorder({ value: pair.or(pair.array()) });
  const cases = [
    [[1, 2], [1, 2]],
    [[[1, 2], [3, 4]], [[1, 2], [3, 4]]],
    [[["1", "2"]], [[1, 2]]],
    [["1", 2], [1, 2]],
    [
      [],
      [],
    ],
  ];
  for (const [value, expected] of cases) {
    assertEquals(await run({ value }), { value: expected });
  }
});

Deno.test("FAULT-3.32 A misspelt argument is named", async () => {
  const { refuse } = recorder({
    path: "string",
    maxDepth: "number = 3",
    "filter?": { "newerThan?": "number" },
  });

  assertStringIncludes(
    (await refuse({ path: "a", depth: 1 })).message,
    'did you mean "maxDepth"?',
  );
  assertEquals(
    pathsOf(await refuse({ path: "a", filter: { newer_then: 1 } })),
    ["filter.newer_then"],
  );
  assertEquals(
    await recorder({ "+": "delete", path: "string" }).run({
      path: "a",
      depth: 1,
    }),
    { path: "a" },
  );
});

Deno.test("FAULT-3.33 The body gets what was validated", async () => {
  const { seen, run } = recorder({
    count: "number.integer = 1",
    on: "boolean",
  });

  await run({ on: "yes" });

  assertEquals(seen, [{ count: 1, on: true }]);
});

Deno.test("FAULT-3.34 What the schema refuses by kind never passes", async () => {
  const { run, refuse } = recorder({
    ops: [[{ op: "'init'" }, "[]"], "&", "unknown[] >= 1"],
  });

  assertEquals(pathsOf(await refuse({ ops: ["init"] })), ["ops.0"]);
  assertEquals(await run({ ops: [{ op: "init" }] }), { ops: [{ op: "init" }] });
  assertEquals(pathsOf(await refuse({ ops: [] })), ["ops"]);
});

Deno.test("FAULT-4.35 Blank arguments are none", async () => {
  const none = recorder({});
  const optional = recorder({ "a?": "string", b: "number = 1" });
  const required = recorder({ a: "string" });
  for (const args of ["", "   ", null, undefined]) {
    assertEquals(await none.run(args), {});
    assertEquals(await optional.run(args), { b: 1 });
    assertStringIncludes((await required.refuse(args)).message, "missing");
  }
});

Deno.test("FAULT-4.36 Arguments encoded twice are decoded, three times refused", async () => {
  const { run, refuse } = recorder({ n: "number" });
  const twice = JSON.stringify('{"n":2}');

  assertEquals(await run(twice), { n: 2 });
  await refuse(JSON.stringify(twice));
});

Deno.test("FAULT-4.37 Broken arguments end one call", async () => {
  const { run, refuse } = recorder({ "a?": "number" });
  for (
    const text of [
      '{"a":1',
      '{"a":1}{"a":2}',
      "{a:1}",
      '{"a":1} done',
      "[1]",
      "5",
      '"x"',
    ]
  ) {
    await refuse(text);
    assertThrows(() => parseArguments(text), ToolArgumentError);
  }
  assertEquals(await run("null"), {});
  assertEquals(await run('{"a":1}'), { a: 1 });
});

Deno.test("FAULT-4.38 Special keys are data or refused", async () => {
  const keys = '"__proto__":{"admin":true},"constructor":{"prototype":{"x":1}}';
  const { refuse } = recorder({ n: "number" });
  const error = await refuse(`{"n":1,${keys}}`);
  const { run } = recorder({ data: { "[string]": "unknown" } });
  const { data } = await run(`{"data":{${keys}}}`) as { data: object };

  assertEquals(pathsOf(error), ["__proto__", "constructor"]);
  assertEquals(Object.keys(data), ["__proto__", "constructor"]);
  assertFalse("admin" in {});
  assertEquals(Object.getPrototypeOf(data), Object.prototype);
});

Deno.test("FAULT-4.39 A bad call leaves nothing behind", async () => {
  const { run, refuse } = recorder({ n: "number" });
  for (let count = 0; count < 1_000; count++) await refuse("[]");

  assertEquals(await run({ n: 1 }), { n: 1 });
});

Deno.test("FAULT-4.40 Nothing reaches the body that does not fit", async () => {
  const { seen, refuse } = recorder({ sql: "string" });

  await refuse({});
  await refuse({ sql: [] });

  assertEquals(seen, []);
});
