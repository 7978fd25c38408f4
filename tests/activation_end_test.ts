import {
  assertEquals,
  assertFalse,
  assertRejects,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import {
  activate,
  ActivationClosedError,
  type ActivationOptions,
  type AnyTool,
  ReadOnlyToolError,
  SideEffectToolError,
  tool,
  ToolArgumentError,
  ToolNotFoundError,
  ToolRegistry,
} from "@beam/tools";
import {
  calls,
  charge,
  lookup,
  open,
  options,
  type Tools,
} from "./activation/desk.ts";

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
    { entityKey: new Uint8Array() },
    { entityKey: "" },
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
