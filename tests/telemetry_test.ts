import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { context, trace } from "@opentelemetry/api";
import { activate, tool, ToolRegistry } from "@beam/tools";
import { type ToolIntent, traceId } from "@beam/tools/effector";
import { openTelemetry } from "@beam/tools/telemetry/opentelemetry";
import {
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from "npm:@opentelemetry/sdk-trace-base@2.12.1";
import { bytesOf, intent, NOW, summary, world } from "./service/world.ts";
import {
  contextManager,
  idOf,
  parentOf,
  sdk,
  shown,
  traceOf,
} from "./telemetry/sdk.ts";

const FIRST = "ec14275e-be6c-59a1-b081-c36a6408d260";
const ACTIVATION = traceId("user-1", 1n);
/** By Python's uuid module, over `757365722d31|1|INTENT_EMITTED|0`. */
const STAGED = "f62c63185119532e";

Deno.test("TEL-1.1 A delivery and its call are two spans", async () => {
  using _manager = contextManager();
  const seen = sdk();
  const shop = world();

  await shop.worker(openTelemetry(seen)).handle(bytesOf());

  const [call, delivery] = seen.spans();
  assertEquals(seen.spans().map(shown), [{
    name: "execute_tool charge",
    kind: "INTERNAL",
    attributes: {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "charge",
      "gen_ai.tool.type": "function",
      "gen_ai.tool.call.id": FIRST,
    },
    status: "UNSET",
  }, {
    name: "process",
    kind: "CONSUMER",
    attributes: {
      "messaging.operation.name": "process",
      "messaging.operation.type": "process",
      "messaging.message.id": FIRST,
      "beam_tools.intent.tool_name": "charge",
      "beam_tools.delivery.kind": "ack",
      "beam_tools.delivery.repeated": false,
      "beam_tools.result.status": "ok",
    },
    status: "UNSET",
  }]);
  assertEquals(parentOf(call!), idOf(delivery!));
  assertEquals(traceOf(call!), traceOf(delivery!));
});

Deno.test("TEL-1.1 A delivery and its call are two spans: the system that was given", async () => {
  const seen = sdk();
  const worker = world().worker(
    openTelemetry({ ...seen, messagingSystem: "kafka" }),
  );

  await worker.handle(bytesOf({ toolName: "x".repeat(200) }));

  const [delivery] = seen.spans();
  assertEquals(delivery?.attributes["messaging.system"], "kafka");
  assertEquals(
    delivery?.attributes["beam_tools.intent.tool_name"],
    "x".repeat(128),
  );
});

Deno.test("TEL-1.2 Spans that a tool makes hang under its call", async () => {
  using _manager = contextManager();
  const seen = sdk();
  const shop = world(() => [
    tool({
      name: "charge",
      sideEffect: true,
      parameters: { cents: "number" },
    }, async (_args, { intent }) => {
      seen.tracer.startSpan(`at once ${intent.intentId}`).end();
      await crypto.subtle.digest("SHA-256", new Uint8Array(1));
      seen.tracer.startSpan(`later ${intent.intentId}`).end();
    }),
  ]);
  const worker = shop.worker(openTelemetry(seen));
  const intents = ["a", "b", "c"].map(intentOf);

  await Promise.all(intents.map((intent) => worker.execute(intent)));

  const calls = seen.named("execute_tool charge");
  for (const { intentId } of intents) {
    const call = calls.find(({ attributes }) =>
      attributes["gen_ai.tool.call.id"] === intentId
    );
    for (const name of [`at once ${intentId}`, `later ${intentId}`]) {
      assertEquals(seen.named(name).map(parentOf), [idOf(call!)]);
    }
  }
  assertEquals(seen.spans().length, 12);
});

Deno.test("TEL-1.3 A delivery continues the trace of its activation", async () => {
  const seen = sdk();
  const shop = world();
  const { intents: [staged] } = await activate({
    entityKey: "user-1",
    seq: 1,
    registry: new ToolRegistry(shop.tools),
    nowMs: NOW,
  }, (activation) => activation.act("charge", { cents: 500 }));
  const worker = shop.worker(openTelemetry(seen));

  await worker.execute(staged!);
  await worker.execute(staged!);

  const deliveries = seen.named("process");
  assertEquals(seen.spans().length, 3);
  assertEquals(
    new Set(seen.spans().map(traceOf)),
    new Set([ACTIVATION.toHex()]),
  );
  assertEquals(deliveries.map(parentOf), [STAGED, STAGED]);
  for (const { parentSpanContext, links } of deliveries) {
    assertEquals(parentSpanContext?.isRemote, true);
    assertEquals(links.map(({ context }) => context.spanId), [STAGED]);
  }
});

Deno.test("TEL-1.3 A delivery continues the trace of its activation: the derived parent", async () => {
  // By Python's uuid module.
  const rows = [
    { key: "entity-1", seq: 7n, stepIndex: 2, parent: "46a4508a35035a3f" },
    { key: "user-42", seq: -1n, stepIndex: 3, parent: "c621e061f5a95877" },
    {
      key: new Uint8Array([0x00, 0xff]),
      seq: 2n ** 63n - 1n,
      stepIndex: 2 ** 32 - 1,
      parent: "afa2b566b1745558",
    },
  ];
  const seen = sdk();
  const worker = world().worker(openTelemetry(seen));

  for (const { key, seq, stepIndex } of rows) {
    const entityKey = typeof key === "string"
      ? new TextEncoder().encode(key)
      : key;
    const changes = { entityKey, seq, stepIndex };
    await worker.execute(
      intent({ ...changes, traceId: traceId(entityKey, seq) }),
    );
  }

  assertEquals(
    seen.named("process").map(parentOf),
    rows.map(({ parent }) => parent),
  );
});

Deno.test("TEL-1.4 A span that is active is linked to", async () => {
  using _manager = contextManager();
  const seen = sdk();
  const shop = world();
  const worker = shop.worker(openTelemetry(seen));

  const request = seen.tracer.startSpan("request");
  await context.with(
    trace.setSpan(context.active(), request),
    () => worker.handle(bytesOf({ traceId: ACTIVATION })),
  );
  request.end();

  const [delivery] = seen.named("process");
  assertEquals(parentOf(delivery!), STAGED);
  assertEquals(delivery?.links.map(({ context }) => context.spanId), [
    STAGED,
    request.spanContext().spanId,
  ]);
  assertNotEquals(request.spanContext().traceId, traceOf(delivery!));
});

Deno.test("TEL-1.5 Without a trace, a span that is active is the parent", async () => {
  using _manager = contextManager();
  const shop = world();
  const traces = [
    new Uint8Array(),
    new Uint8Array(15).fill(1),
    new Uint8Array(16),
  ];
  for (const traceId of traces) {
    const seen = sdk();
    const worker = shop.worker(openTelemetry(seen));
    const untraced = intent({ traceId });

    const request = seen.tracer.startSpan("request");
    await context.with(
      trace.setSpan(context.active(), request),
      () => worker.execute(untraced),
    );
    const delivery = await worker.execute(untraced);

    const [inside, alone] = seen.named("process");
    assertEquals(summary(delivery), "ack ok again");
    assertEquals(parentOf(inside!), request.spanContext().spanId);
    assertEquals(parentOf(alone!), undefined);
    assertNotEquals(traceOf(inside!), traceOf(alone!));
    assertEquals([inside?.links, alone?.links], [[], []]);
  }
});

Deno.test("TEL-1.6 The tree needs no context manager", async () => {
  const seen = sdk();
  const shop = world();

  await shop.worker(openTelemetry(seen)).handle(
    bytesOf({ traceId: ACTIVATION }),
  );

  const [call, delivery] = seen.spans();
  assertEquals(parentOf(call!), idOf(delivery!));
  assertEquals(parentOf(delivery!), STAGED);
});

Deno.test("TEL-1.7 A sampler can decide by trace", async () => {
  const seen = sdk({
    sampler: new ParentBasedSampler({
      root: new TraceIdRatioBasedSampler(0.5),
      remoteParentSampled: new TraceIdRatioBasedSampler(0.5),
    }),
  });
  const shop = world();
  const worker = shop.worker(openTelemetry(seen));

  for (let seq = 0n; seq < 40n; seq++) {
    for (const stepIndex of [0, 1]) {
      const staged = { seq, stepIndex, traceId: traceId("user-1", seq) };
      await worker.execute(intent(staged));
    }
  }

  const kept = Map.groupBy(seen.spans(), traceOf);
  for (const spans of kept.values()) assertEquals(spans.length, 4);
  assert(kept.size > 5 && kept.size < 35, `${kept.size} of 40`);
  assertEquals(shop.effects.length, 80);
});

/** An intent of this entity, to charge 500. */
function intentOf(key: string): ToolIntent {
  const entityKey = new TextEncoder().encode(key);
  return intent({ entityKey, traceId: traceId(entityKey, 1n) });
}
