import { assertEquals, assertRejects } from "@std/assert";
import { tool } from "@beam/tools";
import { happened } from "./service/manual_clock.ts";
import {
  bytesOf,
  intent,
  LEASE_MS,
  summary,
  waitingCharge,
  world,
} from "./service/world.ts";

Deno.test("EFF-10.1 A stopping worker takes nothing new and finishes what it has", async () => {
  const gate = Promise.withResolvers<void>();
  const shop = world((effects) => [waitingCharge(effects, gate.promise)]);
  const worker = shop.worker();
  const running = worker.handle(bytesOf());
  const waiting = worker.handle(bytesOf({ stepIndex: 1 }));
  await happened(() => shop.effects.length === 1);

  const stopped = worker.stop({ graceMs: 1_000 });
  // At once, and not after the call before it.
  assertEquals(summary(await waiting), "nack stopping");
  const late = [
    await worker.handle(bytesOf({ stepIndex: 2 })),
    await worker.execute(intent({ seq: 9n })),
  ];
  gate.resolve();

  assertEquals(await stopped, { running: 0 });
  assertEquals(summary(await running), "ack ok");
  assertEquals(late.map(summary), Array(2).fill("nack stopping"));
  assertEquals(shop.effects.length, 1);
});

Deno.test("EFF-10.2 A stop waits no longer than its grace", async () => {
  const signals: AbortSignal[] = [];
  const shop = world(() => [
    tool(
      { name: "hang", sideEffect: true, parameters: {} },
      (_args, { signal }) => {
        signals.push(signal);
        return new Promise(() => {});
      },
    ),
  ]);
  const worker = shop.worker();
  worker.execute(intent({ toolName: "hang", argsJson: "{}" }));
  await happened(() => signals.length === 1);

  const stopped = worker.stop();
  await shop.clock.advance(4_000);

  assertEquals(await stopped, { running: 1 });
  assertEquals(signals[0]!.aborted, false);
  for (const graceMs of [-1, NaN, Infinity, 2 ** 31]) {
    await assertRejects(() => worker.stop({ graceMs }), RangeError);
  }
});

Deno.test("EFF-10.5 Who listens decides nothing", async () => {
  const shop = world();
  const worker = shop.worker({
    onEvent() {
      throw new Error("the metrics are full");
    },
  });

  await worker.handle(bytesOf());
  await worker.handle(bytesOf());
  await worker.handle(new Uint8Array([255]));

  assertEquals(worker.counts, {
    results_ok: 1,
    intents_deduped: 1,
    intents_dead_lettered: 1,
  });
});

Deno.test("EFF-10.5 Who listens decides nothing: one that fails later", async () => {
  const shop = world();
  const worker = shop.worker({
    async onEvent() {
      await Promise.resolve();
      throw new Error("the metrics are down");
    },
  });

  assertEquals(summary(await worker.handle(bytesOf())), "ack ok");
});

Deno.test("EFF-10.6 A tracer that throws loses nothing", async () => {
  const shop = world();
  const pass = <Value>(_: unknown, work: () => Promise<Value>) => work();
  const broken = async (_: unknown, work: () => Promise<unknown>) => {
    await work();
    throw new Error("no span");
  };
  const tracers = [
    { delivery: broken as never, call: pass },
    { delivery: pass, call: broken as never },
  ];

  for (const [stepIndex, tracer] of tracers.entries()) {
    const worker = shop.worker({ tracer });
    const first = await worker.execute(intent({ stepIndex }));
    await shop.clock.advance(LEASE_MS);
    const second = await shop.worker().execute(intent({ stepIndex }));

    assertEquals(summary(first), "nack unexpected");
    assertEquals(worker.counts.unexpected_errors, 1);
    assertEquals(second.kind, "ack");
  }
  assertEquals(shop.effects.length, 2);
});
