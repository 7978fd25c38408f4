import {
  assert,
  assertEquals,
  assertRejects,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import {
  DuplicateToolError,
  tool,
  ToolArgumentError,
  type ToolCall,
  ToolDefinitionError,
  ToolNotFoundError,
  ToolRegistry,
  ToolRunner,
} from "@beam/tools";

const runner = new ToolRunner();

const named = (name: string, result: unknown = name) =>
  tool({ name }, () => result);

const run = (body: () => unknown): Promise<unknown> =>
  runner.run(tool({ name: "body" }, body), {});

Deno.test("FAULT-2.14 A second tool of one name replaces nothing", async () => {
  const first = named("lookup", 1);
  const registry = new ToolRegistry([first]);

  for (const second of [named("lookup", 2), first]) {
    assertThrows(
      () => registry.register(second),
      DuplicateToolError,
      '"lookup"',
    );
  }

  assertEquals(registry.names, ["lookup"]);
  assertStrictEquals(registry.get("lookup"), first);
  assertEquals(await runner.run(first, {}), 1);
});

Deno.test("FAULT-2.15 Names that look alike are two names", () => {
  const names = ["read-file", "read_file", "Read_file"];
  const registry = new ToolRegistry(names.map((name) => named(name)));

  assertEquals(names.map((name) => registry.get(name).name), names);
  assertThrows(() => registry.get("READ_FILE"), ToolNotFoundError);
});

Deno.test("FAULT-2.16 A name that providers refuse is refused where it is declared", () => {
  for (const name of ["restart node", "a.b", "", "x".repeat(129), "lookup\n"]) {
    assertThrows(() => named(name), ToolDefinitionError);
  }
  assertEquals(named("2fa_check").name, "2fa_check");
});

Deno.test("FAULT-2.17 An invented name finds nothing", () => {
  const registry = new ToolRegistry([named("lookup")]);

  for (
    const name of ["nope", "constructor", "toString", "__proto__", "", "LOOKUP"]
  ) {
    const error = assertThrows(() => registry.get(name), ToolNotFoundError);
    assertEquals(error.toolName, name);
  }
});

Deno.test("FAULT-2.18 The list has one order", () => {
  const listed = () =>
    JSON.stringify(
      new ToolRegistry(["c", "a", "b"].map((name) => named(name))).toolsSchema,
    );

  assertEquals(listed(), listed());
  assertEquals(
    JSON.parse(listed()).map(({ name }: { name: string }) => name),
    ["c", "a", "b"],
  );
});

Deno.test("FAULT-2.19 A list that was read stays as it was", () => {
  // A list without a known type, as a caller without types has it.
  const registry = new ToolRegistry([named("a")]);
  const list = registry.toolsSchema as unknown as { description: string }[];
  const text = JSON.stringify(list);
  registry.register(named("b"));

  assertThrows(() => list.push({ description: "mine" }), TypeError);
  assertThrows(() => list[0]!.description = "mine", TypeError);

  assertEquals(JSON.stringify(list), text);
  assertEquals(registry.names.length, 2);
  assertEquals(registry.toolsSchema.length, 2);
});

Deno.test("FAULT-5.41 A promise is awaited wherever it comes from", async () => {
  const logged = <T>(body: () => T) => () => body();

  assertEquals(await run(() => Promise.resolve(7)), 7);
  assertEquals(await run(logged(() => Promise.resolve(7))), 7);
  assertEquals(
    // deno-lint-ignore no-explicit-any -- a promise of another library's
    await run(() => ({ then: (done: any) => done(7) })),
    7,
  );
});

Deno.test("FAULT-5.42 A plain value is a result", async () => {
  for (const value of [7, undefined, null, ""]) {
    assertEquals(await run(() => value), value);
  }
});

Deno.test("FAULT-5.43 An error is not replaced", async () => {
  const reason = new RangeError("the very same");
  const bodies = [
    () => {
      throw reason;
    },
    () => Promise.reject(reason),
  ];
  for (const body of bodies) {
    assertStrictEquals(await assertRejects(() => run(body)), reason);
  }
  const [thrown] = await Promise.allSettled([run(() => {
    throw "text";
  })]);
  assertEquals(thrown, { status: "rejected", reason: "text" });
  const pair = tool(
    { name: "pair", parameters: { a: "number", b: "boolean" } },
    () => 1,
  );

  const error = await assertRejects(
    () => runner.run(pair, { a: "x", b: "maybe" }),
    ToolArgumentError,
  );

  assertEquals(error.issues.map(({ path }) => path), [["a"], ["b"]]);
});

Deno.test("FAULT-5.44 A run ends when its tool ends", async () => {
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const waiting = run(async () => {
    await gate.promise;
    order.push("tool");
  }).finally(() => order.push("finally"));

  gate.resolve();
  await waiting;

  assertEquals(order, ["tool", "finally"]);
});

Deno.test("FAULT-5.45 An abort keeps the next tool from starting", async () => {
  const seen: boolean[] = [];
  const gate = Promise.withResolvers<void>();
  const listening = tool(
    { name: "listening", parameters: {} },
    async (_args, call: ToolCall) => {
      await gate.promise;
      seen.push(call.signal.aborted);
      return "ended";
    },
  );
  const controller = new AbortController();
  const { signal } = controller;

  const running = runner.run(listening, {}, { signal });
  controller.abort(new Error("stop"));
  gate.resolve();

  assertEquals(await running, "ended");
  await assertRejects(
    () => runner.run(listening, {}, { signal }),
    Error,
    "stop",
  );
  assertEquals(seen, [true]);
});

Deno.test("FAULT-5.46 One result does not destroy another", async () => {
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  for (const value of [cycle, 5n, undefined, () => 1]) {
    assertStrictEquals(await run(() => value), value);
  }

  const [first, second, third] = await Promise.allSettled([
    run(() => 1),
    run(() => Promise.reject(new Error("mine alone"))),
    run(() => 3),
  ]);

  assertEquals([first?.status, second?.status, third?.status], [
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  assert(
    second?.status === "rejected" && second.reason.message === "mine alone",
  );
});
