/** What the effector does after a crash, with workers that fall silent; `tests/crash_test.ts` kills real ones. */
import { assertEquals } from "@std/assert";
import { type OnCrash, tool, ToolRegistry } from "@beam/tools";
import { happened } from "./service/manual_clock.ts";
import { mortal } from "./service/mortal.ts";
import {
  intent,
  lastCode,
  LEASE_MS,
  NOW,
  storeWith,
  summary,
  type World,
  world,
} from "./service/world.ts";

/** A shop whose tool hangs in its first call, after its effect. */
function shopWith(onCrash: OnCrash<{ cents: number }> | undefined): World {
  return world((effects) => [
    tool({
      name: "charge",
      sideEffect: true,
      onCrash,
      parameters: { cents: "number" },
    }, async (_args, { intent }) => {
      effects.push(intent.intentId);
      if (effects.length === 1) await new Promise(() => {});
      return { charged: effects.length };
    }),
  ]);
}

/** Lets a worker die in the middle of the call of an intent. */
async function crash(shop: World, changes = intent()): Promise<void> {
  const { worker, die } = mortal(shop);
  worker.execute(changes);
  await happened(() => shop.effects.length === 1);
  die();
}

Deno.test("EFF-5.1 Unless told otherwise, the tool is not called again", async () => {
  const shop = shopWith(undefined);
  await crash(shop);
  const worker = shop.worker();

  const early = await worker.execute(intent());
  await shop.clock.advance(LEASE_MS);
  const later = await worker.execute(intent());
  const again = await worker.execute(intent());

  assertEquals(
    [early, later, again].map(summary),
    ["nack in_flight", "ack error", "ack error again"],
  );
  assertEquals(lastCode(shop), "effect_unknown");
  assertEquals(shop.effects.length, 1);
  assertEquals(worker.counts.crashes_found, 1);
});

Deno.test("EFF-5.2 With retry, the tool is called again under the same key", async () => {
  const shop = shopWith("retry");
  await crash(shop);

  await shop.clock.advance(LEASE_MS);
  const later = await shop.worker().execute(intent());

  assertEquals(summary(later), "ack ok");
  assertEquals(shop.effects, [intent().intentId, intent().intentId]);
});

const ANSWERS = [
  [{ kind: "happened", result: { charged: 7 } }, "ok", "", 1],
  [{ kind: "happened", result: new Date(0) }, "error", "unencodable_result", 1],
  [{ kind: "did_not_happen" }, "ok", "", 2],
  [{ kind: "unknown" }, "error", "effect_unknown", 1],
] as const;

for (const [answer, status, code, calls] of ANSWERS) {
  Deno.test(`EFF-5.3 With a function, the other side is asked first: ${answer.kind}, ${status}`, async () => {
    const asked: unknown[] = [];
    const shop = shopWith((args, { intentId }) => {
      asked.push(args, intentId);
      return answer;
    });
    await crash(shop);

    await shop.clock.advance(LEASE_MS);
    const later = await shop.worker().execute(intent());

    assertEquals(summary(later), `ack ${status}`);
    assertEquals(lastCode(shop), code);
    assertEquals(asked, [{ cents: 500 }, intent().intentId]);
    assertEquals(shop.effects.length, calls);
  });
}

Deno.test("EFF-5.3 With a function, the other side is asked first: each time with values of its own", async () => {
  const asked: number[] = [];
  const keys: string[] = [];
  const shop = world((effects) => [
    tool({
      name: "charge",
      sideEffect: true,
      onCrash(args: { cents: number; lines: string[] }, { entityKey }) {
        keys.push(new TextDecoder().decode(entityKey));
        entityKey.fill(0);
        asked.push(args.lines.push("seen"));
        if (asked.length === 1) throw new Error("503");
        return { kind: "unknown" };
      },
      parameters: { cents: "number", lines: ["string[]", "=", () => []] },
    }, () => {
      effects.push("charge");
      return new Promise(() => {});
    }),
  ]);
  await crash(shop);
  await shop.clock.advance(LEASE_MS);

  const later = await shop.clock.until(shop.worker().execute(intent()));

  assertEquals(summary(later), "ack error");
  assertEquals(asked, [1, 1]);
  assertEquals(keys, ["user-1", "user-1"]);
});

const SILENT: readonly [string, () => never][] = [
  ["throws", () => {
    throw new Error("503");
  }],
  // Callers without types.
  ["answers nonsense", () => ({ kind: "perhaps" }) as never],
  ["hangs", () => new Promise(() => {}) as never],
];

for (const [what, ask] of SILENT) {
  Deno.test(`EFF-5.4 An other side that does not answer is asked again later: ${what}`, async () => {
    let isBack = false;
    const shop = shopWith(() => isBack ? { kind: "unknown" } : ask());
    await crash(shop);
    await shop.clock.advance(LEASE_MS);
    const { clock } = shop;
    const worker = shop.worker({ timeoutMs: 1_000 });

    const first = await clock.until(worker.execute(intent()));
    await clock.advance(LEASE_MS);
    const second = await clock.until(worker.execute(intent()));
    await clock.advance(3_600_000);
    const over = await clock.until(worker.execute(intent()));
    isBack = true;
    const again = await worker.execute(intent());

    assertEquals(
      [first, second, over, again].map(summary),
      [
        "nack reconcile_failed",
        "nack reconcile_failed",
        "ack error",
        "ack error again",
      ],
    );
    assertEquals(worker.counts.reconcile_failures, 2);
    assertEquals(lastCode(shop), "effect_unknown");
    assertEquals(shop.effects.length, 1);
  });
}

const SINCE: readonly [
  string,
  readonly ReturnType<typeof tool>[] | undefined,
][] = [
  ["the tool is gone", []],
  ["its parameters changed", [
    tool(
      { name: "charge", sideEffect: true, parameters: { euros: "number" } },
      () => {},
    ) as never,
  ]],
  ["it is read-only", [
    tool({ name: "charge", parameters: { cents: "number" } }, () => 1) as never,
  ]],
  ["the intent is expired", undefined],
];

for (const [what, tools] of SINCE) {
  for (const onCrash of ["unknown", "retry"] as const) {
    Deno.test(`EFF-5.5 What may have been called is never rejected or expired: ${what}, ${onCrash}`, async () => {
      const shop = shopWith(onCrash);
      await crash(shop);
      await shop.clock.advance(tools === undefined ? 3_600_000 : LEASE_MS);
      const registry = new ToolRegistry(
        tools as never ?? shop.tools as never,
      );

      const later = await shop.worker({ registry }).execute(intent());

      assertEquals(summary(later), "ack error");
      assertEquals(lastCode(shop), "effect_unknown");
      assertEquals(shop.effects.length, 1);
    });
  }
}

Deno.test("EFF-5.5 What may have been called is never rejected or expired: the other side says that it did not happen", async () => {
  const shop = shopWith(() => ({ kind: "did_not_happen" }));
  await crash(shop);
  await shop.clock.advance(3_600_000);

  const later = await shop.worker().execute(intent());

  assertEquals(summary(later), "ack expired");
  assertEquals(shop.effects.length, 1);
});

Deno.test("EFF-5.5 What may have been called is never rejected or expired: it expires while that is decided", async () => {
  const shop = shopWith("retry");
  await crash(shop);
  await shop.clock.advance(LEASE_MS);
  const store = storeWith(shop.store, {
    async claim(id, options) {
      const outcome = await shop.store.claim(id, options);
      shop.clock.set(NOW + 3_600_000);
      return outcome;
    },
  });

  const later = await shop.worker({ store }).execute(intent());

  assertEquals(summary(later), "ack error");
  assertEquals(lastCode(shop), "effect_unknown");
  assertEquals(shop.effects.length, 1);
});
