import { assertEquals, assertRejects } from "@std/assert";
import { tool } from "@beam/tools";
import type { EffectorTracer, ToolIntent } from "@beam/tools/effector";
import { happened } from "./service/manual_clock.ts";
import {
  bytesOf,
  intent,
  storeWith,
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
    await worker.handle(new TextEncoder().encode("hello")),
  ];
  gate.resolve();

  assertEquals(await stopped, { running: 0 });
  assertEquals(summary(await running), "ack ok");
  assertEquals(late.map(summary), Array(3).fill("nack stopping"));
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

const TRACERS: readonly [string, unknown, errors: number][] = [
  ["throws before", () => fail(), 2],
  ["throws after", (_: ToolIntent, work: Work) => work().then(fail), 2],
  ["calls nothing", () => Promise.resolve(), 0],
  ["gives nothing", (_: ToolIntent, work: Work) => work().then(() => {}), 0],
  ["changes the intent", (seen: ToolIntent, work: Work) => {
    seen.entityKey.reverse();
    return work();
  }, 0],
];

type Work = () => Promise<unknown>;

function fail(): never {
  throw new Error("no span");
}

for (const [what, around, errors] of TRACERS) {
  Deno.test(`EFF-10.6 A tracer decides nothing: one that ${what}`, async () => {
    const shop = world();
    // A cast: callers without types reach this.
    const tracer = { delivery: around, call: around } as EffectorTracer;
    const worker = shop.worker({ tracer });

    const first = await worker.execute(intent());
    const again = await shop.worker().execute(intent());

    assertEquals([first, again].map(summary), ["ack ok", "ack ok again"]);
    assertEquals(shop.published[0]!.result.entityKey, intent().entityKey);
    assertEquals(shop.effects.length, 1);
    assertEquals(worker.counts.tracer_errors ?? 0, errors);
  });
}

Deno.test("EFF-10.7 A store that answers nonsense is an error of its own", async () => {
  const shop = world();
  const worker = shop.worker({
    store: storeWith(shop.store, {
      claim: () => Promise.resolve({ kind: "maybe" } as never),
    }),
  });

  const delivery = await worker.execute(intent());

  assertEquals(summary(delivery), "nack unexpected");
  assertEquals(worker.counts.unexpected_errors, 1);
  assertEquals(shop.effects, []);
});
