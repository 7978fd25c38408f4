import {
  assert,
  assertEquals,
  assertFalse,
  assertInstanceOf,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { delay } from "./fixtures/delay.ts";
import {
  type AnyTool,
  tool,
  ToolArgumentError,
  type ToolCall,
  ToolRunner,
} from "@beam/tools";
import { type } from "arktype";

const runner = new ToolRunner();

/** The rejection of a promise. It must be one: what throws in the caller's frame fails the test. */
async function rejection(promise: Promise<unknown>): Promise<unknown> {
  const [outcome] = await Promise.allSettled([promise]);
  assert(outcome.status === "rejected");
  return outcome.reason;
}

/** A tool without parameters around a body. */
const wrapped = (body: () => unknown) => tool({ name: "wrapped" }, body);

Deno.test("RUN-1.1 Valid arguments are validated and a sync tool runs", async () => {
  const seen: unknown[] = [];
  const list = tool({
    name: "list",
    parameters: {
      page: "number.integer",
      all: "boolean",
      limit: "number.integer = 10",
      "tags?": "string[]",
    },
  }, (args) => {
    seen.push(args);
    return args.page;
  });
  const sent = { page: "12", all: "yes", tags: ["a"] };

  assertEquals(await runner.run(list, sent), 12);

  assertEquals(seen, [{ page: 12, all: true, limit: 10, tags: ["a"] }]);
  assertEquals(sent, { page: "12", all: "yes", tags: ["a"] });
});

Deno.test("RUN-1.1 Valid arguments are validated and a sync tool runs: as JSON text", async () => {
  const double = tool(
    { name: "double", parameters: { n: "number" } },
    ({ n }) => n * 2,
  );

  assertEquals(await runner.run(double, '{"n": "21"}'), 42);
});

Deno.test("RUN-1.1 Valid arguments are validated and a sync tool runs: a typed function", async () => {
  const seen: unknown[] = [];
  const typed = tool(
    type.fn(
      {
        text: type("string").pipe((text) => text.length).describe("to count"),
        limit: "number.integer = 10",
      },
      ":",
      "number",
    )(
      function typed({ text, limit }, ...call: readonly unknown[]) {
        seen.push(text, limit);
        assertInstanceOf((call[0] as ToolCall).signal, AbortSignal);
        return text + limit;
      },
    ),
  );

  assertEquals(await runner.run(typed, { text: "abc" }), 13);
  assertEquals(seen, [3, 10]);
});

Deno.test("RUN-1.2 Invalid arguments are rejected before the callable runs", async () => {
  const seen: unknown[] = [];
  const find = tool({
    name: "find",
    parameters: {
      sql: "string",
      limit: "number.integer",
      "deep?": { n: "number" },
    },
  }, (args) => seen.push(args));

  const error = await assertRejects(
    () => runner.run(find, { sql: ["x"], extra: 1, deep: { n: "many", m: 1 } }),
    ToolArgumentError,
  );

  assertEquals(error.toolName, "find");
  assertEquals(error.issues.map(({ path }) => path.join(".")).sort(), [
    "deep.m",
    "deep.n",
    "extra",
    "limit",
    "sql",
  ]);
  assertEquals(seen, []);
});

Deno.test("RUN-1.3 An async tool is awaited and its result returned", async () => {
  const finished: string[] = [];
  const slow = wrapped(async () => {
    await delay();
    finished.push("tool");
    return 7;
  });

  try {
    assertEquals(await runner.run(slow, {}), 7);
  } finally {
    finished.push("finally");
  }

  assertEquals(finished, ["tool", "finally"]);
});

Deno.test("RUN-1.3 An async tool is awaited and its result returned: by its result, not its declaration", async () => {
  const promised = wrapped(() => Promise.resolve(7));
  const thenable = wrapped(() => ({
    then: (resolve: (value: number) => void) => resolve(7),
  }));
  const logged = wrapped(new Proxy(async () => await Promise.resolve(7), {}));

  for (const each of [promised, thenable, logged]) {
    assertEquals(await runner.run(each, {}), 7);
  }
});

Deno.test("RUN-1.5 A result comes through as it is", async () => {
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  const fn = () => 1;
  for (const result of [7, undefined, null, 0, "", 5n, cycle, fn, new Map()]) {
    assertStrictEquals(await runner.run(wrapped(() => result), {}), result);
  }
});

Deno.test("RUN-1.5 A result comes through as it is: of each of several runs", async () => {
  const [one, two, three] = await Promise.allSettled([
    runner.run(wrapped(() => 1), {}),
    runner.run(wrapped(() => Promise.reject(new Error("no"))), {}),
    runner.run(wrapped(() => delay().then(() => 3)), {}),
  ]);

  assertEquals(one, { status: "fulfilled", value: 1 });
  assertEquals(two.status, "rejected");
  assertEquals(three, { status: "fulfilled", value: 3 });
});

Deno.test("RUN-1.6 What the tool throws comes through as it is", async () => {
  const thrown = new RangeError("no such page");
  const bodies = [
    () => {
      throw thrown;
    },
    () => Promise.reject(thrown),
    async () => {
      await delay();
      throw thrown;
    },
  ];
  for (const body of bodies) {
    assertStrictEquals(await rejection(runner.run(wrapped(body), {})), thrown);
  }
  const text = wrapped(() => {
    throw "text";
  });
  assertEquals(await rejection(runner.run(text, {})), "text");
});

Deno.test("RUN-1.6 What the tool throws comes through as it is: also an argument error of a call inside", async () => {
  const entered: string[] = [];
  const inner = tool(
    { name: "inner", parameters: { n: "number" } },
    ({ n }) => n,
  );
  const outer = tool(
    { name: "outer", parameters: { n: "string" } },
    ({ n }) => {
      entered.push(n);
      return runner.run(inner, { n });
    },
  );

  const fromInside = await assertRejects(
    () => runner.run(outer, { n: "many" }),
    ToolArgumentError,
  );
  const ownFault = await assertRejects(
    () => runner.run(outer, { n: 5 }),
    ToolArgumentError,
  );

  assertEquals([fromInside.toolName, ownFault.toolName], ["inner", "outer"]);
  assertEquals(entered, ["many"]);
});

Deno.test("RUN-1.7 An aborted call does not begin", async () => {
  const seen: string[] = [];
  const record = tool({ name: "record", parameters: { n: "number" } }, () => {
    seen.push("called");
  });
  const reason = { because: "the user left" };
  const signal = AbortSignal.abort(reason);

  assertStrictEquals(
    await rejection(runner.run(record, { n: 1 }, { signal })),
    reason,
  );
  assertStrictEquals(
    await rejection(runner.run(record, { n: "no number" }, { signal })),
    reason,
  );
  assertEquals(seen, []);
});

Deno.test("RUN-1.8 A tool is told when nobody waits any more", async () => {
  const controller = new AbortController();
  const told: unknown[] = [];
  const wait = tool(
    { name: "wait", parameters: {} },
    async (_args, { signal }) => {
      controller.abort("the user left");
      await delay();
      told.push(signal.aborted, signal.reason);
      return "as far as it came";
    },
  );

  const result = await runner.run(wait, {}, { signal: controller.signal });

  assertEquals(result, "as far as it came");
  assertEquals(told, [true, "the user left"]);
});

Deno.test("RUN-1.8 A tool is told when nobody waits any more: or that somebody always does", async () => {
  const calls: ToolCall[] = [];
  const record = tool({ name: "record", parameters: {} }, (_args, call) => {
    calls.push(call);
    return call.signal.aborted;
  });

  assertFalse(await runner.run(record, {}));
  assertFalse(await runner.run(record, {}, { signal: undefined }));

  const [first, second] = calls;
  assertInstanceOf(first?.signal, AbortSignal);
  assertStrictEquals(first.signal, first.signal);
  // One that all calls share would keep the listeners of every call.
  assert(first.signal !== second?.signal);
});

Deno.test("RUN-1.9 What is injected is no parameter", async () => {
  const seen: unknown[] = [];
  const whoami = tool({
    name: "whoami",
    parameters: { id: "string" },
  }, (args, { signal }) => {
    seen.push({ ...args }, signal.aborted);
  });

  assertEquals(Object.keys(whoami.schema.parameters.properties ?? {}), ["id"]);
  for (const key of ["signal", "intent", "call", "entityKey"]) {
    const error = await assertRejects(
      () => runner.run(whoami, { id: "a", [key]: { aborted: true } }),
      ToolArgumentError,
    );
    assertEquals(error.issues.map(({ path }) => path), [[key]]);
  }
  assertEquals(seen, []);

  await runner.run(whoami, { id: "a" });

  assertEquals(seen, [{ id: "a" }, false]);
});

Deno.test("RUN-1.10 What is no tool is not run", async () => {
  const seen: string[] = [];
  const body = () => seen.push("called");
  const real = tool({ name: "real" }, body);
  const others: readonly unknown[] = [
    body,
    {
      name: "real",
      sideEffect: false,
      schema: real.schema,
      unwrap: () => body,
    },
    Object.assign(() => body(), { sideEffect: false, unwrap: () => body }),
    Object.create(real),
    new Proxy(real, {}),
    real.bind(undefined),
    "real",
    undefined,
  ];
  for (const other of others) {
    const error = await rejection(runner.run(other as AnyTool, {}));

    assertInstanceOf(error, TypeError);
  }
  assertEquals(seen, []);
});
