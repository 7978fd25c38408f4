import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertRejects,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import {
  type AnyTool,
  SideEffectToolError,
  tool,
  ToolRunner,
} from "@beam/tools";

// What the callables below would fill.
const charged: unknown[] = [];
const looked: PropertyKey[] = [];

const charge = tool({
  name: "charge",
  sideEffect: true,
  parameters: { cents: "number" },
}, (args) => {
  charged.push(args);
});

// deno-lint-ignore no-explicit-any -- as callers without types see it
const untyped = charge as any;

const runner = new ToolRunner();

/** Arguments that tell when anybody looks at them. */
function hostile(): object {
  return new Proxy({}, {
    get(_target, key) {
      looked.push(key);
      throw new Error("looked");
    },
    ownKeys() {
      looked.push("ownKeys");
      throw new Error("looked");
    },
    getPrototypeOf() {
      looked.push("getPrototypeOf");
      throw new Error("looked");
    },
  });
}

function nothingHappened(): void {
  assertEquals(charged, []);
  assertEquals(looked, []);
}

Deno.test("RUN-2.1 ToolRunner refuses a side-effecting tool", async () => {
  for (const args of [{ cents: 5 }, {}, "{broken", hostile(), undefined]) {
    const error = await assertRejects(
      () => runner.run(untyped, args),
      SideEffectToolError,
      '"charge"',
    );

    assertEquals(error.toolName, "charge");
  }
  nothingHappened();
});

Deno.test("RUN-2.1 ToolRunner refuses a side-effecting tool: before anything else", async () => {
  // Not thrown in the caller's frame, and not the reason of the signal.
  const promise = runner.run(untyped, hostile(), {
    signal: AbortSignal.abort("reason"),
  });

  assertInstanceOf(await promise.catch((error) => error), SideEffectToolError);
  nothingHappened();
});

Deno.test("RUN-2.1 ToolRunner refuses a side-effecting tool: in any grouping", async () => {
  const lookup = tool({ name: "lookup" }, () => "found");
  for (
    const group of [[lookup, charge], [charge, lookup], [charge, charge]]
  ) {
    const outcomes = await Promise.allSettled(
      group.map((each: AnyTool) => runner.run(each, {})),
    );

    assertEquals(
      outcomes.map(({ status }) => status),
      group.map((each) => each === lookup ? "fulfilled" : "rejected"),
    );
  }
  nothingHappened();
});

const DOORS: Readonly<Record<string, () => unknown>> = {
  "a call": () => untyped(hostile()),
  "a call with a receiver": () => ({ charge: untyped }).charge(hostile()),
  "call": () => untyped.call(undefined, hostile()),
  "apply": () => untyped.apply(undefined, [hostile()]),
  "bind": () => untyped.bind(undefined, hostile())(),
  "Function.prototype.call": () => Function.prototype.call.call(untyped, {}),
  "Reflect.apply": () => Reflect.apply(untyped, undefined, [hostile()]),
  "a tagged template": () => untyped`cents`,
  "a callback": () => [hostile()].map(untyped),
  "a getter": () =>
    Reflect.get(Object.defineProperty({}, "x", { get: untyped }), "x"),
  "toString of an object": () => `${{ toString: untyped }}`,
  "an inherited call": () => Object.create({ charge: untyped }).charge({}),
  "a Proxy": () => new Proxy(untyped, {})(hostile()),
  "a Proxy that hides the flag": () =>
    new Proxy(untyped, { get: (_, key) => key !== "sideEffect" })(hostile()),
  "an optional call": () => untyped?.(hostile()),
};

for (const [door, open] of Object.entries(DOORS)) {
  Deno.test(`RUN-2.4 No door leads to the callable: ${door}`, () => {
    assertThrows(open, SideEffectToolError);
    nothingHappened();
  });
}

Deno.test("RUN-2.4 No door leads to the callable: a promise's callback", async () => {
  await assertRejects(
    () => Promise.resolve(hostile).then(untyped),
    SideEffectToolError,
  );
  nothingHappened();
});

Deno.test("RUN-2.4 No door leads to the callable: a constructor", () => {
  const doors = [
    () => new untyped(hostile()),
    () => Reflect.construct(untyped, [hostile()]),
    () => Reflect.construct(Object, [], untyped),
    () => class extends untyped {},
    () => new (new Proxy(untyped, {}))(hostile()),
  ];
  for (const open of doors) assertThrows(open, TypeError);
  nothingHappened();
});

Deno.test("RUN-2.4 No door leads to the callable: writing the flag", async () => {
  const writes = [
    () => untyped.sideEffect = false,
    () => delete untyped.sideEffect,
    () => Object.assign(untyped, { sideEffect: false }),
    () => Object.defineProperty(untyped, "sideEffect", { value: false }),
    () => Object.defineProperty(untyped, "sideEffect", { get: () => false }),
    () => untyped.unwrap = () => () => 1,
    () => Object.setPrototypeOf(untyped, Function.prototype),
    () => Object.getPrototypeOf(untyped).unwrap = () => () => 1,
    () => untyped.constructor.prototype.toJSON = () => ({}),
    () =>
      Object.defineProperty(untyped.constructor, Symbol.hasInstance, {
        value: () => true,
      }),
  ];
  for (const write of writes) assertThrows(write, TypeError);
  try {
    untyped.__proto__ = Function.prototype;
  } catch (error) {
    // Where the accessor is switched off, the write does nothing.
    assertInstanceOf(error, TypeError);
  }

  assertEquals(charge.sideEffect, true);
  assertThrows(() => untyped(hostile()), SideEffectToolError);
  await assertRejects(() => runner.run(untyped, {}), SideEffectToolError);
  nothingHappened();
});

Deno.test("RUN-2.4 No door leads to the callable: a flag further up", async () => {
  const { prototype } = Function;
  Object.defineProperty(prototype, "sideEffect", {
    configurable: true,
    get: () => false,
  });
  try {
    assertEquals(charge.sideEffect, true);
    assertThrows(() => untyped(hostile()), SideEffectToolError);
    await assertRejects(() => runner.run(untyped, {}), SideEffectToolError);
  } finally {
    Reflect.deleteProperty(prototype, "sideEffect");
  }
  nothingHappened();
});

Deno.test("RUN-2.4 No door leads to the callable: a copy or a look-alike", async () => {
  const prototype = Object.getPrototypeOf(charge);
  const { name: _, ...members } = untyped;
  const copies: readonly unknown[] = [
    { ...untyped, sideEffect: false },
    Object.assign(() => 1, members, { sideEffect: false }),
    Object.create(charge),
    Object.create(charge, { sideEffect: { value: false } }),
    Object.create(prototype, Object.getOwnPropertyDescriptors(charge)),
    Object.setPrototypeOf(() => 1, prototype),
    new Proxy(charge, {}),
    new Proxy(charge, {
      get: (target, key, receiver) =>
        key === "sideEffect" ? false : Reflect.get(target, key, receiver),
    }),
    { ...untyped, unwrap: () => charge.unwrap(), sideEffect: false },
  ];
  for (const copy of copies) {
    const error = await assertRejects(
      () => runner.run(copy as AnyTool, hostile()),
      TypeError,
    );

    assertEquals(error.message.includes("tool()"), true);
  }
  assertThrows(() => structuredClone(charge), Error);
  nothingHappened();
});

Deno.test("RUN-2.4 No door leads to the callable: what a tool leads to", () => {
  const { unwrap } = untyped;
  const fn = charge.unwrap();
  const reached = new Set<unknown>();
  const follow = (value: unknown): void => {
    const holds = typeof value === "function" ||
      typeof value === "object" && value !== null;
    if (!holds || reached.has(value)) return;
    reached.add(value);
    follow(Object.getPrototypeOf(value));
    for (const key of Reflect.ownKeys(value)) {
      const own = Object.getOwnPropertyDescriptor(value, key);
      follow(own?.value);
      follow(own?.get);
      follow(own?.set);
      // Static members are where a class could give its private state away.
      if (value === untyped.constructor && typeof own?.value === "function") {
        try {
          follow(own.value.call(value, charge));
        } catch {
          // A member that refuses gives nothing.
        }
      }
    }
  };

  follow(charge);

  assert(reached.has(unwrap));
  assertEquals(reached.has(fn), false);
  assertStrictEquals(unwrap.call(charge), fn);
  assertThrows(() => unwrap.call(Object.create(charge)), TypeError);
  assertThrows(() => unwrap.call(new Proxy(charge, {})), TypeError);
  nothingHappened();
});

Deno.test("RUN-2.4 No door leads to the callable: a tool of a tool", () => {
  assertThrows(
    () => tool({ name: "wrapped", parameters: {} }, untyped),
    Error,
    "is a tool already",
  );
  const around = tool({ name: "around" }, () => untyped(hostile()));

  assertThrows(() => around(), SideEffectToolError);
  nothingHappened();
});
