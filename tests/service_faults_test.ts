import { assert, assertEquals, assertRejects } from "@std/assert";
import { tool } from "@beam/tools";
import {
  type EffectorOptions,
  encodeResult,
  StoreRecordError,
  type ToolResult,
} from "@beam/tools/effector";
import { happened } from "./service/manual_clock.ts";
import {
  bytesOf,
  charge,
  intent,
  lastCode,
  LEASE_MS,
  NOW,
  storeWith,
  summary,
  waitingCharge,
  world,
} from "./service/world.ts";

function down(): Promise<never> {
  return Promise.reject(new Error("no route to the store"));
}

/** Fails so often, then does what `call` does. */
function failing<Args extends unknown[], Value>(
  times: number,
  call: (...args: Args) => Value,
): (...args: Args) => Value {
  let left = times;
  return (...args) => {
    if (left-- > 0) throw new Error("it does not answer");
    return call(...args);
  };
}

Deno.test("EFF-4.4 An intent that expires while the store is down is expired", async () => {
  const shop = world();
  let isDown = true;
  const worker = shop.worker({
    store: storeWith(shop.store, {
      claim: (id, options) => isDown ? down() : shop.store.claim(id, options),
    }),
  });

  const first = await shop.clock.until(worker.execute(intent()));
  await shop.clock.advance(3_600_000);
  const second = await shop.clock.until(worker.execute(intent()));
  isDown = false;
  const third = await worker.execute(intent());

  assertEquals([first, second, third].map(summary), [
    "nack store_unavailable",
    "nack store_unavailable",
    "ack expired",
  ]);
  assertEquals(shop.effects, []);
});

Deno.test("EFF-7.1 Without a claim nothing is called", async () => {
  const shop = world();
  let asked = 0;
  const worker = shop.worker({
    store: storeWith(shop.store, {
      claim() {
        asked++;
        return down();
      },
    }),
    retry: { tries: 4, firstDelayMs: 100, maxDelayMs: 300 },
  });

  const delivery = await shop.clock.until(worker.execute(intent()));

  assertEquals(summary(delivery), "nack store_unavailable");
  assertEquals(asked, 4);
  assertEquals(shop.clock.now(), NOW + 100 + 200 + 300);
  assertEquals(worker.counts.store_retries, 3);
  assertEquals(worker.counts.store_failures, 1);
  assertEquals(shop.effects, []);
});

Deno.test("EFF-7.2 An outcome is stored however long the store is away, within the lease", async () => {
  const shop = world();
  const worker = shop.worker({
    store: storeWith(shop.store, {
      complete: (id, options) =>
        shop.clock.now() < NOW + LEASE_MS - 10_000
          ? down()
          : shop.store.complete(id, options),
    }),
  });

  const delivery = await shop.clock.until(worker.execute(intent()));

  assertEquals(summary(delivery), "ack ok");
  assertEquals(shop.effects.length, 1);
  assertEquals(shop.published[0]!.result.completedAtMs, BigInt(NOW));
});

for (
  const [onCrash, status, calls] of [
    ["unknown", "error", 1],
    ["retry", "ok", 2],
  ] as const
) {
  Deno.test(`EFF-7.3 A store that is away for longer leaves it to onCrash: ${onCrash}`, async () => {
    const shop = world((effects) => [
      tool(
        {
          name: "charge",
          sideEffect: true,
          onCrash,
          parameters: { cents: "number" },
        },
        () => void effects.push("charge"),
      ),
    ]);
    const worker = shop.worker({
      store: storeWith(shop.store, {
        claim: (id, options) =>
          shop.effects.length === 1 ? down() : shop.store.claim(id, options),
        complete: down,
      }),
    });

    const first = await shop.clock.until(worker.execute(intent()));
    const later = await shop.worker().execute(intent());

    assertEquals(summary(first), "nack store_unavailable");
    assert(shop.clock.now() >= NOW + LEASE_MS);
    assertEquals(summary(later), `ack ${status}`);
    assertEquals(shop.effects.length, calls);
  });
}

Deno.test("EFF-7.3 A store that is away for longer leaves it to onCrash: one that renews and does not complete", async () => {
  const shop = world();
  const worker = shop.worker({
    store: storeWith(shop.store, { complete: down }),
  });

  const first = await shop.clock.until(worker.execute(intent()));
  const later = await shop.worker().execute(intent());

  assertEquals([first, later].map(summary), [
    "nack store_unavailable",
    "ack error",
  ]);
  assert(shop.clock.now() < NOW + 2 * LEASE_MS);
  assertEquals(lastCode(shop), "effect_unknown");
});

Deno.test("EFF-7.4 A lost reply does no harm", async () => {
  const shop = world();
  const lost = new Set<string>();
  const loseOnce = async <Value>(call: string, answer: Promise<Value>) => {
    const value = await answer;
    if (lost.has(call)) return value;
    lost.add(call);
    throw new Error("the connection was closed");
  };
  const worker = shop.worker({
    store: storeWith(shop.store, {
      claim: (id, options) => loseOnce("claim", shop.store.claim(id, options)),
      complete: (id, options) =>
        loseOnce("complete", shop.store.complete(id, options)),
    }),
  });

  const delivery = await shop.clock.until(worker.execute(intent()));

  assertEquals(summary(delivery), "ack ok");
  assertEquals([...lost], ["claim", "complete"]);
  assertEquals(shop.effects.length, 1);
  assertEquals(shop.published.length, 1);
});

Deno.test("EFF-7.5 A result is acknowledged only after it was published", async () => {
  const shop = world();
  const publish = failing(
    3,
    (_: unknown, bytes: Uint8Array) =>
      void shop.published.push({ result: undefined as never, bytes }),
  );
  const worker = shop.worker({ publish });

  const delivery = await shop.clock.until(worker.execute(intent()));

  assertEquals(summary(delivery), "ack ok");
  assertEquals(worker.counts.publish_retries, 3);
  assertEquals(shop.published.length, 1);
});

Deno.test("EFF-7.5 A result is acknowledged only after it was published: it fails each time", async () => {
  const shop = world();
  const offered: string[] = [];
  const worker = shop.worker({
    publish(_, bytes) {
      offered.push(bytes.toHex());
      throw new Error("the topic is gone");
    },
  });

  const first = await shop.clock.until(worker.execute(intent()));
  const second = await shop.worker().execute(intent());

  assertEquals([first, second].map(summary), [
    "nack publish_failed",
    "ack ok again",
  ]);
  assertEquals(new Set(offered).size, 1);
  assertEquals(shop.published[0]!.bytes.toHex(), offered[0]);
  assertEquals(shop.effects.length, 1);
});

Deno.test("EFF-7.6 A dead letter is one only after it was put away", async () => {
  const shop = world();
  const letters: unknown[] = [];
  const put = failing(3, (...letter: unknown[]) => void letters.push(letter));
  const worker = shop.worker({ deadLetter: put, retry: { tries: 2 } });
  const bad = new TextEncoder().encode("hello");

  const first = await shop.clock.until(worker.handle(bad));
  const second = await shop.clock.until(worker.handle(bad));

  assertEquals([first, second].map(summary), [
    "nack dead_letter_failed",
    "dead_letter undecodable",
  ]);
  assert(second.kind === "dead_letter");
  const { reason, detail } = second;
  assertEquals(letters, [[bad, { reason, detail }]]);
});

Deno.test("EFF-7.7 A damaged record is a dead letter", async () => {
  const shop = world();
  const worker = shop.worker({
    store: storeWith(shop.store, {
      claim: (id) => Promise.reject(new StoreRecordError(id, "it is torn")),
    }),
  });

  const delivery = await worker.handle(bytesOf());

  assertEquals(summary(delivery), "dead_letter damaged_record");
  assertEquals([shop.effects, shop.published], [[], []]);
});

Deno.test("EFF-7.7 A damaged record is a dead letter: an outcome that is no result", async () => {
  const shop = world();
  const worker = shop.worker({
    store: storeWith(shop.store, {
      claim: () =>
        Promise.resolve({ kind: "done", result: new Uint8Array([255]) }),
    }),
  });

  const delivery = await worker.handle(bytesOf());

  assertEquals(summary(delivery), "dead_letter damaged_record");
  assertEquals([shop.effects, shop.published], [[], []]);
});

const FOREIGN = [
  ["none at all", new Uint8Array()],
  ["another intent's", resultBytes({ intentId: "order-1" })],
  ["another entity's", resultBytes({ entityKey: new Uint8Array([1]) })],
  ["one without a status", resultBytes({ status: "unspecified" })],
  ["one of an unknown status", resultBytes({ status: 9 })],
] as const;

for (const [what, result] of FOREIGN) {
  Deno.test(`EFF-7.7 A damaged record is a dead letter: the outcome is ${what}`, async () => {
    const shop = world();
    const worker = shop.worker({
      store: storeWith(shop.store, {
        claim: () => Promise.resolve({ kind: "done", result }),
      }),
    });

    const delivery = await worker.handle(bytesOf());

    assertEquals(summary(delivery), "dead_letter damaged_record");
    assertEquals([shop.effects, shop.published], [[], []]);
  });
}

function resultBytes(
  changes: Partial<ToolResult>,
): Uint8Array<ArrayBuffer> {
  const { intentId, entityKey, seq } = intent();
  return encodeResult({
    intentId,
    entityKey,
    seq,
    status: "ok",
    payload: new TextEncoder().encode("null"),
    errorMessage: "",
    completedAtMs: BigInt(NOW),
    ...changes,
  });
}

const HANGING: readonly [string, Partial<EffectorOptions>, string][] = [
  ["publish", { publish: () => new Promise(() => {}) }, "publish_failed"],
  [
    "requestApproval",
    { requestApproval: () => new Promise(() => {}) },
    "approval_failed",
  ],
];

for (const [sink, changes, reason] of HANGING) {
  Deno.test(`EFF-7.9 Who does not answer is not waited for without end: ${sink}`, async () => {
    const shop = world();
    const worker = shop.worker({
      ...changes,
      retry: { tries: 2, firstDelayMs: 100, tryTimeoutMs: 5_000 },
    });
    const kind = sink === "publish" ? "tool" : "approval";

    const delivery = await shop.clock.until(worker.handle(bytesOf({ kind })));
    const other = await shop.worker({ requestApproval: () => {} })
      .handle(bytesOf({ kind }));

    assertEquals(summary(delivery), `nack ${reason}`);
    assertEquals(shop.clock.now(), NOW + 5_000 + 100 + 5_000);
    assertEquals(other.kind, "ack");
  });
}

Deno.test("EFF-7.9 Who does not answer is not waited for without end: the store", async () => {
  const shop = world();
  const worker = shop.worker({
    store: storeWith(shop.store, { claim: () => new Promise(() => {}) }),
    retry: { tries: 2, firstDelayMs: 100, tryTimeoutMs: 5_000 },
  });

  const delivery = await shop.clock.until(worker.execute(intent()));

  assertEquals(summary(delivery), "nack store_unavailable");
  assertEquals(shop.effects, []);
});

Deno.test("EFF-8.1 A question is handed on once and never carried out", async () => {
  const shop = world((effects) => [charge(effects)]);
  const asked: string[] = [];
  const worker = shop.worker({
    requestApproval: ({ toolName, argsJson }) =>
      void asked.push(`${toolName} ${argsJson}`),
    store: storeWith(shop.store, {
      complete(id, options) {
        asked.push("stored");
        return shop.store.complete(id, options);
      },
    }),
  });
  const question = bytesOf({ kind: "approval" });

  const first = await worker.handle(question);
  const second = await worker.handle(question);

  assertEquals([first, second].map(summary), [
    "ack nothing",
    "ack nothing again",
  ]);
  assertEquals(asked, ['charge {"cents":500}', "stored"]);
  assertEquals([shop.effects, shop.published], [[], []]);
});

Deno.test("EFF-8.2 A question that could not be handed on is not lost", async () => {
  const shop = world();
  let asked = 0;
  const worker = shop.worker({
    requestApproval: failing(2, () => void asked++),
    retry: { tries: 2 },
  });
  const question = bytesOf({ kind: "approval" });

  const first = await shop.clock.until(worker.handle(question));
  const second = await worker.handle(question);

  assertEquals([first, second].map(summary), [
    "nack approval_failed",
    "ack nothing",
  ]);
  assertEquals(asked, 1);
  assertEquals(worker.counts.claims_released, 1);
});

Deno.test("EFF-8.3 Where nobody is asked, approvals are rejected", async () => {
  const shop = world();
  const question = bytesOf({ kind: "approval" });

  const delivery = await shop.worker().handle(question);

  assertEquals(summary(delivery), "ack rejected");
  assertEquals(lastCode(shop), "no_approval_channel");
});

Deno.test("EFF-8.3 Where nobody is asked, approvals are rejected: one that is over is expired", async () => {
  const shop = world();
  let asked = 0;
  const worker = shop.worker({ requestApproval: () => void asked++ });
  const question = bytesOf({ kind: "approval", expiresAtMs: BigInt(NOW) });

  assertEquals(summary(await worker.handle(question)), "ack expired");
  assertEquals(asked, 0);
});

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
    const first = await shop.worker({ tracer }).execute(intent({ stepIndex }));
    await shop.clock.advance(LEASE_MS);
    const second = await shop.worker().execute(intent({ stepIndex }));

    assertEquals(summary(first), "nack unexpected");
    assertEquals(second.kind, "ack");
  }
  assertEquals(shop.effects.length, 2);
});
