import { scope } from "arktype";
import {
  assert,
  assertEquals,
  assertLess,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import {
  parseArguments,
  tool,
  ToolArgumentError,
  ToolRunner,
} from "@beam/tools";

const order = tool({
  name: "order",
  parameters: {
    id: "number.integer > 0",
    "items?": [{ sku: "string", "quantity?": "number.integer" }, "[]"],
    "password?": ["string >= 12", "@", { format: "password" }],
    "keys?": [{ api: "string", pin: "number" }, "@", { format: "password" }],
    "size?": ["'small' | 'large'", "@", "the size to ship"],
    "note?": "unknown",
  },
}, () => "ordered");

async function errorFor(args: unknown): Promise<ToolArgumentError> {
  const error = await assertRejects(
    () => new ToolRunner().run(order, args),
    ToolArgumentError,
  );
  assertLess(new TextEncoder().encode(error.message).length, 4_097);
  return error;
}

function nested(depth: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

Deno.test("ERR-1.1 A fault says where, what and what came", async () => {
  const error = await errorFor({
    id: "ten",
    items: [{ sku: "a" }, { sku: 5 }],
    size: "huge",
  });

  assertEquals(error.toolName, "order");
  assertEquals(error.issues.map(({ path }) => path), [["id"], [
    "items",
    1,
    "sku",
  ], ["size"]]);
  assertEquals(
    error.issues[0]?.message,
    'id: expected an integer above 0, got text "ten"',
  );
  assertStringIncludes(
    error.issues[1]!.message,
    "items[1].sku: expected text, got 5",
  );
  // The rule, not the description that the author gave it.
  assertEquals(error.issues[2]?.expected, '"large" or "small"');
});

Deno.test("ERR-1.2 A missing and an undeclared key are told apart", async () => {
  const error = await errorFor({
    itemz: [],
    items: [{ quantity: 1, skus: "a" }],
  });

  const messages = error.issues.map(({ message }) => message);
  assertEquals(
    messages.filter((message) => message.includes("is missing")).length,
    2,
  );
  assert(
    messages.some((message) =>
      message.includes('itemz is not a parameter; did you mean "items"?')
    ),
  );
  assert(
    messages.some((message) =>
      message.includes('items[0].skus is not a parameter; did you mean "sku"?')
    ),
  );
});

Deno.test("ERR-2.1 An error stays short and counts what it leaves out", async () => {
  const items = Array.from({ length: 10_000 }, () => ({ sku: 1 }));

  const error = await errorFor({ id: 1, items });

  assertEquals(error.issues.length + error.omitted, 10_000);
  assertStringIncludes(error.message, `(${error.omitted} more left out)`);
});

Deno.test("ERR-2.2 Long values and long keys are cut", async () => {
  const size = "x".repeat(1_000_000);
  const key = "k".repeat(100_000);

  assertLess((await errorFor({ id: 1, size })).message.length, 300);
  assertLess((await errorFor({ id: 1, [key]: 1 })).message.length, 400);
  assertLess(
    (await errorFor(JSON.stringify({ id: 1, size }))).message.length,
    300,
  );
});

Deno.test("ERR-2.3 Deep nesting is refused, as text and as a value", async () => {
  const deep = nested(20_000);
  const text = `{"id":1,"note":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;

  assertStringIncludes(
    (await errorFor({ id: 1, note: deep })).message,
    "levels",
  );
  assertStringIncludes((await errorFor(text)).message, "levels");
  assertThrows(() => parseArguments(text), ToolArgumentError, "levels");
  for (const [levels, fits] of [[255, true], [256, false]] as const) {
    const edge = `{"note":${"[".repeat(levels)}${"]".repeat(levels)},"id":1}`;
    if (fits) {
      assertEquals(parseArguments(edge), JSON.parse(edge));
      assertEquals(await new ToolRunner().run(order, edge), "ordered");
    } else {
      assertThrows(() => parseArguments(edge), ToolArgumentError);
      await errorFor(edge);
    }
  }
  assertEquals(
    (await errorFor({ id: 1, items: deep })).issues[0]?.path.slice(0, 2),
    ["items", 0],
  );
});

Deno.test("ERR-3.1 No part of a secret stands in an error", async () => {
  const error = await errorFor({
    id: 1,
    password: "hunter2hunt",
    keys: { api: 987654321, pin: "s3cret-pin" },
  });

  assertEquals(error.issues.map(({ path }) => path.join(".")), [
    "password",
    "keys.api",
    "keys.pin",
  ]);
  for (const secret of ["hunter2", "987654321", "s3cret"]) {
    assert(
      !JSON.stringify(error).includes(secret) &&
        !error.message.includes(secret),
    );
  }
});

Deno.test("ERR-3.1 No part of a secret stands in an error: a shape that stands in the open as well", async () => {
  const { Tree } = scope({ Tree: { "text?": "number", "child?": "Tree" } })
    .export();
  const grow = tool({
    name: "grow",
    parameters: { seen: Tree, hidden: [Tree, "@", { format: "password" }] },
  }, () => "grown");
  const seen = { child: { text: "plain" } };
  const hidden = { child: { text: "s3cret" } };

  const error = await assertRejects(
    () => new ToolRunner().run(grow, { seen, hidden }),
    ToolArgumentError,
  );

  assertStringIncludes(error.message, "plain");
  assert(!error.message.includes("s3cret"));
});

Deno.test("ERR-4.1 Text that is not one JSON object is refused", () => {
  for (
    const text of [
      "[1]",
      "5",
      '"x"',
      "true",
      '{"a":1',
      '{"a":1}{"a":2}',
      "{a:1}",
      "NaN",
    ]
  ) {
    assertThrows(() => parseArguments(text), ToolArgumentError);
  }
  for (const text of ["", "  ", "null"]) assertEquals(parseArguments(text), {});
  assertEquals(parseArguments(JSON.stringify('{"a":1}')), { a: 1 });
  assertThrows(
    () => parseArguments(JSON.stringify(JSON.stringify('{"a":1}'))),
    ToolArgumentError,
  );
});

Deno.test("ERR-4.2 Text with an integer beyond 2^53 is refused", async () => {
  for (
    const value of [
      "9007199254740993",
      "-9007199254740993",
      "9007199254740993.0",
      "[[1,12345678901234567890]]",
    ]
  ) {
    assertThrows(
      () => parseArguments(`{"id":1,"note":${value}}`),
      ToolArgumentError,
      "2^53",
    );
    assertStringIncludes(
      (await errorFor(`{"id":1,"note":${value}}`)).message,
      "2^53",
    );
  }
  const text =
    '{"id":1,"note":["9007199254740993",0.12345678901234567,9007199254740991,1e21]}';
  assertEquals(parseArguments(text), JSON.parse(text));
  assertEquals(await new ToolRunner().run(order, text), "ordered");
});

Deno.test("ERR-4.3 The length of text is bounded", () => {
  assertThrows(
    () => parseArguments('{"a":1}', { maxLength: 5, toolName: "order" }),
    ToolArgumentError,
    '"order"',
  );
  assertThrows(() => parseArguments(5 as never), TypeError);
});
