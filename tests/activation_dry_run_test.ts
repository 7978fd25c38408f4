import { assert, assertEquals, assertRejects } from "@std/assert";
import {
  dryRun,
  tool,
  ToolArgumentError,
  ToolNotFoundError,
  ToolRegistry,
} from "@beam/tools";
import { calls, registry } from "./activation/desk.ts";

Deno.test("ACT-2.11 A dry run runs all reads and lists all effects", async () => {
  calls.length = 0;

  const steps = await dryRun(registry as unknown as ToolRegistry, [
    { name: "charge", args: '{"cents": "500"}' },
    { name: "lookup_customer", args: { customer_id: "c-1" } },
    { name: "chrage", args: {} },
    { name: "charge", args: { cents: -1 } },
    { name: "note", args: { text: "hello" } },
  ]);

  const [first, second, third, fourth, fifth] = steps;
  assertEquals(first, {
    kind: "effect",
    name: "charge",
    argsJson: '{"cents":500,"currency":"EUR"}',
  });
  assertEquals(second, {
    kind: "result",
    name: "lookup_customer",
    value: { customer_id: "c-1", balance: 1200, aborted: false },
  });
  assert(
    third?.kind === "failed" && third.error instanceof ToolNotFoundError,
  );
  assert(
    fourth?.kind === "failed" && fourth.error instanceof ToolArgumentError,
  );
  assertEquals(fifth, {
    kind: "effect",
    name: "note",
    argsJson: '{"text":"hello"}',
  });
  assertEquals(calls, ["lookup_customer"]);
});

Deno.test("ACT-2.12 A dry run can be cancelled", async () => {
  const controller = new AbortController();
  const told: boolean[] = [];
  const wait = tool({ name: "wait", parameters: {} }, (_args, { signal }) => {
    controller.abort(new Error("enough"));
    told.push(signal.aborted);
  });

  await assertRejects(
    () =>
      dryRun(new ToolRegistry([wait]), [
        { name: "wait", args: {} },
        { name: "wait", args: {} },
      ], { signal: controller.signal }),
    Error,
    "enough",
  );
  assertEquals(told, [true]);
});
