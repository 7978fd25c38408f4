import { Buffer } from "node:buffer";
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
  type ActivationOptions,
  type AnyTool,
  CanonicalJsonError,
  intentId,
  ReadOnlyToolError,
  SideEffectToolError,
  tool,
  ToolArgumentError,
  ToolNotFoundError,
  ToolRegistry,
  traceId,
} from "@beam/tools";
import { EffectorToolRunner, encodeIntent } from "@beam/tools/effector";

const NOW = 1_700_000_000_000;

// Which tools were called; a side-effecting one never is.
const calls: string[] = [];

const lookup = tool({
  name: "lookup_customer",
  parameters: { customer_id: "string" },
}, async ({ customer_id }, { signal }) => {
  calls.push("lookup_customer");
  await Promise.resolve();
  return { customer_id, balance: 1200, aborted: signal.aborted };
});

const charge = tool({
  name: "charge",
  sideEffect: true,
  parameters: { cents: "number.integer > 0", currency: "string = 'EUR'" },
}, ({ cents }) => {
  calls.push("charge");
  return cents;
});

const note = tool({
  name: "note",
  sideEffect: true,
  parameters: { "text?": "string", "lines?": "string[]", "n?": "number" },
}, (_args) => {
  calls.push("note");
});

const registry = new ToolRegistry([lookup, charge, note]);
type Tools = typeof lookup | typeof charge | typeof note;

// The ids of steps 0 and 1, made with Python's uuid module.
const FIRST = "ec14275e-be6c-59a1-b081-c36a6408d260";
const SECOND = "c2a2edad-ed1c-5d12-bb8b-f089796ebf1d";

function options(
  changes: Partial<ActivationOptions<Tools>> = {},
): ActivationOptions<Tools> {
  return { entityKey: "user-1", seq: 1, registry, nowMs: NOW, ...changes };
}

function open(changes?: Partial<ActivationOptions<Tools>>) {
  return new ActivationContext(options(changes));
}

/** The same context as callers without types see it. */
function untyped(context: ActivationContext<Tools>): ActivationContext {
  return context as unknown as ActivationContext;
}

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
    { entityKey: new Uint8Array() },
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

Deno.test("ACT-2.1 An approval is an intent of its own kind", () => {
  const context = open();

  context.act("note", {});
  const id = context.requestApproval("managers", { text: "May I?", cents: 5 });
  const [, approval] = context.commit().intents;

  assertEquals(id, SECOND);
  assertEquals(approval?.kind, "approval");
  assertEquals(approval?.intentId, SECOND);
  assertEquals(approval?.stepIndex, 1);
  assertEquals(approval?.toolName, "managers");
  assertEquals(approval?.argsJson, '{"cents":5,"text":"May I?"}');
});

Deno.test("ACT-2.1 An approval is an intent of its own kind: the unfit is refused", () => {
  const context = open();

  for (const channel of ["", "a b", "a\n", "x".repeat(65), "é", 5]) {
    assertThrows(
      () => context.requestApproval(channel as string, {}),
      RangeError,
    );
  }
  for (const args of ["{}", null, undefined, [], 5, () => {}]) {
    assertThrows(
      () => context.requestApproval("managers", args as object),
      TypeError,
    );
  }
  for (const args of [new Date(0), new Map(), { a: undefined }, { a: NaN }]) {
    assertThrows(
      () => context.requestApproval("managers", args),
      CanonicalJsonError,
    );
  }

  assertEquals(context.stepIndex, 0);
  assertEquals(context.commit().intents, []);
});

Deno.test("ACT-2.2 A resumed activation goes on counting", () => {
  const first = open();
  first.act("note", {});
  first.requestApproval("managers", {});

  const resumed = open({ firstStepIndex: first.stepIndex });
  const id = resumed.act("note", {});

  assertEquals(id, intentId("user-1", 1, 2));
  assertEquals(resumed.stepIndex, 3);
  assertEquals(resumed.commit().intents[0]?.stepIndex, 2);
});

Deno.test("ACT-2.2 A resumed activation goes on counting: until there are no more steps", () => {
  const last = 0xffff_ffff;
  const context = open({ firstStepIndex: last });

  context.act("note", {});
  assertThrows(() => context.act("note", {}), RangeError);

  const { intents } = context.commit();
  assertEquals(intents.map(({ stepIndex }) => stepIndex), [last]);
});

Deno.test("ACT-2.3 What the caller changes afterwards changes nothing", () => {
  // A Buffer, because its slices share their memory.
  const entityKey = Buffer.from("user-1");
  const lines = ["one"];
  const args = { text: "before", lines };
  const context = open({ entityKey });

  context.act("note", args);
  context.requestApproval("managers", args);
  args.text = "after";
  lines.push("two");
  entityKey.fill(0);
  context.act("note", {});
  const { intents } = context.commit();

  assertEquals(intents.map(({ argsJson }) => argsJson), [
    '{"lines":["one"],"text":"before"}',
    '{"lines":["one"],"text":"before"}',
    "{}",
  ]);
  intents[0]?.entityKey.fill(7);
  intents[0]?.traceId.fill(7);
  const key = new TextEncoder().encode("user-1");
  assertEquals(intents[2]?.entityKey, key);
  assertEquals(intents[2]?.traceId, traceId("user-1", 1));
  assertEquals(intents[2]?.intentId, intentId("user-1", 1, 2));
});

Deno.test("ACT-2.3 What the caller changes afterwards changes nothing: a caller that acts while it is read", () => {
  const context = open();

  const outer = context.act("note", {
    get text() {
      context.act("note", { text: "inner" });
      return "outer";
    },
  });

  assertEquals(outer, SECOND);
  assertEquals(context.commit().intents.map(({ argsJson }) => argsJson), [
    '{"text":"inner"}',
    '{"text":"outer"}',
  ]);
});

Deno.test("ACT-2.4 What has no exact JSON text is refused", () => {
  const context = open();

  for (
    const [args, reason] of [
      [{ text: "half \ud83d" }, "lone_surrogate"],
      [{ n: 1e20 }, "unsafe_integer"],
      [{ text: "x".repeat(4_190_300) }, "too_long"],
      [{ text: "é".repeat(2_100_000) }, "too_long"],
    ] as const
  ) {
    const error = assertThrows(
      () => context.act("note", args),
      CanonicalJsonError,
    );
    assertEquals(error.reason, reason);
  }

  assertEquals(context.stepIndex, 0);
  assertEquals(context.commit().intents, []);
});

Deno.test("ACT-2.4 What has no exact JSON text is refused: the longest can be encoded", () => {
  const context = open({ entityKey: new Uint8Array(512) });
  const longest = 4 * 1024 * 1024 - 4096 - '{"text":""}'.length;

  context.act("note", { text: "x".repeat(longest) });
  assertThrows(
    () => context.act("note", { text: "x".repeat(longest + 1) }),
    CanonicalJsonError,
  );
  const [intent] = context.commit().intents;

  assert(intent);
  assert(encodeIntent(intent).length > longest);
});

Deno.test("ACT-2.5 A model's calls are told apart one by one", async () => {
  const read = ["lookup_customer", '{"customer_id":"c-1"}'] as const;
  const pay = ["charge", '{"cents":5}'] as const;
  const write = ["note", {}] as const;
  const turns = [[read, pay], [pay, read], [pay, write]];

  for (const turn of turns) {
    for (const atOnce of [false, true]) {
      calls.length = 0;
      const context = open();

      const results = [];
      if (atOnce) {
        results.push(
          ...await Promise.all(
            turn.map(([name, args]) => context.dispatch(name, args)),
          ),
        );
      } else {
        for (const [name, args] of turn) {
          results.push(await context.dispatch(name, args));
        }
      }
      const { intents } = context.commit();

      const kinds = turn.map(([name]) =>
        name === "lookup_customer" ? "result" : "intent"
      );
      assertEquals(results.map(({ kind }) => kind), kinds);
      assertEquals(
        calls,
        kinds.filter((kind) => kind === "result").map(() => read[0]),
      );
      assertEquals(
        intents.map(({ toolName }) => toolName),
        turn.map(([name]) => name).filter((name) => name !== read[0]),
      );
      assertEquals(
        intents.map((intent) => intent.intentId),
        [FIRST, SECOND].slice(0, intents.length),
      );
      assertEquals(
        results.flatMap((each) => each.kind === "intent" ? each.intentId : []),
        intents.map((intent) => intent.intentId),
      );
    }
  }
});

Deno.test("ACT-2.5 A model's calls are told apart one by one: results and refusals", async () => {
  const context = open();

  const dispatched = await context.dispatch("lookup_customer", {
    customer_id: "c",
  });

  assertEquals(dispatched, {
    kind: "result",
    value: { customer_id: "c", balance: 1200, aborted: false },
  });
  await assertRejects(() => context.dispatch("none", {}), ToolNotFoundError);
  await assertRejects(() => context.dispatch("charge", {}), ToolArgumentError);
  await assertRejects(
    () => context.dispatch("lookup_customer", {}),
    ToolArgumentError,
  );
  assertEquals(context.stepIndex, 0);
});

Deno.test("ACT-2.6 An activation that ended refuses everything", async () => {
  const committed = open();
  committed.emit(1);
  const result = committed.commit();
  committed.discard();
  const discarded = open();
  discarded.discard();
  discarded.discard();

  for (
    const [context, state] of [
      [committed, "committed"],
      [discarded, "discarded"],
    ] as const
  ) {
    const operations: readonly (readonly [string, () => unknown])[] = [
      ["act", () => context.act("note", {})],
      ["emit", () => context.emit(2)],
      ["commit", () => context.commit()],
      [
        "request an approval",
        () => context.requestApproval("managers", {}),
      ],
    ];
    for (const [operation, call] of operations) {
      const error = assertThrows(call, ActivationClosedError);
      assertEquals([error.operation, error.state], [operation, state]);
    }
    const args = { customer_id: "c" };
    await assertRejects(
      () => context.run("lookup_customer", args),
      ActivationClosedError,
    );
    await assertRejects(
      () => context.dispatch("note", {}),
      ActivationClosedError,
    );
  }
  assertEquals(result, { outputs: [1], intents: [] });
});

Deno.test("ACT-2.6 An activation that ended refuses everything: a caller that commits while it is read", () => {
  const context = open();

  assertThrows(
    () =>
      context.act("note", {
        get text() {
          context.commit();
          return "late";
        },
      }),
    ActivationClosedError,
  );
});

Deno.test("ACT-2.6 An activation that ended refuses everything: an agent that commits itself", async () => {
  await assertRejects(
    () => activate(options(), (context) => context.commit()),
    ActivationClosedError,
    "committed",
  );
});

Deno.test("ACT-2.7 The compiler refuses first", async () => {
  const context = open();

  // @ts-expect-error a read-only tool is run
  assertThrows(() => context.act("lookup_customer", {}), ReadOnlyToolError);
  // @ts-expect-error no tool has that name
  assertThrows(() => context.act("none", {}), ToolNotFoundError);
  // @ts-expect-error another type
  assertThrows(() => context.act("charge", { cents: [] }), ToolArgumentError);
  assertThrows(
    // @ts-expect-error an argument that the tool does not take
    () => context.act("charge", { cents: 1, cent: 1 }),
    ToolArgumentError,
  );
  // @ts-expect-error a side effect is acted with
  const run = context.run("charge", { cents: 1 });
  await assertRejects(() => run, SideEffectToolError);
  const customer = await context.run("lookup_customer", { customer_id: "c" });
  const balance: number = customer.balance;
  // @ts-expect-error the result is typed
  const wrong: string = customer.balance;
  assertEquals(balance, Number(wrong));
  context.act("charge", { cents: 1 });
});

Deno.test("ACT-2.7 The compiler refuses first: what is not known compiles", async () => {
  const anyRegistry = new ToolRegistry<AnyTool>([lookup, charge]);
  const name: string = "charge";
  const args: unknown = { cents: 1 };

  const { intents } = await activate({
    entityKey: "k",
    seq: 0,
    nowMs: 0,
    registry: anyRegistry,
  }, async (context) => {
    context.act(name, args);
    await context.run("lookup_customer", { customer_id: "c" });
  });

  assertEquals(intents.length, 1);
});

Deno.test("ACT-2.8 Impossible options are refused", () => {
  const impossible: Partial<ActivationOptions<Tools>>[] = [
    { entityKey: new Uint8Array(513) },
    { entityKey: "é".repeat(257) },
    { seq: 2n ** 63n },
    { seq: 2 ** 53 },
    ...[NaN, 1.5, -1, Infinity, 2 ** 53].map((nowMs) => ({ nowMs })),
    ...[NaN, 0, -1, 0.5, Infinity].map((intentTtlMs) => ({ intentTtlMs })),
    ...[NaN, -1, 0.5, 2 ** 32].map((firstStepIndex) => ({ firstStepIndex })),
  ];
  const misfits = [
    { entityKey: "\ud800" },
    { entityKey: 5 },
    { entityKey: undefined },
    { seq: 1.5 },
    { seq: "1" },
  ];

  for (const changes of impossible) {
    assertThrows(() => open(changes), RangeError);
  }
  for (const changes of misfits) {
    // Casts: callers without types reach this.
    assertThrows(
      () => open(changes as Partial<ActivationOptions<Tools>>),
      TypeError,
    );
  }
  open({ entityKey: new Uint8Array(512), intentTtlMs: undefined });
});

Deno.test("ACT-2.9 An aborted activation does not commit", async () => {
  const controller = new AbortController();
  const reason = new Error("time is up");
  const told = Promise.withResolvers<unknown>();
  const wait = tool({ name: "wait", parameters: {} }, (_args, { signal }) => {
    signal.addEventListener("abort", () => told.resolve(signal.reason));
    controller.abort(reason);
  });
  const act = tool({ name: "act", sideEffect: true }, () => {});
  let acted: unknown;

  const error = await assertRejects(() =>
    activate({
      entityKey: "k",
      seq: 0,
      nowMs: 0,
      registry: new ToolRegistry([wait, act]),
      signal: controller.signal,
    }, async (context) => {
      await context.run("wait", {});
      acted = assertThrows(() => context.act("act", {}));
    })
  );

  assertStrictEquals(error, reason);
  assertStrictEquals(acted, reason);
  assertStrictEquals(await told.promise, reason);
});

Deno.test("ACT-2.9 An aborted activation does not commit: it does not begin", async () => {
  const reason = new Error("too late");
  let ran = false;

  const error = await assertRejects(() =>
    activate(options({ signal: AbortSignal.abort(reason) }), () => {
      ran = true;
    })
  );

  assertStrictEquals(error, reason);
  assertFalse(ran);
});

Deno.test("ACT-2.10 An activation is a dry run until its intents are written", async () => {
  calls.length = 0;

  const { intents } = await activate(options(), async (context) => {
    await context.dispatch("lookup_customer", { customer_id: "c" });
    await context.dispatch("charge", { cents: 5 });
    await context.dispatch("note", { text: "charged" });
  });

  assertEquals(calls, ["lookup_customer"]);
  assertEquals(
    intents.map(({ toolName, argsJson }) => `${toolName} ${argsJson}`),
    [
      'charge {"cents":5,"currency":"EUR"}',
      'note {"text":"charged"}',
    ],
  );
});
