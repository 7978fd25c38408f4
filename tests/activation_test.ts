import {
  assert,
  assertEquals,
  assertFalse,
  assertRejects,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import {
  activate,
  ActivationClosedError,
  ActivationContext,
  ReadOnlyToolError,
  SideEffectToolError,
  tool,
  ToolArgumentError,
  ToolNotFoundError,
  ToolRegistry,
  traceId,
} from "@beam/tools";
import { EffectorToolRunner, encodeIntent } from "@beam/tools/effector";
import {
  calls,
  FIRST,
  NOW,
  open,
  options,
  SECOND,
  type Tools,
  untyped,
} from "./activation/desk.ts";

/** Runs an agent as a retried bundle does: what it left the first time is lost. */
async function replayed(
  agent: (context: ActivationContext<Tools>) => unknown,
): Promise<[first: Uint8Array[], second: Uint8Array[]]> {
  const encoded = async () => {
    const { intents } = await activate(options(), agent);
    return intents.map((intent) => encodeIntent(intent));
  };
  return [await encoded(), await encoded()];
}

Deno.test("ACT-1.1 act stages an intent without executing the tool", () => {
  calls.length = 0;
  const context = open();

  const id = context.act("charge", '{"cents": "500"}');
  const { intents } = context.commit();

  assertEquals(id, FIRST);
  assertEquals(calls, []);
  assertEquals(intents, [{
    intentId: FIRST,
    entityKey: new TextEncoder().encode("user-1"),
    seq: 1n,
    stepIndex: 0,
    toolName: "charge",
    argsJson: '{"cents":500,"currency":"EUR"}',
    createdAtMs: 1_700_000_000_000n,
    expiresAtMs: 1_700_003_600_000n,
    attempt: 0,
    kind: "tool",
    traceId: traceId("user-1", 1),
  }]);
  assert(Object.isFrozen(intents[0]));
});

Deno.test("ACT-1.1 act stages an intent without executing the tool: a time to live of its own", () => {
  const context = open({ intentTtlMs: 1 });

  context.act("note", {});

  assertEquals(context.commit().intents[0]?.expiresAtMs, BigInt(NOW) + 1n);
});

Deno.test("ACT-1.1 act stages an intent without executing the tool: the effector takes what was staged", async () => {
  const seen: unknown[] = [];
  const label = tool({
    name: "label",
    sideEffect: true,
    parameters: {
      text: "string.trim",
      "size?": "number",
      on: "boolean = true",
    },
  }, (args) => {
    seen.push(args);
  });
  const context = new ActivationContext({
    entityKey: "user-1",
    seq: 1,
    registry: new ToolRegistry([label]),
    nowMs: NOW,
  });

  context.act("label", '{"text": " a ", "size": "1e-5"}');
  const [intent] = context.commit().intents;
  assert(intent);
  await new EffectorToolRunner().run(label, intent.argsJson, { intent });

  assertEquals(intent.argsJson, '{"on":true,"size":1e-05,"text":" a "}');
  assertEquals(seen, [{ text: "a", size: 0.00001, on: true }]);
});

Deno.test("ACT-1.2 Intent ids are deterministic across replay", async () => {
  const [first, second] = await replayed(async (context) => {
    const { balance } = await context.run("lookup_customer", {
      customer_id: "c-1",
    });
    context.act("charge", { cents: balance, currency: "USD" });
    context.act("note", { text: "é \u{1f600}", n: 0.00001 });
    context.requestApproval("managers", { b: 1, a: [2n ** 60n] });
    await context.dispatch("charge", '{"currency":"USD","cents":1}');
  });

  assertEquals(first.length, 4);
  assertEquals(first, second);
});

Deno.test("ACT-1.2 Intent ids are deterministic across replay: steps of one activation", () => {
  const context = open();

  const ids = [context.act("note", {}), context.act("note", {})];

  assertEquals(ids, [FIRST, SECOND]);
  assertEquals(context.stepIndex, 2);
  assertEquals(
    context.commit().intents.map(({ stepIndex }) => stepIndex),
    [0, 1],
  );
});

Deno.test("ACT-1.2 Intent ids are deterministic across replay: another key or seq", () => {
  const bytes = new TextEncoder().encode("user-1");

  const ids = [
    { entityKey: "user-2" },
    { seq: 2 },
    { seq: -1n },
    { entityKey: new Uint8Array(1) },
  ].map((changes) => open(changes).act("note", {}));

  assertEquals(new Set([FIRST, ...ids]).size, 5);
  assertEquals(open({ entityKey: bytes, seq: 1n }).act("note", {}), FIRST);
});

Deno.test("ACT-1.3 Staged effects are withheld until the activation is committed", () => {
  const context = open();

  context.act("note", { text: "hidden" });
  context.emit("hidden");
  const before = Deno.inspect(context, { showHidden: true, depth: 9 }) +
    JSON.stringify(context);
  const result = context.commit();

  assertFalse(before.includes("hidden"));
  assertEquals(result.outputs, ["hidden"]);
  assertEquals(result.intents.length, 1);
  assert(Object.isFrozen(result));
  assert(Object.isFrozen(result.outputs));
  assert(Object.isFrozen(result.intents));
  assertThrows(() => context.commit(), ActivationClosedError, "committed");
});

Deno.test("ACT-1.3 Staged effects are withheld until the activation is committed: a failed one leaves nothing", async () => {
  for (const failure of [new Error("boom"), "text", undefined]) {
    let kept: ActivationContext<Tools> | undefined;
    let caught: unknown = "nothing";

    const result = await activate(options(), (context) => {
      kept = context;
      context.act("note", {});
      context.emit(1);
      throw failure;
    }).catch((error) => {
      caught = error;
    });

    assertStrictEquals(caught, failure);
    assertEquals(result, undefined);
    assertThrows(() => kept?.commit(), ActivationClosedError, "discarded");
  }
});

Deno.test("ACT-1.3 Staged effects are withheld until the activation is committed: a failed read fails it", async () => {
  const broken = new Error("no connection");
  const read = tool({ name: "read" }, () => Promise.reject(broken));

  const error = await assertRejects(() =>
    activate({
      entityKey: "k",
      seq: 0,
      nowMs: 0,
      registry: new ToolRegistry([read]),
    }, (context) => context.run("read", {}))
  );

  assertStrictEquals(error, broken);
});

Deno.test("ACT-1.4 act refuses a read-only tool, an unknown tool, and arguments that do not fit", () => {
  calls.length = 0;
  const typed = open();
  const context = untyped(typed);

  assertThrows(
    () => context.act("lookup_customer", { customer_id: 5 }),
    ReadOnlyToolError,
    `"lookup_customer"`,
  );
  for (const name of ["none", "constructor", "__proto__", "", undefined]) {
    assertThrows(() => context.act(name as string, {}), ToolNotFoundError);
  }
  for (
    const args of [
      {},
      { cents: 0 },
      { cents: 1.5 },
      { cents: null },
      { cents: 1, intent: {} },
      { cents: 1, ["__proto__"]: 1 },
      "[1]",
      "{",
      5,
      [],
    ]
  ) {
    assertThrows(() => context.act("charge", args), ToolArgumentError);
  }

  assertEquals(context.stepIndex, 0);
  assertEquals(context.act("charge", { cents: 1 }), FIRST);
  assertEquals(context.commit().intents.length, 1);
  assertEquals(calls, []);
});

Deno.test("ACT-1.5 A read-only tool runs inline through the context", async () => {
  calls.length = 0;
  const context = open();

  const customer = await context.run("lookup_customer", '{"customer_id":"c"}');

  assertEquals(customer, { customer_id: "c", balance: 1200, aborted: false });
  assertEquals(calls, ["lookup_customer"]);
  assertEquals(context.stepIndex, 0);
  assertEquals(context.commit(), { outputs: [], intents: [] });
});

Deno.test("ACT-1.5 A read-only tool runs inline through the context: it refuses all else", async () => {
  calls.length = 0;
  const typed = open();
  const context = untyped(typed);

  await assertRejects(
    () => context.run("charge", { cents: "none" }),
    SideEffectToolError,
  );
  await assertRejects(() => context.run("none", {}), ToolNotFoundError);
  await assertRejects(
    () => context.run("lookup_customer", {}),
    ToolArgumentError,
  );

  assertEquals(calls, []);
  assertEquals(context.commit().intents, []);
});
