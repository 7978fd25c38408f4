import { assertEquals } from "@std/assert";
import { settled } from "./service/manual_clock.ts";
import { mortal } from "./service/mortal.ts";
import {
  bytesOf,
  down,
  intent,
  LEASE_MS,
  NOW,
  storeWith,
  summary,
  world,
} from "./service/world.ts";

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

Deno.test("EFF-4.2 An intent that expires while it waits is expired: in flight elsewhere", async () => {
  const shop = world();
  const short = intent({ expiresAtMs: BigInt(NOW + 30_000) });
  // It claims as questions are claimed, without the mark, and dies.
  const { worker, die } = mortal(shop, {
    store: storeWith(shop.store, {
      claim: (id, options) =>
        shop.store.claim(id, { ...options, started: false }).finally(die),
    }),
  });
  worker.execute(short);
  await settled();

  const waiting = await shop.worker().execute(short);
  await shop.clock.advance(LEASE_MS);
  const later = await shop.worker().execute(short);

  assertEquals([waiting, later].map(summary), [
    "nack in_flight",
    "ack expired",
  ]);
  assertEquals(shop.effects, []);
});

Deno.test("EFF-4.2 An intent that expires while it waits is expired: a claim that takes long", async () => {
  const shop = world();
  const store = storeWith(shop.store, {
    async claim(id, options) {
      const outcome = await shop.store.claim(id, options);
      await shop.clock.sleep(20_000);
      return outcome;
    },
  });

  const delivery = await shop.clock.until(
    shop.worker({ store }).execute(
      intent({ expiresAtMs: BigInt(NOW + 20_000) }),
    ),
  );

  assertEquals(summary(delivery), "ack expired");
  assertEquals(shop.effects, []);
});

Deno.test("EFF-4.3 An expired intent that was carried out keeps its outcome", async () => {
  const shop = world();
  const worker = shop.worker();
  await worker.handle(bytesOf());

  await shop.clock.advance(3_600_000);
  const after = await worker.handle(bytesOf());

  assertEquals(summary(after), "ack ok again");
});

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
