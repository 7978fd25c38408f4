import { assertEquals } from "@std/assert";
import {
  bytesOf,
  charge,
  failing,
  lastCode,
  LEASE_MS,
  NOW,
  storeWith,
  summary,
  world,
} from "./service/world.ts";

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

for (const isSlow of [false, true]) {
  Deno.test(`EFF-8.2 A question that could not be handed on is not lost: giving it back takes ${isSlow ? "long" : "no time"}`, async () => {
    const shop = world();
    let asked = 0;
    const worker = shop.worker({
      requestApproval: failing(2, () => void asked++),
      retry: { tries: 2 },
      store: storeWith(shop.store, {
        async release(id, options) {
          const answer = await shop.store.release(id, options);
          if (isSlow) await shop.clock.sleep(LEASE_MS / 2 - 1);
          return answer;
        },
      }),
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
}

Deno.test("EFF-8.2 A question that could not be handed on is not lost: the claim is another's by then", async () => {
  const shop = world();
  const worker = shop.worker({
    requestApproval: failing(1, () => {}),
    retry: { tries: 1 },
    store: storeWith(shop.store, {
      release: () => Promise.resolve({ kind: "claim_lost" }),
    }),
  });

  const delivery = await worker.handle(bytesOf({ kind: "approval" }));

  assertEquals(summary(delivery), "nack approval_failed");
  assertEquals(worker.counts.claims_released, undefined);
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
