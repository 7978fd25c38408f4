/** Who owns an intent: `STORE-1` and `STORE-2`. */
import { assertEquals } from "@std/assert";
import {
  bytes,
  claim,
  complete,
  LEASE_MS,
  MINUTE_MS,
  NOON,
  type TestStore,
} from "./calls.ts";

/** Registers these scenarios. */
export function testOwners(test: TestStore): void {
  test("STORE-1.1 A new id has one owner", async ({ store }) => {
    const tokens = Array.from({ length: 200 }, (_, index) => `worker-${index}`);

    const outcomes = await Promise.all(
      tokens.map((token) => claim(store, token)),
    );

    const owners = outcomes.filter(({ kind }) => kind === "claimed");
    const others = outcomes.filter(({ kind }) => kind !== "claimed");
    assertEquals(owners, [{ kind: "claimed", attempt: 1, started: false }]);
    assertEquals(
      others,
      Array(199).fill({ kind: "in_flight", retryAtMs: NOON + LEASE_MS }),
    );
  });

  test("STORE-1.2 A lease that ran out has one new owner", async ({ store }) => {
    await claim(store, "first");
    const tokens = Array.from({ length: 50 }, (_, index) => `worker-${index}`);
    const now = NOON + LEASE_MS;

    const outcomes = await Promise.all(
      tokens.map((token) => claim(store, token, { now })),
    );

    const owners = outcomes.filter(({ kind }) => kind === "claimed");
    assertEquals(owners, [{ kind: "claimed", attempt: 2, started: false }]);
  });

  test("STORE-1.3 A lease ends exactly at its end", async ({ store }) => {
    await claim(store, "a");

    const before = await claim(store, "b", { now: NOON + LEASE_MS - 1 });
    const at = await claim(store, "b", { now: NOON + LEASE_MS });

    assertEquals(before, { kind: "in_flight", retryAtMs: NOON + LEASE_MS });
    assertEquals(at, { kind: "claimed", attempt: 2, started: false });
  });

  test("STORE-1.4 The same claim again renews the lease", async ({ store }) => {
    await claim(store, "a");

    const renewed = await claim(store, "a", { now: NOON + MINUTE_MS });
    const other = await claim(store, "b", { now: NOON + LEASE_MS });

    assertEquals(renewed, { kind: "claimed", attempt: 1, started: false });
    assertEquals(other, {
      kind: "in_flight",
      retryAtMs: NOON + MINUTE_MS + LEASE_MS,
    });
  });

  test("STORE-1.5 A clock that steps back frees and shortens nothing", async ({ store }) => {
    await claim(store, "a");

    const other = await claim(store, "b", { now: NOON - 5 * MINUTE_MS });
    const renewed = await claim(store, "a", { now: NOON - 5 * MINUTE_MS });
    const later = await claim(store, "b", { now: NOON + LEASE_MS - 1 });

    const retryAtMs = NOON + LEASE_MS;
    const inFlight = { kind: "in_flight", retryAtMs } as const;
    assertEquals(other, inFlight);
    assertEquals(renewed, { kind: "claimed", attempt: 1, started: false });
    assertEquals(later, inFlight);
  });

  test("STORE-1.6 Clocks that differ never make two owners", async ({ store }) => {
    const slow = NOON - 5 * MINUTE_MS;
    const fast = NOON + 5 * MINUTE_MS;
    await claim(store, "slow", { now: slow });

    const taken = await claim(store, "fast", { now: fast });
    const marks = [
      await store.markStarted("intent", { token: "slow" }),
      await store.markStarted("intent", { token: "fast" }),
    ];
    const back = await claim(store, "slow", { now: slow });
    const completions = [
      await complete(store, "slow", "slow", { now: slow }),
      await complete(store, "fast", "fast", { now: fast }),
    ];

    assertEquals(taken, { kind: "claimed", attempt: 2, started: false });
    assertEquals(marks, [{ kind: "claim_lost" }, { kind: "started" }]);
    assertEquals(back, { kind: "in_flight", retryAtMs: fast + LEASE_MS });
    assertEquals(completions, [
      { kind: "claim_lost" },
      { kind: "completed", result: bytes("fast") },
    ]);
  });

  test("STORE-1.7 Ids do not touch each other", async ({ store }) => {
    const ids = [
      "a",
      "A",
      "a/b",
      "a\u0000b",
      "__proto__",
      "constructor",
      "é",
      "e\u0301",
      "👍",
    ];

    for (const id of ids) {
      const outcome = await claim(store, `token of ${id}`, { id });
      assertEquals(outcome.kind, "claimed", id);
      await complete(store, `token of ${id}`, id, { id });
    }

    for (const id of ids) {
      const result = bytes(id);
      assertEquals(await claim(store, "b", { id }), { kind: "done", result });
    }
  });

  test("STORE-2.1 The started mark outlives the lease", async ({ store }) => {
    await claim(store, "a");
    const marked = await store.markStarted("intent", { token: "a" });

    const second = await claim(store, "b", { now: NOON + LEASE_MS });
    const third = await claim(store, "c", { now: NOON + 2 * LEASE_MS });

    assertEquals(marked, { kind: "started" });
    assertEquals(second, { kind: "claimed", attempt: 2, started: true });
    assertEquals(third, { kind: "claimed", attempt: 3, started: true });
  });

  test("STORE-2.2 A claim can carry the mark", async ({ store }) => {
    const first = await claim(store, "a", { started: true });
    const second = await claim(store, "b", { now: NOON + LEASE_MS });

    assertEquals(first, { kind: "claimed", attempt: 1, started: false });
    assertEquals(second, { kind: "claimed", attempt: 2, started: true });
  });

  test("STORE-2.3 Only the owner marks", async ({ store }) => {
    const lost = { kind: "claim_lost" } as const;
    const unclaimed = await store.markStarted("intent", { token: "a" });
    await claim(store, "a");
    const other = await store.markStarted("intent", { token: "b" });
    await claim(store, "b", { now: NOON + LEASE_MS });
    const stale = await store.markStarted("intent", { token: "a" });
    await complete(store, "b", "done");
    const late = await store.markStarted("intent", { token: "b" });

    assertEquals([unclaimed, other, stale, late], [lost, lost, lost, lost]);
    assertEquals(await claim(store, "c"), {
      kind: "done",
      result: bytes("done"),
    });
  });
}
