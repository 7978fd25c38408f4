import { Buffer } from "node:buffer";
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import {
  CanonicalJsonError,
  intentId,
  ToolArgumentError,
  ToolNotFoundError,
  traceId,
} from "@beam/tools";
import { encodeIntent } from "@beam/tools/effector";
import { calls, FIRST, open, SECOND } from "./activation/desk.ts";

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
