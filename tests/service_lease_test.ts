import { assertEquals } from "@std/assert";
import { tool } from "@beam/tools";
import { happened, settled } from "./service/manual_clock.ts";
import { mortal } from "./service/mortal.ts";
import {
  down,
  intent,
  LEASE_MS,
  NOW,
  storeWith,
  summary,
  waitingCharge,
  type World,
  world,
} from "./service/world.ts";

/** What another worker finds, each half of a lease. */
async function forFourLeases(shop: World): Promise<string[]> {
  const found: string[] = [];
  for (let half = 0; half < 8; half++) {
    await shop.clock.advance(LEASE_MS / 2);
    found.push(summary(await shop.worker().execute(intent())));
  }
  return found;
}

Deno.test("EFF-6.1 A claim is renewed while its tool runs", async () => {
  const gate = Promise.withResolvers<void>();
  const shop = world((effects) => [waitingCharge(effects, gate.promise)]);
  const worker = shop.worker();
  const first = worker.execute(intent());
  await settled();

  const meanwhile = await forFourLeases(shop);
  gate.resolve();

  assertEquals(meanwhile, Array(8).fill("nack in_flight"));
  assertEquals(summary(await first), "ack ok");
  assertEquals(worker.counts.leases_renewed, 12);
});

Deno.test("EFF-6.1 A claim is renewed while its tool runs: one renewal has no answer", async () => {
  const gate = Promise.withResolvers<void>();
  const shop = world((effects) => [waitingCharge(effects, gate.promise)]);
  let claims = 0;
  const worker = shop.worker({
    store: storeWith(shop.store, {
      claim: (id, options) =>
        ++claims === 2 ? new Promise(() => {}) : shop.store.claim(id, options),
    }),
  });
  const first = worker.execute(intent());
  await settled();

  const meanwhile = await forFourLeases(shop);
  gate.resolve();

  assertEquals(meanwhile, Array(8).fill("nack in_flight"));
  assertEquals(summary(await first), "ack ok");
});

/** A worker whose claim runs out in mid-call, because it renews nothing until `isBack`. */
function absent(shop: World) {
  const state = { isBack: false };
  let isClaimed = false;
  const store = storeWith(shop.store, {
    claim(id, options) {
      if (isClaimed && !state.isBack) {
        return down();
      }
      isClaimed = true;
      return shop.store.claim(id, options);
    },
  });
  return { state, worker: shop.worker({ store }) };
}

function hangingShop(signals: AbortSignal[], gate: Promise<unknown>): World {
  return world((effects) => [
    tool({
      name: "charge",
      sideEffect: true,
      onCrash: "retry",
      parameters: { cents: "number" },
    }, async (_args, { signal }) => {
      signals.push(signal);
      effects.push("charge");
      if (effects.length === 1) await gate;
      return effects.length;
    }),
  ]);
}

Deno.test("EFF-6.2 A worker that lost its claim publishes nothing", async () => {
  const signals: AbortSignal[] = [];
  const shop = hangingShop(signals, new Promise(() => {}));
  const { state, worker } = absent(shop);
  const first = worker.execute(intent());
  await happened(() => shop.effects.length === 1);

  await shop.clock.advance(LEASE_MS);
  const second = await shop.worker().execute(intent());
  state.isBack = true;
  await shop.clock.advance(LEASE_MS);

  assertEquals(summary(second), "ack ok");
  assertEquals(summary(await first), "nack claim_lost");
  assertEquals(signals.map(({ aborted }) => aborted), [true, false]);
  assertEquals(shop.published.length, 1);
});

Deno.test("EFF-6.2 A worker that lost its claim publishes nothing: at the completion", async () => {
  const gate = Promise.withResolvers<void>();
  const shop = hangingShop([], gate.promise);
  const { worker } = absent(shop);
  const first = worker.execute(intent());
  await happened(() => shop.effects.length === 1);

  await shop.clock.advance(LEASE_MS);
  const second = await shop.worker().execute(intent());
  gate.resolve();

  assertEquals([second, await first].map(summary), [
    "ack ok",
    "nack claim_lost",
  ]);
  assertEquals(shop.published.length, 1);
});

Deno.test("EFF-6.3 A claim that was another's in between is lost", async () => {
  const signals: AbortSignal[] = [];
  const shop = hangingShop(signals, new Promise(() => {}));
  const { state, worker } = absent(shop);
  const first = worker.execute(intent());
  await happened(() => shop.effects.length === 1);
  await shop.clock.advance(LEASE_MS);

  // Another worker claims and falls silent for as long as its own lease.
  const other = mortal(shop, {
    store: storeWith(shop.store, {
      claim: (id, options) =>
        shop.store.claim(id, options).finally(() => other.die()),
    }),
  });
  other.worker.execute(intent());
  await settled();
  await shop.clock.advance(LEASE_MS);
  state.isBack = true;
  await shop.clock.advance(LEASE_MS);

  assertEquals(summary(await first), "nack claim_lost");
  assertEquals(signals[0]!.aborted, true);
  assertEquals(shop.published, []);
});

Deno.test("EFF-6.4 Clocks that differ never make two calls", async () => {
  const gate = Promise.withResolvers<void>();
  const shop = world((effects) => [waitingCharge(effects, gate.promise)]);
  const ahead = {
    now: () => shop.clock.now() + 300_000,
    sleep: shop.clock.sleep.bind(shop.clock),
  };
  const first = shop.worker().execute(intent());
  await happened(() => shop.effects.length === 1);

  // To this one the lease is over, and the first worker seems to be dead.
  const second = await shop.worker({ clock: ahead }).execute(intent());
  shop.clock.set(NOW - 300_000);
  const third = await shop.worker().execute(intent());
  gate.resolve();

  assertEquals([second, third].map(summary), ["ack error", "ack error again"]);
  assertEquals(summary(await first), "nack claim_lost");
  assertEquals(shop.effects, ["charge"]);
  assertEquals(
    new Set(shop.published.map(({ bytes }) => bytes.toHex())).size,
    1,
  );
});

Deno.test("EFF-6.4 Clocks that differ never make two calls: one that steps back at the end of an intent", async () => {
  const shop = world();
  const looks = [NOW + 3_600_000];
  const clock = {
    // Over when it is claimed, live again from then on.
    now: () => looks.shift() ?? NOW,
    sleep: shop.clock.sleep.bind(shop.clock),
  };

  const delivery = await shop.worker({ clock }).execute(intent());

  assertEquals(summary(delivery), "ack expired");
  assertEquals(shop.effects, []);
});

Deno.test("EFF-6.5 A worker that was held up calls nothing on a claim that ran out", async () => {
  const shop = world();
  let isAway = false;
  const worker = shop.worker({
    store: storeWith(shop.store, {
      async claim(id, options) {
        if (isAway) return await down();
        const outcome = await shop.store.claim(id, options);
        shop.clock.set(NOW + LEASE_MS);
        isAway = true;
        return outcome;
      },
    }),
  });

  assertEquals(summary(await worker.execute(intent())), "nack claim_lost");
  assertEquals(shop.effects, []);
});

Deno.test("EFF-6.5 A worker that was held up calls nothing on a claim that ran out: the store never answers the renewal", async () => {
  const shop = world();
  let claims = 0;
  const worker = shop.worker({
    maxConcurrent: 1,
    store: storeWith(shop.store, {
      async claim(id, options) {
        claims++;
        if (claims === 2) return await new Promise(() => {});
        const outcome = await shop.store.claim(id, options);
        if (claims === 1) shop.clock.set(NOW + LEASE_MS);
        return outcome;
      },
    }),
  });

  const held = await shop.clock.until(worker.execute(intent()));
  const other = await worker.execute(intent({ seq: 2n }));

  assertEquals([held, other].map(summary), ["nack claim_lost", "ack ok"]);
  assertEquals(shop.effects.length, 1);
});

Deno.test("EFF-6.6 Clocks that differ by less than half a lease take nothing over", async () => {
  const gate = Promise.withResolvers<void>();
  const shop = world((effects) => [waitingCharge(effects, gate.promise)]);
  const ahead = shop.worker({
    clock: {
      now: () => shop.clock.now() + LEASE_MS / 2 - 1,
      sleep: shop.clock.sleep.bind(shop.clock),
    },
  });
  const first = shop.worker().execute(intent());
  await settled();

  const meanwhile: string[] = [];
  for (let second = 0; second < 3 * LEASE_MS / 1_000; second++) {
    await shop.clock.advance(1_000);
    meanwhile.push(summary(await ahead.execute(intent())));
  }
  gate.resolve();

  assertEquals(new Set(meanwhile), new Set(["nack in_flight"]));
  assertEquals(summary(await first), "ack ok");
});

Deno.test("EFF-6.7 A clock may tell fractions of a millisecond", async () => {
  const gate = Promise.withResolvers<void>();
  const shop = world((effects) => [waitingCharge(effects, gate.promise)]);
  const worker = shop.worker({
    clock: {
      now: () => shop.clock.now() + 0.75,
      sleep: shop.clock.sleep.bind(shop.clock),
    },
  });
  const first = worker.execute(intent());
  await settled();

  await shop.clock.advance(2 * LEASE_MS);
  gate.resolve();

  assertEquals(summary(await first), "ack ok");
  assertEquals(worker.counts.leases_renewed, 6);
  assertEquals(
    shop.published[0]!.result.completedAtMs,
    BigInt(NOW + 2 * LEASE_MS),
  );
});
