import {
  assert,
  assertEquals,
  assertFalse,
  assertInstanceOf,
  assertLess,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { Tool, tool, ToolDefinitionError, ToolRunner } from "@beam/tools";
import { type } from "arktype";

/** `tool` as callers without types see it. */
const untyped = tool as unknown as (...given: readonly unknown[]) => unknown;

const lookup = tool(
  type.fn({ customer_id: "string", limit: "number.integer = 10" })(
    function lookup_customer({ customer_id, limit }) {
      "Look up a customer.";
      return `${customer_id}: ${limit}`;
    },
  ),
);

function refused(...given: readonly unknown[]): ToolDefinitionError {
  return assertThrows(() => untyped(...given), ToolDefinitionError);
}

Deno.test("TOOL-1.1 Bare decorator derives name and description from the function", () => {
  assertEquals(lookup.name, "lookup_customer");
  assertEquals(lookup.description, "Look up a customer.");
  assertEquals(lookup.sideEffect, false);
  assertEquals(lookup.onCrash, undefined);
});

Deno.test("TOOL-1.1 Bare decorator derives name and description from the function: without parameters", () => {
  const clock = tool(function now() {
    "Tell the time.";
    return 12;
  });

  assertEquals([clock.name, clock.description], ["now", "Tell the time."]);
  assertEquals(clock.schema.parameters.properties, {});
});

Deno.test("TOOL-1.1 Bare decorator derives name and description from the function: a typed result is checked", async () => {
  const wrong = tool(
    type.fn({}, ":", "string")(function wrong() {
      return 5 as unknown as string;
    }),
  );

  const direct = assertThrows(() => wrong({}), Error);
  const run = await assertRejects(() => new ToolRunner().run(wrong, {}), Error);

  assertEquals(run.message, direct.message);
});

Deno.test("TOOL-1.2 Parameterized decorator overrides name and declares a side effect", () => {
  function take_money({ cents }: { cents: number }) {
    return cents;
  }
  const options = {
    name: "charge",
    sideEffect: true,
    parameters: { cents: "number" },
  } as const;

  for (
    const charge of [tool(options, take_money), tool(options)(take_money)]
  ) {
    assertEquals(charge.name, "charge");
    assertEquals(charge.sideEffect, true);
    assertEquals(charge.onCrash, "unknown");
    assertStrictEquals(charge.unwrap(), take_money);
  }
});

Deno.test("TOOL-1.2 Parameterized decorator overrides name and declares a side effect: of a typed function", () => {
  const take = type.fn({ cents: "number" })(({ cents }) => cents);

  const charge = tool(
    { name: "charge", sideEffect: true, onCrash: "retry" },
    take,
  );

  assertEquals([charge.name, charge.onCrash], ["charge", "retry"]);
  assertEquals(charge.schema.parameters.required, ["cents"]);
});

Deno.test("TOOL-1.3 A read-only tool stays callable", async () => {
  const add = tool(
    { name: "add", parameters: { a: "number", b: "number = 1" } },
    ({ a, b }) => a + b,
  );
  const later = tool(
    { name: "later", parameters: { a: "number" } },
    ({ a }) => Promise.resolve(a),
  );
  const unchecked = add as unknown as (args: unknown) => unknown;

  assertEquals(add({ a: 1, b: 2 }), 3);
  assertInstanceOf(later({ a: 1 }), Promise);
  assertEquals(await later({ a: 1 }), 1);
  assertEquals(unchecked({ a: "1", b: 2, c: 3 }), "12");
  assertEquals(unchecked({ a: 1 }), NaN);
});

Deno.test("TOOL-1.3 A read-only tool stays callable: with its receiver and what it throws", () => {
  const fault = new Error("no");
  const own = tool({ name: "own" }, function (this: unknown) {
    if (this === undefined) throw fault;
    return this;
  });
  const desk = { own };

  assertStrictEquals(desk.own(), desk);
  assertStrictEquals(own.call(desk), desk);
  assertStrictEquals(own.bind(desk)(), desk);
  assertStrictEquals(assertThrows(() => own.call(undefined)), fault);
});

Deno.test("TOOL-1.4 A description is the option, the docstring, the parameters' words, or empty", () => {
  const described = type({ id: "string" }).describe("whom to look up");
  // Each has everything that comes after its own.
  const option = tool(
    { name: "a", description: "By option.", parameters: described },
    ({ id }) => {
      "By docstring.";
      return id;
    },
  );
  const docstring = tool({ name: "a", parameters: described }, ({ id }) => {
    "By docstring.";
    return id;
  });
  const words = tool({ name: "a", parameters: described }, ({ id }) => id);
  const none = tool(
    { name: "a", parameters: { id: "string" } },
    ({ id }) => id,
  );
  const blank = tool({ name: "a", description: "" }, () => {
    "By docstring.";
  });

  assertEquals(
    [option, docstring, words, none, blank].map((each) => each.description),
    ["By option.", "By docstring.", "whom to look up", "", ""],
  );
  assertEquals(docstring.schema.parameters.description, "whom to look up");
  assertEquals(words.schema.parameters.description, undefined);
});

Deno.test("TOOL-1.5 A name is 1 to 64 letters, digits, underscores and hyphens", () => {
  const accepted = ["2fa_check", "read-file", "A", "a".repeat(64), "__proto__"];
  const wrong = [
    "restart node",
    "a.b",
    "a".repeat(65),
    "lookup\n",
    "$lookup",
    "préis",
    "a/b",
  ];

  assertEquals(
    accepted.map((name) => tool({ name }, () => 1).name),
    accepted,
  );
  for (const name of wrong) {
    assertStringIncludes(refused({ name }, () => 1).message, "A-Z a-z 0-9 _ -");
  }
});

Deno.test("TOOL-1.5 A name is 1 to 64 letters, digits, underscores and hyphens: none is asked for", () => {
  const nameless = [
    refused(() => 1),
    refused({}, () => 1),
    refused({ name: "" }, function named() {}),
    refused(type.fn({ id: "string" })(({ id }) => id)),
  ];

  for (const error of nameless) {
    assertStringIncludes(error.instead, "give one");
    assertEquals(error.toolName, "");
  }
  for (const name of [null, 5, {}, Symbol("x")]) {
    assertStringIncludes(refused({ name }, () => 1).reason, "not text");
  }
});

Deno.test("TOOL-1.6 A wrong option is refused at decoration time", () => {
  const cases: readonly (readonly [options: unknown, message: string])[] = [
    [{ sideEfect: true }, '"sideEfect"'],
    [{ side_effect: true }, '"side_effect"'],
    [{ sideEffect: "true" }, "neither true nor false"],
    [{ sideEffect: 1 }, "neither true nor false"],
    [{ sideEffect: null }, "neither true nor false"],
    [{ description: 5 }, "description"],
    [{ description: null }, "description"],
    [{ onCrash: "retry" }, "declare sideEffect: true"],
    [{ onCrash: "retry", sideEffect: false }, "declare sideEffect: true"],
    [{ onCrash: "ignore", sideEffect: true }, '"unknown", "retry"'],
    [{ onCrash: null, sideEffect: true }, '"unknown", "retry"'],
    [{ parameters: null }, ""],
    [{ parameters: 5 }, ""],
    [[], "options are not an object"],
    [null, "options are not an object"],
    ["lookup", "options are not an object"],
  ];
  for (const [options, message] of cases) {
    const named = typeof options === "object" && options !== null &&
        !Array.isArray(options)
      ? { name: "lookup", ...options }
      : options;

    assertStringIncludes(refused(named, () => 1).message, message);
  }
});

Deno.test("TOOL-1.6 A wrong option is refused at decoration time: all of them at once", () => {
  const error = refused(
    { name: "a", sideEfect: true, description: 1 },
    () => 1,
  );

  assertEquals(error.toolName, "a");
  assertEquals(error.problems.length, 2);
});

Deno.test("TOOL-1.6 A wrong option is refused at decoration time: before a function follows", () => {
  assertStringIncludes(refused({ sideEfect: true }).message, '"sideEfect"');
  assertStringIncludes(refused().message, "options are not an object");
});

Deno.test("TOOL-1.9 What cannot be wrapped is refused", () => {
  const curried = untyped({ name: "a" }) as (...given: unknown[]) => unknown;
  const twice = { name: "a", parameters: { n: "number" } };
  const typed = type.fn({ n: "number > 5" })(({ n }) => n);
  const cases: readonly (readonly [() => unknown, message: string])[] = [
    [() => untyped({ name: "a" }, undefined), "no function to wrap"],
    [() => untyped({ name: "a" }, "text"), "no function to wrap"],
    [() => curried({}), "no function to wrap"],
    [() => untyped({ name: "a" }, lookup), "is a tool already"],
    [() => untyped(lookup), "is a tool already"],
    [() => untyped(() => 1, { name: "a" }), "give options first"],
    [() => [function one() {}].map(untyped), "give options first"],
    [() => curried(() => 1, "key"), "give options first"],
    [() => untyped(twice, typed), "defined twice"],
    [() => untyped(class Desk {}), "a class"],
  ];
  for (const [declare, message] of cases) {
    const error = assertThrows(declare, ToolDefinitionError);

    assertStringIncludes(error.message, message);
  }
});

Deno.test("TOOL-1.10 A tool is frozen, and tells what it is", () => {
  const { parameters } = lookup.schema;

  assert(Object.isFrozen(lookup));
  assert(Object.isFrozen(lookup.schema));
  assert(Object.isFrozen(parameters));
  assert(Object.isFrozen(parameters.properties));
  assertThrows(() => Object.assign(lookup, { name: "other" }), TypeError);
  assertThrows(() => Object.assign(lookup.schema, { name: "x" }), TypeError);
  assertEquals(JSON.parse(JSON.stringify(lookup)), lookup.schema);
  assertEquals(Object.keys(lookup.schema), [
    "name",
    "description",
    "parameters",
  ]);
  assertLess(Deno.inspect(lookup).length, 2_000);
});

Deno.test("TOOL-1.10 A tool is frozen, and tells what it is: nothing else is one", () => {
  const alike = Object.assign(() => 1, {
    description: "",
    sideEffect: false,
    schema: lookup.schema,
    unwrap: () => () => 1,
  });
  const others = [
    alike,
    Object.create(lookup),
    new Proxy(lookup, {}),
    lookup.bind(undefined),
    { ...lookup },
    () => 1,
    null,
    Object.setPrototypeOf(() => 1, Object.getPrototypeOf(lookup)),
  ];

  assert(lookup instanceof Tool);
  for (const other of others) assertFalse(other instanceof Tool);
});

Deno.test("TOOL-1.10 A tool is frozen, and tells what it is: and what it accepts", () => {
  const seen: unknown[] = [];
  const asked = tool(
    { name: "asked", parameters: { n: "number", "text?": "string" } },
    (args) => seen.push(args),
  );

  assert(asked.accepts({ n: 1 }));
  assert(asked.accepts({ n: 1, text: "x" }));
  for (const args of [{ n: "1" }, {}, { n: 1, m: 2 }, [], "{}", undefined]) {
    assertFalse(asked.accepts(args));
  }
  assertEquals(seen, []);
  assertEquals(asked.argumentModel({ n: 1 }), { n: 1 });
});

Deno.test("TOOL-2.1 Schema reflects parameter types and required-ness", () => {
  const { parameters } = lookup.schema;

  assertEquals(parameters.required, ["customer_id"]);
  assertEquals(parameters.properties, {
    customer_id: { type: "string" },
    limit: {
      type: "integer",
      minimum: Number.MIN_SAFE_INTEGER,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 10,
    },
  });
});

Deno.test("TOOL-2.1 Schema reflects parameter types and required-ness: in every form alike", () => {
  const parameters = {
    customer_id: "string",
    limit: "number.integer = 10",
  } as const;
  const name = "lookup_customer";
  const fn = ({ limit }: { customer_id: string; limit: number }) => limit;

  const forms = [
    tool({ name, parameters }, fn),
    tool({ name, parameters })(fn),
    tool({ name, parameters: type(parameters) }, fn),
    tool({ name }, type.fn(parameters)(fn)),
  ];

  for (const { schema } of forms) {
    assertEquals(schema.parameters, lookup.schema.parameters);
  }
});

Deno.test("TOOL-2.2 Missing type annotations are rejected at decoration time", () => {
  const error = refused(function lookup_customer(customer_id: string) {
    return customer_id;
  });

  assertEquals(error.toolName, "lookup_customer");
  assertEquals(error.parameter, "customer_id");
  assertStringIncludes(error.message, 'parameter "customer_id"');
  assertStringIncludes(error.instead, "parameters");
});

Deno.test("TOOL-2.2 Missing type annotations are rejected at decoration time: in every form", () => {
  const curried = untyped({ name: "a" }) as (fn: unknown) => unknown;
  const optional = (limit = 10) => limit;
  const rest = (...all: unknown[]) => all;
  const declared: readonly (readonly [() => unknown, string])[] = [
    [() => untyped({ name: "a" }, optional), "limit"],
    [() => untyped({ name: "a" }, rest), "all"],
    [() => curried(({ id }: { id: string }) => id), "{ id }"],
    [() => untyped({ name: "a" }, ((n: number) => n).bind(null)), "argument 1"],
  ];
  for (const [declare, parameter] of declared) {
    const error = assertThrows(declare, ToolDefinitionError);

    assertEquals(error.parameter, parameter);
  }
});

Deno.test("TOOL-2.2 Missing type annotations are rejected at decoration time: arguments by position", () => {
  const positional = [
    type.fn("string")(function a(text) {
      return text;
    }),
    type.fn({ id: "string" }, "number")(function a(_args, n) {
      return n;
    }),
    type.fn("...", "string[]")(function a(...texts) {
      return texts;
    }),
  ];
  for (const fn of positional) {
    assertThrows(() => untyped(fn), ToolDefinitionError, "object");
  }
});

Deno.test("TOOL-3.1 unwrap returns the original callable", () => {
  const seen: unknown[] = [];
  const record = (...given: unknown[]) => seen.push(given);
  const recording = tool(
    { name: "record", parameters: { n: "number" } },
    record,
  );
  const typed = type.fn({ n: "number" })(function typed({ n }) {
    return n;
  });

  recording.unwrap()("anything", 2, 3);

  assertStrictEquals(recording.unwrap(), record);
  assertStrictEquals(tool(typed).unwrap(), typed);
  assertEquals(seen, [["anything", 2, 3]]);
});

Deno.test("TOOL-3.2 unwrap is available for side-effecting and read-only tools alike", () => {
  const fn = () => 7;
  for (const sideEffect of [false, true]) {
    const wrapped = tool({ name: "a", sideEffect }, fn);

    assertStrictEquals(wrapped.unwrap(), fn);
    assertEquals(wrapped.unwrap()(), 7);
  }
});

Deno.test("TOOL-1.10 A tool is frozen, and tells what it is: its class makes none", () => {
  const lookup = tool({ name: "lookup" }, () => 1);
  const declaration = { name: "forged", description: "", sideEffect: false };
  const makers: unknown[] = [Tool, lookup.constructor];
  for (const maker of makers) {
    // deno-lint-ignore no-explicit-any -- what nobody with types would write
    const Maker = maker as any;
    assertThrows(() => new Maker(() => 1, declaration), TypeError);
    assertThrows(() => new (class extends Maker {})(), TypeError);
  }
});
