import { assertEquals } from "@std/assert";
import { tool } from "@beam/tools";
import { Keyring, signIntent } from "@beam/tools/effector";
import { happened, settled } from "./service/manual_clock.ts";
import {
  bytesOf,
  charge,
  intent,
  LEASE_MS,
  NOW,
  summary,
  world,
} from "./service/world.ts";

const FIRST = "ec14275e-be6c-59a1-b081-c36a6408d260";

Deno.test("EFF-2.1 A second delivery has the first one's outcome", async () => {
  const shop = world();
  const [one, other] = [shop.worker(), shop.worker()];

  const first = await one.handle(bytesOf());
  const later = [
    await one.handle(bytesOf()),
    await other.handle(bytesOf()),
    await other.execute(intent()),
  ];

  assertEquals(summary(first), "ack ok");
  assertEquals(later.map(summary), Array(3).fill("ack ok again"));
  assertEquals(shop.effects.length, 1);
  assertEquals(shop.published.length, 4);
  for (const { bytes } of shop.published) {
    assertEquals(bytes, shop.published[0]!.bytes);
  }
});

Deno.test("EFF-2.2 Deliveries of one id at once make one call", async () => {
  const shop = world();
  const worker = shop.worker();

  const deliveries = await Promise.all(
    Array.from({ length: 10 }, () => worker.handle(bytesOf())),
  );

  assertEquals(deliveries.map(({ kind }) => kind), Array(10).fill("ack"));
  assertEquals(shop.effects.length, 1);
  assertEquals(
    new Set(shop.published.map(({ bytes }) => bytes.toHex())).size,
    1,
  );
});

Deno.test("EFF-2.3 An intent in flight elsewhere is to be delivered again", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const shop = world((effects) => [
    tool({
      name: "charge",
      sideEffect: true,
      parameters: { cents: "number" },
    }, async () => {
      await promise;
      effects.push("charged");
    }),
  ]);
  const first = shop.worker().handle(bytesOf());
  await settled();

  const second = await shop.worker().handle(bytesOf());
  resolve();

  assertEquals(second, {
    kind: "nack",
    reason: "in_flight",
    retryAtMs: NOW + LEASE_MS,
  });
  assertEquals(summary(await first), "ack ok");
  assertEquals(shop.effects, ["charged"]);
});

Deno.test("EFF-2.4 The tool gets coerced arguments and the intent as its key", async () => {
  const seen: unknown[] = [];
  const shop = world(() => [
    tool({
      name: "charge",
      sideEffect: true,
      parameters: { cents: "number", currency: "string = 'EUR'" },
    }, (args, { intent }) => void seen.push(args, intent)),
  ]);

  await shop.worker().handle(
    bytesOf({ argsJson: '{"cents":"500"}', attempt: 3 }),
  );

  assertEquals(seen, [{ cents: 500, currency: "EUR" }, {
    intentId: FIRST,
    entityKey: new TextEncoder().encode("user-1"),
    seq: 1n,
    stepIndex: 0,
    attempt: 3,
  }]);
});

Deno.test("EFF-2.5 The spelling of arguments makes no other intent", async () => {
  const shop = world();
  const worker = shop.worker();
  await worker.execute(
    intent({ argsJson: '{"cents":500,"currency":"USD"}', kind: "unspecified" }),
  );

  const again = await worker.execute(
    intent({ argsJson: '{ "currency": "USD", "cents": 5e2 }' }),
  );

  assertEquals(summary(again), "ack ok again");
  assertEquals(shop.effects.length, 1);
});

Deno.test("EFF-2.6 An id that stands for something else is a conflict", async () => {
  const shop = world((effects) => [
    charge(effects),
    tool(
      { name: "refund", sideEffect: true, parameters: { cents: "number" } },
      () => {
        effects.push("refund");
      },
    ),
  ]);
  const worker = shop.worker({ requestApproval: () => {} });
  await worker.execute(intent());
  const published = shop.published.length;
  const others = [
    { argsJson: '{"cents":501}' },
    { toolName: "refund" },
    { toolName: "nobody" },
    { kind: "approval" },
    { kind: 7 },
  ] as const;

  const answers: string[] = [];
  for (const changes of others) {
    answers.push(summary(await worker.execute(intent(changes))));
  }

  assertEquals(answers, Array(5).fill("dead_letter intent_conflict"));
  assertEquals(shop.effects.length, 1);
  assertEquals(shop.published.length, published);
});

Deno.test("EFF-2.6 An id that stands for something else is a conflict: in flight", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const shop = world(() => [
    tool(
      { name: "charge", sideEffect: true, parameters: { cents: "number" } },
      () => promise,
    ),
  ]);
  const first = shop.worker().execute(intent());
  await settled();

  const second = await shop.worker().execute(
    intent({ argsJson: '{"cents":501}' }),
  );
  resolve();

  assertEquals(summary(second), "dead_letter intent_conflict");
  assertEquals(summary(await first), "ack ok");
});

Deno.test("EFF-2.7 Intents of one entity run in the order of their deliveries", async () => {
  const log: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const shop = world(() => [
    tool(
      { name: "step", sideEffect: true, parameters: { at: "string" } },
      async ({ at }) => {
        log.push(`begin ${at}`);
        await gates.get(at)?.promise;
        log.push(`end ${at}`);
      },
    ),
  ]);
  const worker = shop.worker();
  const step = (key: string, stepIndex: number) =>
    worker.handle(bytesOf({
      entityKey: new TextEncoder().encode(key),
      stepIndex,
      toolName: "step",
      argsJson: JSON.stringify({ at: `${key}${stepIndex}` }),
    }));
  gates.set("slow0", Promise.withResolvers());

  const slow = [step("slow", 0), step("slow", 1), step("slow", 2)];
  await happened(() => log.length === 1);
  const quick = [step("quick", 0), step("quick", 1)];
  await Promise.all(quick);
  const meanwhile = log.join(", ");
  gates.get("slow0")!.resolve();
  await Promise.all(slow);

  assertEquals(
    meanwhile,
    "begin slow0, begin quick0, end quick0, begin quick1, end quick1",
  );
  assertEquals(
    log.filter((line) => line.includes("slow")).join(", "),
    "begin slow0, end slow0, begin slow1, end slow1, begin slow2, end slow2",
  );
});

Deno.test("EFF-2.7 Intents of one entity run in the order of their deliveries: one without a signature to check does not overtake", async () => {
  const key = { id: "k1", secret: new Uint8Array(32).fill(1) };
  const shop = world();
  const worker = shop.worker({
    signatures: "permissive",
    keyring: new Keyring([key]),
  });
  const signed = await signIntent(bytesOf({ argsJson: '{"cents":1}' }), key);
  const unsigned = bytesOf({ stepIndex: 1, argsJson: '{"cents":2}' });

  await Promise.all([worker.handle(signed), worker.handle(unsigned)]);

  assertEquals(
    shop.effects.map((effect) => effect.slice(0, 12)),
    ["charge 1 EUR", "charge 2 EUR"],
  );
});

Deno.test("EFF-2.8 Only so many intents run at once", async () => {
  const gate = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const shop = world(() => [
    tool({ name: "work", sideEffect: true }, async () => {
      most = Math.max(most, ++running);
      await gate.promise;
      running--;
    }),
  ]);
  const worker = shop.worker({ maxConcurrent: 3 });

  const deliveries = Array.from(
    { length: 12 },
    (_, index) =>
      worker.handle(bytesOf({
        entityKey: new Uint8Array([index]),
        toolName: "work",
        argsJson: "{}",
      })),
  );
  await happened(() => running === 3);
  await settled();
  gate.resolve();

  assertEquals(
    (await Promise.all(deliveries)).map(summary),
    Array(12).fill("ack ok"),
  );
  assertEquals(most, 3);
});

Deno.test("EFF-2.9 An outcome outlives its intent", async () => {
  const shop = world();
  const worker = shop.worker({ resultTtlMs: 1_000 });
  await worker.handle(bytesOf());

  await shop.clock.advance(3_600_000 - 1);
  const live = await worker.handle(bytesOf());
  await shop.clock.advance(10 * 3_600_000);
  const over = await worker.handle(bytesOf());

  assertEquals(summary(live), "ack ok again");
  assertEquals(summary(over), "ack expired");
  assertEquals(shop.effects.length, 1);
});

Deno.test("EFF-2.10 What a client does with its buffer changes nothing", async () => {
  const shop = world();
  const bytes = bytesOf();
  const letters: Uint8Array[] = [];
  const bad = new TextEncoder().encode("hello");
  const worker = shop.worker({
    deadLetter: (letter) => void letters.push(letter),
  });

  const delivery = worker.handle(bytes);
  const refused = worker.handle(bad);
  bytes.fill(0);
  bad.fill(0);

  assertEquals(summary(await delivery), "ack ok");
  assertEquals(summary(await refused), "dead_letter undecodable");
  assertEquals(letters, [new TextEncoder().encode("hello")]);
});
