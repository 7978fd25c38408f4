/**
 * What must compile, with which types, and what must not. The functions that are never called are for the compiler
 * alone: what they hold would raise.
 */
import { assertEquals, assertInstanceOf } from "@std/assert";
import { assertType, type IsExact } from "@std/testing/types";
import {
  type AnyTool,
  type CallableTool,
  type IntentInfo,
  type SideEffectTool,
  Tool,
  tool,
  type ToolCall,
  ToolRegistry,
  ToolRunner,
} from "@beam/tools";
import { EffectorToolRunner } from "@beam/tools/effector";
import { type } from "arktype";

const lookup = tool({
  name: "lookup_customer",
  parameters: { customer_id: "string", limit: "number.integer = 10" },
}, ({ customer_id, limit }, { signal }) => {
  assertType<IsExact<typeof customer_id, string>>(true);
  assertType<IsExact<typeof limit, number>>(true);
  assertType<IsExact<typeof signal, AbortSignal>>(true);
  return `${customer_id}: ${limit}`;
});

const charge = tool({
  name: "charge",
  sideEffect: true,
  parameters: { cents: "number.integer > 0", "note?": "'gift' | 'order'" },
  onCrash: ({ cents }, { intentId }) => {
    assertType<IsExact<typeof cents, number>>(true);
    assertType<IsExact<typeof intentId, string>>(true);
    return { kind: "happened", result: cents };
  },
}, async ({ cents, note }, { intent, signal }) => {
  assertType<IsExact<typeof note, "gift" | "order" | undefined>>(true);
  assertType<IsExact<typeof intent, IntentInfo>>(true);
  assertType<IsExact<typeof signal, AbortSignal>>(true);
  return await Promise.resolve(cents);
});

const sideEffect: boolean = [false].includes(false);

/** Known to be a tool, and nothing else. */
const some: AnyTool = sideEffect ? charge : lookup;

const ignored = { intent: {} as IntentInfo };
const runner = new ToolRunner();
const effector = new EffectorToolRunner();

/** For the compiler alone. */
function never(..._uncalled: readonly (() => unknown)[]): void {}

Deno.test("TOOL-1.11 The compiler knows arguments and results", () => {
  type Lookup = typeof lookup;
  assertType<IsExact<Lookup["name"], "lookup_customer">>(true);
  assertType<IsExact<Lookup["sideEffect"], false>>(true);
  assertType<IsExact<ReturnType<Lookup>, string>>(true);
  assertType<IsExact<(typeof charge)["name"], "charge">>(true);
  assertType<IsExact<(typeof charge)["sideEffect"], true>>(true);

  assertEquals(lookup.name, "lookup_customer");
});

Deno.test("TOOL-1.11 The compiler knows arguments and results: in every form", () => {
  const parameters = { n: "number", "tags?": "string[]" } as const;
  const curried = tool({ name: "a", parameters })(({ n, tags }, { signal }) => {
    assertType<IsExact<typeof tags, string[] | undefined>>(true);
    assertType<IsExact<typeof signal, AbortSignal>>(true);
    return n;
  });
  const curriedEffect = tool({ name: "a", sideEffect: true, parameters })(
    ({ n }, { intent }) => {
      assertType<IsExact<typeof intent, IntentInfo>>(true);
      return n;
    },
  );
  const ready = tool(
    { name: "a", parameters: type({ "+": "reject", n: "number" }) },
    ({ n }) => n,
  );
  // A call within the definition is inferred together with it.
  const described = tool({
    name: "a",
    sideEffect: true,
    parameters: {
      n: type("number").describe("how many"),
      text: type("string").configure({ format: "password" }).default(""),
    },
  }, ({ n, text }) => {
    assertType<IsExact<typeof n, number>>(true);
    assertType<IsExact<typeof text, string>>(true);
    return n;
  });
  const typed = tool(
    type.fn({ n: "number = 1" }, ":", "number")(function typed({ n }) {
      assertType<IsExact<typeof n, number>>(true);
      return n;
    }),
  );
  const typedEffect = tool(
    { name: "a", sideEffect: true },
    type.fn({ n: "number" })(({ n }) => n),
  );
  const nothing = tool({ name: "a" }, () => 7 as const);
  const bare = tool(function bare() {
    return Promise.resolve("x");
  });
  const generator = tool({ name: "a", parameters: {} }, function* () {
    yield 1;
  });

  assertType<IsExact<ReturnType<typeof curried>, number>>(true);
  assertType<IsExact<ReturnType<typeof ready>, number>>(true);
  assertType<IsExact<ReturnType<typeof typed>, number>>(true);
  assertType<IsExact<ReturnType<typeof nothing>, 7>>(true);
  assertType<IsExact<ReturnType<typeof bare>, Promise<string>>>(true);
  assertType<IsExact<(typeof bare)["sideEffect"], false>>(true);
  assertType<IsExact<(typeof typedEffect)["sideEffect"], true>>(true);
  assertType<IsExact<(typeof curriedEffect)["sideEffect"], true>>(true);
  assertType<IsExact<(typeof described)["sideEffect"], true>>(true);
  const item: IteratorResult<number> = generator().next();
  assertEquals([nothing(), typed({}), item.value], [7, 1, 1]);
});

Deno.test("TOOL-1.11 The compiler knows arguments and results: and can be told them", () => {
  // What a package that publishes tools has to write.
  const written: Tool<(args: { n: number }) => number, false, "double"> = tool(
    { name: "double", parameters: { n: "number" } },
    ({ n }) => n * 2,
  );
  const loose: Tool<(args: { n: number }) => number> = written;
  const effect: Tool<(args: { n: number }) => number, true> = tool(
    { name: "double", sideEffect: true, parameters: { n: "number" } },
    ({ n }) => n * 2,
  );
  const callable: CallableTool = written;
  const acting: SideEffectTool = effect;
  const tools: readonly AnyTool[] = [written, effect, loose, callable, acting];

  assertEquals(written({ n: 2 }), 4);
  assertEquals(loose({ n: 2 }), 4);
  assertEquals(tools.length, 5);
});

Deno.test("TOOL-1.11 The compiler knows arguments and results: and that a value is a tool", () => {
  const value: unknown = lookup;

  assertInstanceOf(lookup, Tool as never);
  if (value instanceof Tool) {
    assertType<IsExact<typeof value, AnyTool>>(true);
    assertEquals(value.name, "lookup_customer");
  }
});

Deno.test("TOOL-1.12 A wrong declaration does not compile", () => {
  never(
    // @ts-expect-error an unknown definition
    () => tool({ name: "a", parameters: { n: "nunber" } }, () => 1),
    // @ts-expect-error a default that does not fit
    () => tool({ name: "a", parameters: { n: "number = 'x'" } }, () => 1),
    // @ts-expect-error an option that does not exist
    () => tool({ name: "a", sideEfect: true }, () => 1),
    // @ts-expect-error a crash policy that does not exist
    () => tool({ name: "a", sideEffect: true, onCrash: "ignore" }, () => 1),
    // @ts-expect-error the parameters are one object
    () => tool({ name: "a", parameters: "string" }, () => 1),
    // @ts-expect-error a parameter that is not defined
    () => tool({ name: "a", parameters: { n: "number" } }, ({ m }) => m),
    () =>
      tool(
        { name: "a", parameters: { n: "number" } },
        // @ts-expect-error a parameter of another type
        ({ n }: { n: string }) => n,
      ),
    // @ts-expect-error parameters that nothing describes
    () => tool({ name: "a" }, (n: number) => n),
    // @ts-expect-error parameters that nothing describes
    () => tool(({ n }: { n: number }) => n),
    // @ts-expect-error a read-only tool has no intent
    () => tool({ name: "a", parameters: {} }, (_args, { intent }) => intent),
    // @ts-expect-error options come first
    () => tool(() => 1, { name: "a" }),
  );
});

Deno.test("RUN-2.3 Neither mistake compiles", () => {
  never(
    // @ts-expect-error a side-effecting tool has no call signature
    () => charge({ cents: 5 }),
    // @ts-expect-error nor is it a function
    () => charge.call(undefined, { cents: 5 }),
    // @ts-expect-error nor a callback
    () => [{ cents: 5 }].map(charge),
    // @ts-expect-error nor run inline
    () => runner.run(charge, { cents: 5 }),
    // @ts-expect-error nor a tool that can be called
    (): CallableTool => charge,
    // @ts-expect-error a read-only tool is not staged
    () => effector.run(lookup, {}, ignored),
    // @ts-expect-error and is no side effect
    (): SideEffectTool => lookup,
  );
});

Deno.test("RUN-2.3 Neither mistake compiles: what is right does", () => {
  never(
    () => lookup({ customer_id: "a", limit: 1 }, {} as ToolCall),
    (): Promise<string> => runner.run(lookup, {}),
    (): Promise<number> => effector.run(charge, {}, ignored),
  );
});

Deno.test("RUN-2.3 Neither mistake compiles: what only runs know does", () => {
  const maybe = tool({ name: "maybe", sideEffect }, () => 1);
  // deno-lint-ignore no-explicit-any -- what the compiler knows nothing of
  const anything: any = lookup;
  never(
    () => maybe(),
    () => runner.run(maybe, {}),
    () => effector.run(maybe, {}, ignored),
    () => runner.run(some, {}),
    () => effector.run(some, {}, ignored),
    () => runner.run(anything, {}),
    () => effector.run(anything, {}, ignored),
  );

  assertType<IsExact<(typeof maybe)["sideEffect"], boolean>>(true);
});

Deno.test("RUN-2.3 Neither mistake compiles: nor by way of a registry", () => {
  const registry = new ToolRegistry([lookup, charge]);
  const open: ToolRegistry = registry;
  never(
    (): string =>
      registry.get("lookup_customer")(
        { customer_id: "a", limit: 1 },
        {} as ToolCall,
      ),
    (): Promise<string> => runner.run(registry.get("lookup_customer"), {}),
    (): Promise<number> => effector.run(registry.get("charge"), {}, ignored),
    // @ts-expect-error it has a side effect
    () => runner.run(registry.get("charge"), {}),
    // @ts-expect-error it is read-only
    () => effector.run(registry.get("lookup_customer"), {}, ignored),
    // @ts-expect-error no tool has that name
    () => registry.get("refund"),
    () => runner.run(open.get("anything"), {}),
  );

  assertEquals(open.size, 2);
});
