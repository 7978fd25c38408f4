import { assert, assertEquals } from "@std/assert";
import { tool, ToolRegistry } from "@beam/tools";
import { happened, settled } from "./service/manual_clock.ts";
import {
  bytesOf,
  charge,
  intent,
  lastCode,
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

const IMPOSSIBLE = [
  ["unknown_tool", { toolName: "chrage" }],
  ["unknown_tool", { toolName: "constructor" }],
  ["read_only_tool", { toolName: "lookup", argsJson: '{"id":"a"}' }],
  ["unknown_kind", { kind: 99 }],
  ["invalid_arguments", { argsJson: "" }],
  ["invalid_arguments", { argsJson: "{" }],
  ["invalid_arguments", { argsJson: "null" }],
  ["invalid_arguments", { argsJson: "[1]" }],
  ["invalid_arguments", { argsJson: '"{\\"cents\\":1}"' }],
  ["invalid_arguments", { argsJson: '{"cents":"many"}' }],
  ["invalid_arguments", { argsJson: '{"cents":NaN}' }],
  ["invalid_arguments", { argsJson: '{"cents":12345678901234567890}' }],
  ["invalid_arguments", { argsJson: '{"cents":1,"extra":1}' }],
  ["invalid_arguments", { argsJson: '{"cents":1,"intent":{"intentId":"x"}}' }],
  ["invalid_arguments", { argsJson: '{"cents":1,"__proto__":{"a":1}}' }],
  [
    "invalid_arguments",
    { argsJson: `{"cents":${"[".repeat(9_999)}${"]".repeat(9_999)}}` },
  ],
  ["invalid_arguments", { argsJson: `{"cents":"${"x".repeat(1_000_000)}"}` }],
] as const;

for (const [index, [code, changes]] of IMPOSSIBLE.entries()) {
  Deno.test(`EFF-3.1 What never can run is rejected and never ran: ${code}, ${index}`, async () => {
    const shop = world();
    const worker = shop.worker();

    const first = await worker.execute(intent(changes));
    const again = await worker.execute(intent(changes));

    assertEquals(summary(first), "ack rejected");
    assertEquals(summary(again), "ack rejected again");
    assertEquals(lastCode(shop), code);
    assert(shop.published[0]!.bytes.length < 5_000);
    assertEquals(shop.effects, []);
  });
}

const { proxy: revoked, revoke } = Proxy.revocable({}, {});
revoke();

const THROWN: readonly [string, () => unknown, string][] = [
  ["an error", () => new Error("no such card"), "no such card"],
  ["a text", () => "no such card", "no such card"],
  ["null", () => null, "null"],
  [
    "an object without text",
    () => Object.create(null),
    "what was thrown cannot be read",
  ],
  ["a revoked Proxy", () => revoked, "what was thrown cannot be read"],
];

for (const [what, make, text] of THROWN) {
  for (const when of ["at once", "later"]) {
    Deno.test(`EFF-3.2 What a tool throws is an error: ${what}, ${when}`, async () => {
      const shop = world(() => [
        tool({ name: "fail", sideEffect: true }, () => {
          if (when === "at once") throw make();
          return Promise.reject(make());
        }),
      ]);

      const delivery = await shop.worker().execute(
        intent({ toolName: "fail", argsJson: "{}" }),
      );

      assertEquals(summary(delivery), "ack error");
      assertEquals(
        shop.published[0]!.result.errorMessage,
        `tool_failed: ${text}`,
      );
    });
  }
}

Deno.test("EFF-3.3 A call that takes too long is an error, whatever it does later", async () => {
  const late = Promise.withResolvers<void>();
  const shop = world((effects) => [
    tool({ name: "slow", sideEffect: true }, async () => {
      await late.promise;
      effects.push("late");
      return "done";
    }),
  ]);
  const worker = shop.worker({ timeoutMs: 20 });
  const slow = intent({ toolName: "slow", argsJson: "{}" });

  const first = await worker.execute(slow);
  late.resolve();
  await settled();
  const again = await worker.execute(slow);

  assertEquals(shop.effects, ["late"]);
  assertEquals([first, again].map(summary), ["ack error", "ack error again"]);
  assertEquals(lastCode(shop), "timed_out");
});

function nowhere(): never {
  throw new Error("nowhere");
}

const cycle: unknown[] = [];
cycle.push(cycle);
const UNFIT: readonly [string, unknown, string][] = [
  ["a date", new Date(0), "unencodable_result"],
  ["a map", new Map([[1, 2]]), "unencodable_result"],
  ["a function", () => 1, "unencodable_result"],
  ["a symbol", Symbol("s"), "unencodable_result"],
  ["a cycle", cycle, "unencodable_result"],
  ["NaN", { rate: NaN }, "unencodable_result"],
  ["an instance of a class", new (class Receipt {})(), "unencodable_result"],
  ["half a surrogate pair", "\ud800", "unencodable_result"],
  [
    "an array that throws",
    new Proxy([1], {
      get: (_target, key) => {
        if (key === "length") return { valueOf: () => nowhere() };
      },
    }),
    "unencodable_result",
  ],
  ["10 MiB", "x".repeat(10 * 1_048_576), "result_too_large"],
  ["a little too much", "x".repeat(524_288), "result_too_large"],
];

for (const [what, value, code] of UNFIT) {
  Deno.test(`EFF-3.4 A result that cannot be kept is an error that says the effect happened: ${what}`, async () => {
    const shop = world((effects) => [
      tool({ name: "give", sideEffect: true }, () => {
        effects.push("given");
        return value;
      }),
    ]);
    const worker = shop.worker();
    const give = intent({ toolName: "give", argsJson: "{}" });

    await worker.execute(give);
    const again = await worker.execute(give);

    assertEquals(summary(again), "ack error again");
    assertEquals(lastCode(shop), code);
    const { errorMessage } = shop.published[0]!.result;
    assert(errorMessage.includes("the effect happened"), errorMessage);
    assertEquals(shop.effects, ["given"]);
  });
}

const FIT: readonly [unknown, string][] = [
  [undefined, "null"],
  [null, "null"],
  [{ b: 1, a: [1e-5, "é"] }, '{"a":[1e-05,"é"],"b":1}'],
  [2n ** 60n, "1152921504606846976"],
  ["x".repeat(524_000), `"${"x".repeat(524_000)}"`],
];

for (const [index, [value, text]] of FIT.entries()) {
  Deno.test(`EFF-3.5 What a tool returns is published as canonical JSON: ${index}`, async () => {
    const shop = world(() => [
      tool({ name: "give", sideEffect: true }, () => value),
    ]);

    await shop.worker().execute(intent({ toolName: "give", argsJson: "{}" }));

    const { status, payload } = shop.published[0]!.result;
    assertEquals(status, "ok");
    assertEquals(new TextDecoder().decode(payload), text);
  });
}

Deno.test("EFF-3.6 Messages are redacted and short", async () => {
  const shop = world(() => [
    tool({ name: "fail", sideEffect: true }, () => {
      throw new Error(`${"x".repeat(990)} key sk-12345678901234567890`);
    }),
  ]);
  const worker = shop.worker({
    redact: (message) => message.replaceAll(/sk-\d+/g, "[key]"),
  });

  await worker.execute(intent({ toolName: "fail", argsJson: "{}" }));

  const { errorMessage } = shop.published[0]!.result;
  assert(!errorMessage.includes("sk-"), errorMessage);
  assert(errorMessage.length <= 2_000);
});

Deno.test("EFF-3.7 A result tells when the call ended", async () => {
  const shop = world();
  const registry = new ToolRegistry([
    tool({ name: "slow", sideEffect: true }, async () => {
      await shop.clock.sleep(59_000);
    }),
  ]);

  await shop.clock.until(
    shop.worker({ registry }).execute(
      intent({ toolName: "slow", argsJson: "{}" }),
    ),
  );

  assertEquals(shop.published[0]!.result.completedAtMs, BigInt(NOW + 59_000));
});

for (
  const [expiresAtMs, status] of [
    [BigInt(NOW + 1), "ok"],
    [BigInt(NOW), "expired"],
    [BigInt(NOW - 1), "expired"],
    [0n, "expired"],
    [-1n, "expired"],
  ] as const
) {
  Deno.test(`EFF-4.1 An intent is live strictly before its end: ${expiresAtMs}`, async () => {
    const shop = world();

    const delivery = await shop.worker().handle(bytesOf({ expiresAtMs }));

    assertEquals(summary(delivery), `ack ${status}`);
    assertEquals(shop.published[0]!.result.status, status);
    assertEquals(shop.effects.length, status === "ok" ? 1 : 0);
  });
}

Deno.test("EFF-4.3 An expired intent that was carried out keeps its outcome", async () => {
  const shop = world();
  const worker = shop.worker();
  await worker.handle(bytesOf());

  await shop.clock.advance(3_600_000);
  const after = await worker.handle(bytesOf());

  assertEquals(summary(after), "ack ok again");
});
