/** Releases, repeated calls and conflicts: `STORE-4` to `STORE-6`. */
import { assertEquals } from "@std/assert";
import type { ClaimOutcome } from "../../../src/effector/store.ts";
import {
  bytes,
  claim,
  complete,
  LEASE_MS,
  NOON,
  type TestStore,
  TTL_MS,
  twice,
} from "./calls.ts";

/** Registers these scenarios. */
export function testReleases(test: TestStore): void {
  test("STORE-4.1 A released intent can be claimed at once", async ({ store }) => {
    await claim(store, "a");

    const released = await store.release("intent", { token: "a" });
    const next = await claim(store, "b");

    assertEquals(released, { kind: "released" });
    assertEquals(next, { kind: "claimed", attempt: 2, started: false });
  });

  test("STORE-4.2 Only the owner releases", async ({ store }) => {
    const lost = { kind: "claim_lost" } as const;
    const unclaimed = await store.release("intent", { token: "a" });
    await claim(store, "a");
    const other = await store.release("intent", { token: "b" });
    await claim(store, "b", { now: NOON + LEASE_MS });
    const stale = await store.release("intent", { token: "a" });
    const still = await claim(store, "c", { now: NOON + LEASE_MS });
    await complete(store, "b", "done");
    const late = await store.release("intent", { token: "b" });

    assertEquals([unclaimed, other, stale, late], [lost, lost, lost, lost]);
    assertEquals(still.kind, "in_flight");
    assertEquals((await claim(store, "c")).kind, "done");
  });

  test("STORE-4.3 A started claim is not released", async ({ store }) => {
    await claim(store, "a");
    await store.markStarted("intent", { token: "a" });

    const released = await store.release("intent", { token: "a" });
    const other = await claim(store, "b");

    assertEquals(released, { kind: "started" });
    assertEquals(other.kind, "in_flight");
  });

  test("STORE-4.4 A released claim is over", async ({ store }) => {
    await claim(store, "a");
    await store.release("intent", { token: "a" });

    const marked = await store.markStarted("intent", { token: "a" });
    const completed = await complete(store, "a", "result");
    const again = await claim(store, "a");

    assertEquals(marked, { kind: "claim_lost" });
    assertEquals(completed, { kind: "claim_lost" });
    assertEquals(again, { kind: "claimed", attempt: 2, started: false });
  });

  test("STORE-4.5 A release keeps the mark of an earlier claim", async ({ store }) => {
    await claim(store, "a", { started: true });
    await claim(store, "b", { now: NOON + LEASE_MS });

    const released = await store.release("intent", { token: "b" });
    const next = await claim(store, "c", { now: NOON + LEASE_MS });

    assertEquals(released, { kind: "released" });
    assertEquals(next, { kind: "claimed", attempt: 3, started: true });
  });

  test("STORE-5.1 A repeated call has the same answer", async ({ store }) => {
    const pairs = [
      await twice(() => claim(store, "a", { started: true })),
      await twice(() => claim(store, "b", { now: NOON + LEASE_MS })),
      await twice(() => store.release("intent", { token: "b" })),
      await twice(() => claim(store, "c", { now: NOON + LEASE_MS })),
      await twice(() => store.markStarted("intent", { token: "c" })),
      await twice(() => complete(store, "c", "result")),
    ];

    for (const [first, second] of pairs) assertEquals(second, first);
    assertEquals(pairs.map(([first]) => first.kind), [
      "claimed",
      "claimed",
      "released",
      "claimed",
      "started",
      "completed",
    ]);
  });

  test("STORE-5.2 A claim under way twice at once is one claim", async ({ store }) => {
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => claim(store, "a", { started: true })),
    );

    assertEquals(
      outcomes,
      Array(20).fill({ kind: "claimed", attempt: 1, started: false }),
    );
  });

  test("STORE-6.1 An id stands for one request", async ({ store }) => {
    const other = { fingerprint: "00".repeat(32) };
    const now = NOON + LEASE_MS;
    const outcomes: ClaimOutcome[] = [];

    await claim(store, "a");
    outcomes.push(await claim(store, "x", other));
    outcomes.push(await claim(store, "a", other));
    outcomes.push(await claim(store, "x", { ...other, now }));
    await store.release("intent", { token: "a" });
    outcomes.push(await claim(store, "x", other));
    await claim(store, "b");
    await complete(store, "b", "result");
    outcomes.push(await claim(store, "x", other));
    const same = await claim(store, "c");
    const after = await claim(store, "x", { ...other, now: NOON + TTL_MS });

    assertEquals(outcomes, Array(5).fill({ kind: "conflict" }));
    assertEquals(same, { kind: "done", result: bytes("result") });
    assertEquals(after, { kind: "claimed", attempt: 1, started: false });
  });
}
