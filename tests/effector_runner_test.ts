import {
  assert,
  assertEquals,
  assertFalse,
  assertInstanceOf,
  assertRejects,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { type AnyTool, type EffectCall, tool } from "@beam/tools";
import {
  EffectorToolRunner,
  type IntentInfo,
  ReadOnlyToolError,
  ToolArgumentError,
  ToolTimeoutError,
} from "@beam/tools/effector";
import { type } from "arktype";
import { readSources } from "./repo/files.ts";

const intent: IntentInfo = {
  intentId: "ec14275e-be6c-59a1-b081-c36a6408d260",
  entityKey: new TextEncoder().encode("user-1"),
  seq: 1n,
  stepIndex: 0,
  attempt: 0,
};

const runner = new EffectorToolRunner();

/** A side-effecting tool without parameters around a body. */
const acting = (body: (call: EffectCall) => unknown) =>
  tool(
    { name: "act", sideEffect: true, parameters: {} },
    (_args, call) => body(call),
  );

async function rejection(promise: Promise<unknown>): Promise<unknown> {
  const [outcome] = await Promise.allSettled([promise]);
  assert(outcome.status === "rejected");
  return outcome.reason;
}

Deno.test("EFF-1.1 The effector's runner is the one sanctioned executor", async () => {
  const calls: unknown[] = [];
  const charge = tool({
    name: "charge",
    sideEffect: true,
    parameters: { cents: "number" },
  }, ({ cents }, call) => {
    calls.push([cents, call.intent, call.signal instanceof AbortSignal]);
    return "charged";
  });

  assertEquals(await runner.run(charge, { cents: 5 }, { intent }), "charged");

  assertEquals(calls, [[5, intent, true]]);
});

Deno.test("EFF-1.1 The effector's runner is the one sanctioned executor: no other source unwraps a tool", () => {
  const sources = readSources(["src", "examples", "mod.ts", "effector.ts"]);

  const unwrapping = sources
    .filter(({ unwraps }) => unwraps.length > 0)
    .map(({ path, unwraps }) => [path, unwraps.length]);

  assertEquals(unwrapping, [["src/effector/runner.ts", 1]]);
});

Deno.test("EFF-1.1 The effector's runner is the one sanctioned executor: of a typed function", async () => {
  const calls: unknown[] = [];
  const charge = tool(
    { name: "charge", sideEffect: true },
    type.fn(
      {
        cents: "number = 1",
        note: type("string").pipe((text) => text.length).describe("why"),
      },
      ":",
      "number",
    )(({ cents, note }, ...rest: readonly unknown[]) => {
      calls.push(note, (rest[0] as EffectCall).intent.intentId);
      return cents;
    }),
  );

  assertEquals(await runner.run(charge, { note: "abc" }, { intent }), 1);
  assertEquals(calls, [3, intent.intentId]);
});

Deno.test("EFF-1.2 The sanctioned executor refuses read-only tools", async () => {
  const calls: string[] = [];
  const lookup = tool({ name: "lookup", parameters: { n: "number" } }, () => {
    calls.push("called");
  });
  for (const args of [{ n: 1 }, { n: "many" }, "{broken"]) {
    const error = await assertRejects(
      () => runner.run(lookup as never, args, { intent }),
      ReadOnlyToolError,
      '"lookup"',
    );

    assertEquals(error.toolName, "lookup");
  }
  assertEquals(calls, []);
});

Deno.test("EFF-1.3 Arguments are validated and coerced before the effect", async () => {
  const calls: unknown[] = [];
  const charge = tool({
    name: "charge",
    sideEffect: true,
    parameters: { cents: "number.integer > 0", currency: "string = 'EUR'" },
  }, async (args) => {
    await Promise.resolve();
    calls.push(args);
    return args.cents;
  });

  for (const args of [{ cents: 0 }, { cents: 5, tip: 1 }, {}, "[]", '{"a":']) {
    const error = await assertRejects(
      () => runner.run(charge, args, { intent }),
      ToolArgumentError,
    );
    assertEquals(error.toolName, "charge");
  }
  assertEquals(calls, []);

  assertEquals(await runner.run(charge, { cents: "5" }, { intent }), 5);
  assertEquals(await runner.run(charge, '{"cents":6}', { intent }), 6);
  assertEquals(calls, [
    { cents: 5, currency: "EUR" },
    { cents: 6, currency: "EUR" },
  ]);
});

Deno.test("EFF-1.4 What the tool gives or throws comes through as it is", async () => {
  const fault = new Error("declined");
  const result = { id: 7n };
  const throwing = acting(() => {
    throw fault;
  });

  assertStrictEquals(
    await runner.run(acting(() => result), {}, { intent }),
    result,
  );
  assertStrictEquals(
    await rejection(runner.run(throwing, {}, { intent })),
    fault,
  );
  assertStrictEquals(
    await rejection(
      runner.run(acting(() => Promise.reject(fault)), {}, { intent }),
    ),
    fault,
  );
});

Deno.test("EFF-1.5 A call that takes too long is given up, its effect unknown", async () => {
  using time = new FakeTime();
  const told: unknown[] = [];
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const slow = acting(async ({ signal }) => {
    signal.addEventListener("abort", () => told.push(signal.reason));
    await end;
    told.push("went on");
  });

  const outcome = rejection(runner.run(slow, {}, { intent }));
  await time.tickAsync(59_999);
  assertEquals(told, []);
  await time.tickAsync(1);
  const error = await outcome;

  assertInstanceOf(error, ToolTimeoutError);
  assertEquals([error.toolName, error.timeoutMs], ["act", 60_000]);
  assert(error.message.includes("effect is unknown"));
  assertEquals(told, [error]);
  resolve();
  await end;
  await time.tickAsync(0);
  assertEquals(told, [error, "went on"]);
});

Deno.test("EFF-1.5 A call that takes too long is given up, its effect unknown: whatever it does later", async () => {
  using time = new FakeTime();
  const failing = acting(({ signal }) =>
    new Promise((_, reject) =>
      signal.addEventListener("abort", () => reject(new Error("late")))
    )
  );

  const outcome = rejection(
    new EffectorToolRunner({ timeoutMs: 5 }).run(failing, {}, { intent }),
  );
  await time.tickAsync(5);

  const error = await outcome;
  assert(error instanceof Error);
  assertEquals(error.name, "ToolTimeoutError");
});

Deno.test("EFF-1.5 A call that takes too long is given up, its effect unknown: how long is too long", () => {
  for (const timeoutMs of [0, -1, NaN, Infinity, 2_147_483_648]) {
    assertThrows(() => new EffectorToolRunner({ timeoutMs }), RangeError);
  }
});

Deno.test("EFF-1.6 A cancelled call is given up, and does not begin afterwards", async () => {
  const calls: string[] = [];
  const record = acting(() => calls.push("called"));
  const controller = new AbortController();
  const { signal } = controller;
  const told: unknown[] = [];
  const waiting = acting((call) => {
    call.signal.addEventListener("abort", () => told.push(call.signal.reason));
    return new Promise(() => {});
  });

  const outcome = rejection(runner.run(waiting, {}, { intent, signal }));
  controller.abort("shutdown");

  assertEquals(await outcome, "shutdown");
  assertEquals(told, ["shutdown"]);
  assertEquals(
    await rejection(runner.run(record, {}, { intent, signal })),
    "shutdown",
  );
  assertEquals(calls, []);
});

Deno.test("EFF-1.6 A cancelled call is given up, and does not begin afterwards: not even by its arguments", async () => {
  const calls: string[] = [];
  const controller = new AbortController();
  const { signal } = controller;
  const charge = tool({
    name: "charge",
    sideEffect: true,
    parameters: { cents: "number" },
  }, () => {
    calls.push("called");
  });
  const args = {
    get cents() {
      controller.abort("while read");
      return 5;
    },
  };

  assertEquals(
    await rejection(runner.run(charge, args, { intent, signal })),
    "while read",
  );
  assertEquals(calls, []);
});

Deno.test("EFF-1.6 A cancelled call is given up, and does not begin afterwards: whatever its arguments", async () => {
  const signal = AbortSignal.abort("shutdown");

  assertEquals(
    await rejection(
      runner.run(acting(() => 1), "{broken", { intent, signal }),
    ),
    "shutdown",
  );
});

Deno.test("EFF-1.6 A cancelled call is given up, and does not begin afterwards: a finished one is let be", async () => {
  using time = new FakeTime();
  const controller = new AbortController();
  const calls: EffectCall[] = [];
  const record = acting((call) => calls.push(call));

  await runner.run(record, {}, { intent, signal: controller.signal });
  controller.abort();
  await time.tickAsync(60_000);

  assertEquals(calls.map(({ signal }) => signal.aborted), [false]);
});

Deno.test("EFF-1.6 A cancelled call is given up, and does not begin afterwards: by the tool itself", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const fault = new Error("and fails");
  const act = acting(() => {
    controller.abort("from inside");
    throw fault;
  });

  assertStrictEquals(
    await rejection(runner.run(act, {}, { intent, signal })),
    fault,
  );
});

Deno.test("EFF-1.7 Without an intent nothing runs", async () => {
  const calls: string[] = [];
  const act = acting(() => calls.push("called"));
  const without: readonly unknown[] = [
    {},
    { intent: undefined },
    { intent: {} },
    { intent: { ...intent, intentId: "" } },
  ];
  for (const options of without) {
    await assertRejects(
      () => runner.run(act, {}, options as { intent: IntentInfo }),
      TypeError,
      "intent",
    );
  }
  assertEquals(calls, []);
});

Deno.test("EFF-1.8 What only looks like a tool is not run", async () => {
  const calls: string[] = [];
  const body = () => calls.push("called");
  const act = acting(body);
  const others: readonly unknown[] = [
    body,
    { name: "act", sideEffect: true, schema: act.schema, unwrap: () => body },
    Object.create(act),
    new Proxy(act, {}),
  ];
  for (const other of others) {
    const error = await rejection(
      runner.run(other as AnyTool, {}, { intent }),
    );
    assertInstanceOf(error, TypeError);
    assertFalse(error instanceof ReadOnlyToolError);
  }
  assertEquals(calls, []);
});
