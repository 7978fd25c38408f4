import { assert, assertEquals } from "@std/assert";
import { tool } from "@beam/tools";
import { openTelemetry } from "@beam/tools/telemetry/opentelemetry";
import type { Histogram } from "npm:@opentelemetry/sdk-metrics@2.12.1";
import { bytesOf, summary, world } from "../service/world.ts";
import { sdk } from "./sdk.ts";

Deno.test("TEL-4.1 The counter counts what the effector counts", async () => {
  const seen = sdk();
  const shop = world();
  let failures = 0;
  const worker = shop.worker({
    ...openTelemetry(seen),
    publish: () => {
      if (failures++ === 0) throw new Error("no connection");
    },
  });

  const deliveries = [
    bytesOf(),
    bytesOf(),
    bytesOf({ argsJson: '{"cents":1}' }),
    bytesOf({ stepIndex: 1, toolName: "refund" }),
    bytesOf({ stepIndex: 2, expiresAtMs: 0n }),
    new Uint8Array([255]),
  ];
  for (const bytes of deliveries) {
    await shop.clock.until(worker.handle(bytes));
  }

  const series = await seen.series("beam_tools.effector.events");
  assertEquals(
    Object.fromEntries(
      series.map((
        { attributes, value },
      ) => [attributes["beam_tools.event.name"], value]),
    ),
    {
      results_ok: 1,
      publish_retries: 1,
      intents_deduped: 1,
      intents_dead_lettered: 2,
      results_rejected: 1,
      intents_expired: 1,
    },
  );
  assertEquals(worker.counts.intents_dead_lettered, 2);
  assertEquals(series.length, Object.keys(worker.counts).length);
});

Deno.test("TEL-4.2 Durations are in seconds, under the conventions' names", async () => {
  const seen = sdk();
  let callSeconds = NaN;
  const shop = world(() => [
    tool({
      name: "charge",
      sideEffect: true,
      parameters: { cents: "number" },
    }, async () => {
      const startedMs = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 20));
      callSeconds = (performance.now() - startedMs) / 1_000;
      throw new Error("declined");
    }),
  ]);
  const worker = shop.worker(
    openTelemetry({ ...seen, messagingSystem: "gcp_pubsub" }),
  );

  const startedMs = performance.now();
  await worker.handle(bytesOf());
  const seconds = (performance.now() - startedMs) / 1_000;

  const expected = [{
    name: "messaging.process.duration",
    // deno-fmt-ignore
    boundaries: [
      0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
    ],
    attributes: {
      "messaging.operation.name": "process",
      "messaging.operation.type": "process",
      "messaging.system": "gcp_pubsub",
      "error.type": "tool_failed",
    },
  }, {
    name: "gen_ai.execute_tool.duration",
    // deno-fmt-ignore
    boundaries: [
      0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48,
      40.96, 81.92,
    ],
    attributes: {
      "gen_ai.tool.name": "charge",
      "gen_ai.tool.type": "function",
      "error.type": "tool_failed",
    },
  }];
  const metrics = await seen.metrics();
  for (const { name, boundaries, attributes } of expected) {
    const metric = metrics.find(({ descriptor }) => descriptor.name === name);
    assertEquals(metric?.descriptor.unit, "s");
    assertEquals(metric?.dataPoints.map(({ attributes }) => attributes), [
      attributes,
    ]);
    const { count, sum = NaN, buckets } = metric!.dataPoints[0]!
      .value as Histogram;
    assertEquals([count, buckets.boundaries], [1, boundaries]);
    assert(callSeconds <= sum && sum <= seconds, `${sum} of ${seconds}`);
  }
  const [events] = metrics.filter(({ descriptor }) =>
    descriptor.name === "beam_tools.effector.events"
  );
  assertEquals(events?.descriptor.unit, "{event}");
});

Deno.test("TEL-4.2 Durations are in seconds, under the conventions' names: no error", async () => {
  const seen = sdk();

  await world().worker(openTelemetry(seen)).handle(bytesOf());

  const names = ["messaging.process.duration", "gen_ai.execute_tool.duration"];
  for (const name of names) {
    const [point] = await seen.series(name);
    assert(point !== undefined && !("error.type" in point.attributes));
  }
});

Deno.test("TEL-4.3 Tracer and meter can each be left out", async () => {
  const seen = sdk();
  const { tracer, meter } = seen;
  for (const given of [{}, { meter }, { tracer }, { tracer: undefined }]) {
    const shop = world();

    const delivery = await shop.worker(openTelemetry(given)).handle(bytesOf());

    assertEquals(summary(delivery), "ack ok");
    assertEquals(shop.effects.length, 1);
  }
  assertEquals(seen.spans().length, 2);
  const [point] = await seen.series("beam_tools.effector.events");
  assertEquals(point?.value, 1);
  const [duration] = await seen.series("gen_ai.execute_tool.duration");
  assertEquals((duration?.value as Histogram).count, 1);
});
