import {
  assert,
  assertEquals,
  assertFalse,
  assertRejects,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import {
  type AnyTool,
  DuplicateToolError,
  SideEffectToolError,
  tool,
  ToolNotFoundError,
  ToolRegistry,
  ToolRunner,
} from "@beam/tools";

const named = (name: string, result: unknown = name) =>
  tool({ name }, () => result);

const textOf = (registry: ToolRegistry): string =>
  JSON.stringify(registry.toolsSchema);

Deno.test("REG-1.1 A registered tool is resolvable and appears in toolsSchema", () => {
  const lookup = named("lookup");
  const registry = new ToolRegistry();

  assertStrictEquals(registry.register(lookup), registry);

  assertStrictEquals(registry.get("lookup"), lookup);
  assert(registry.has("lookup"));
  assertEquals(registry.names, ["lookup"]);
  assertEquals(registry.size, 1);
  assertEquals([...registry], [lookup]);
  assertEquals(registry.toolsSchema, [{
    name: "lookup",
    description: "",
    parameters: {
      type: "object",
      properties: {},
      additionalProperties: false,
    },
  }]);
});

Deno.test("REG-1.1 A registered tool is resolvable and appears in toolsSchema: whatever its side effect", () => {
  const pay = tool({ name: "pay", sideEffect: true }, () => 1);

  const registry = new ToolRegistry([named("a"), pay]);

  assertStrictEquals(registry.get("pay"), pay);
  assertEquals(registry.toolsSchema.map(({ name }) => name), ["a", "pay"]);
});

Deno.test("REG-1.2 Duplicate registration is rejected", async () => {
  const first = named("lookup", 1);
  const registry = new ToolRegistry<AnyTool>([first]);

  for (const second of [named("lookup", 2), first]) {
    const error = assertThrows(
      () => registry.register(second),
      DuplicateToolError,
      '"lookup"',
    );
    assertEquals(error.toolName, "lookup");
  }

  assertStrictEquals(registry.get("lookup"), first);
  assertEquals(registry.size, 1);
  assertEquals(await new ToolRunner().run(registry.get("lookup"), {}), 1);
  assertThrows(() => new ToolRegistry([first, first]), DuplicateToolError);
});

Deno.test("REG-1.3 Resolving an unknown tool raises", () => {
  const registry: ToolRegistry = new ToolRegistry([named("lookup")]);
  const unknown = [
    "nope",
    "constructor",
    "toString",
    "__proto__",
    "hasOwnProperty",
    "",
    "LOOKUP",
    " lookup",
    "lookup\n",
    "x".repeat(100_000),
  ];
  for (const name of unknown) {
    const error = assertThrows(() => registry.get(name), ToolNotFoundError);

    assertEquals(error.toolName, name);
    assert(error.message.length < 300);
    assertFalse(registry.has(name));
  }
});

Deno.test("REG-1.3 Resolving an unknown tool raises: what is no name", () => {
  const registry = new ToolRegistry([named("lookup")]);
  for (const name of [undefined, null, 5, {}, Symbol("lookup")]) {
    assertThrows(() => registry.get(name as never), ToolNotFoundError);
    assertFalse(registry.has(name as never));
  }
});

Deno.test("REG-1.4 Listing is stable", () => {
  const open = () =>
    new ToolRegistry(["c", "a", "b"].map((name) => named(name)));
  const registry = open();
  const before = textOf(registry);

  assertEquals(registry.names, ["c", "a", "b"]);
  assertEquals(registry.toolsSchema.map(({ name }) => name), ["c", "a", "b"]);
  assertEquals(textOf(registry), before);
  assertEquals(textOf(open()), before);
});

Deno.test("REG-1.4 Listing is stable: an earlier listing stays as it was", () => {
  const registry = new ToolRegistry<AnyTool>([named("a")]);
  const { toolsSchema, names } = registry;
  const before = textOf(registry);

  registry.register(named("b"));

  assertEquals(JSON.stringify(toolsSchema), before);
  assertEquals(names, ["a"]);
  assertEquals(registry.names, ["a", "b"]);
  assertEquals(registry.toolsSchema.map(({ name }) => name), ["a", "b"]);
});

Deno.test("REG-1.4 Listing is stable: a reader cannot write", () => {
  const registry = new ToolRegistry([
    tool(
      { name: "a", parameters: { n: ["number", "@", "how many"] } },
      () => 1,
    ),
  ]);
  const before = textOf(registry);
  const schemas = registry.toolsSchema as unknown as Record<string, unknown>[];
  const parameters = schemas[0]?.parameters as {
    properties: Record<string, Record<string, unknown>>;
    required: string[];
  };

  assertThrows(() => schemas.push({}), TypeError);
  assertThrows(() => schemas.length = 0, TypeError);
  assertThrows(() => schemas[0]!.description = "other", TypeError);
  assertThrows(() => parameters.properties.n!.type = "string", TypeError);
  assertThrows(() => delete parameters.properties.n, TypeError);
  assertThrows(() => parameters.required.push("m"), TypeError);
  assertThrows(() => (registry.names as string[]).push("b"), TypeError);

  assertEquals(textOf(registry), before);
});

Deno.test("REG-1.5 Names are compared letter by letter", () => {
  const names = ["read-file", "read_file", "Lookup", "lookup"];

  const registry = new ToolRegistry(names.map((name) => named(name)));

  for (const name of names) assertEquals(registry.get(name)(), name);
});

Deno.test("REG-1.6 What is no tool is not registered", () => {
  const pay = tool({ name: "pay", sideEffect: true }, () => 1);
  const others: readonly unknown[] = [
    () => 1,
    { name: "a", sideEffect: false, schema: pay.schema, unwrap: () => () => 1 },
    Object.create(pay),
    new Proxy(pay, {}),
    pay.unwrap(),
    null,
    undefined,
  ];
  for (const other of others) {
    const registry: ToolRegistry = new ToolRegistry();

    assertThrows(
      () => registry.register(other as AnyTool),
      TypeError,
      "tool()",
    );
    assertEquals(registry.size, 0);
  }
});

Deno.test("REG-1.7 A registry of known tools knows their names", async () => {
  const lookup = tool(
    { name: "lookup", parameters: { id: "string" } },
    (args) => args.id,
  );
  const pay = tool({ name: "pay", sideEffect: true }, () => 1);
  const registry = new ToolRegistry([lookup, pay]);
  const fromModel: string = ["lookup", "nope"][0]!;

  const text: string = registry.get("lookup")({ id: "a" });

  assertEquals(text, "a");
  // @ts-expect-error no tool has that name
  assertThrows(() => registry.get("nope"), ToolNotFoundError);
  // @ts-expect-error it has a side effect
  assertThrows(() => registry.get("pay")(), SideEffectToolError);
  assert(registry.has(fromModel));
  assertStrictEquals(registry.get(fromModel), lookup);
  await assertRejects(
    () => new ToolRunner().run(registry.get("pay") as never, {}),
    SideEffectToolError,
  );
});

Deno.test("REG-1.8 A read-only view has no side effect to offer", () => {
  const lookup = tool({ name: "lookup" }, () => "a");
  const pay = tool({ name: "pay", sideEffect: true }, () => 1);
  const count = tool({ name: "count" }, () => 2);
  const registry = new ToolRegistry([lookup, pay, count]);

  const view = registry.readOnly();

  assertEquals(view.names, ["lookup", "count"]);
  assertEquals(view.toolsSchema, [lookup.schema, count.schema]);
  const text: string = view.get("lookup")();
  assertEquals(text, "a");
  // @ts-expect-error it has a side effect, and is not in the view
  assertThrows(() => view.get("pay"), ToolNotFoundError);
  registry.register(tool({ name: "later" }, () => 3) as never);
  assertEquals([registry.size, view.size], [4, 2]);
});
