import { assert, assertEquals } from "@std/assert";
import { tool } from "@beam/tools";
import {
  type EffectorOptions,
  encodeResult,
  StoreRecordError,
  type ToolResult,
} from "@beam/tools/effector";
import {
  bytesOf,
  down,
  failing,
  intent,
  lastCode,
  LEASE_MS,
  NOW,
  storeWith,
  summary,
  world,
} from "./service/world.ts";

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

/** A sink that notes what it gets, overwrites its bytes, and fails the first time. */
function overwriting(given: unknown[]) {
  return (...args: unknown[]): void => {
    given.push(structuredClone(args));
    for (const value of args.flatMap(valuesOf)) {
      if (value instanceof Uint8Array) value.fill(0);
    }
    if (given.length === 1) throw new Error("it was not taken");
  };
}

function valuesOf(argument: unknown): unknown[] {
  return argument instanceof Uint8Array
    ? [argument]
    : Object.values(argument as object);
}

const OVERWRITTEN: readonly [
  "publish" | "requestApproval" | "deadLetter",
  Uint8Array,
][] = [
  ["publish", bytesOf()],
  ["requestApproval", bytesOf({ kind: "approval" })],
  ["deadLetter", new TextEncoder().encode("hello")],
];

for (const [sink, bytes] of OVERWRITTEN) {
  Deno.test(`EFF-7.10 What a sink does with what it is given changes nothing: ${sink}`, async () => {
    const given: unknown[] = [];
    const shop = world();
    const other = shop.worker({ requestApproval: () => {} });
    const worker = shop.worker({ [sink]: overwriting(given) });

    const delivery = await shop.clock.until(worker.handle(bytes));
    const again = await other.handle(bytes);

    assertEquals(given[1], given[0]);
    // Of an acknowledgement only this may differ.
    assertEquals({ ...delivery, repeated: true }, { ...again, repeated: true });
  });
}
