/** Limits, damage and closing: `STORE-7` and `STORE-8`. */
import {
  assert,
  assertEquals,
  assertNotEquals,
  assertRejects,
} from "@std/assert";
import {
  MAX_RESULT_BYTES,
  ResultTooLargeError,
  StoreRecordError,
} from "../../../src/effector/store.ts";
import {
  claim,
  complete,
  NOON,
  pattern,
  same,
  type TestStore,
  TTL_MS,
} from "./calls.ts";
import type { OpenedStore } from "../dedup_store.ts";

/** Registers these scenarios. */
export function testLimits(
  test: TestStore,
  open: () => Promise<OpenedStore>,
): void {
  test("STORE-7.1 Results of up to 512 KiB come back", async ({ store }) => {
    const sizes = [
      1,
      61_439,
      61_440,
      61_441,
      65_536,
      122_880,
      400_000,
      MAX_RESULT_BYTES,
    ];

    for (const size of sizes) {
      const id = `of ${size} bytes`;
      const result = pattern(size);
      await claim(store, "a", { id });
      const completed = await store.complete(id, {
        token: "a",
        result,
        now: NOON,
        resultTtlMs: TTL_MS,
      });
      const first = await complete(store, "a", "other", { id });
      const later = await claim(store, "b", { id });

      // Compared by parts: a difference of half a megabyte is no message.
      assert(completed.kind === "completed" && same(completed.result, result));
      assert(first.kind === "completed" && same(first.result, result), id);
      assert(later.kind === "done" && same(later.result, result), id);
    }
  });

  test("STORE-7.2 A larger result is refused and the claim stays", async ({ store }) => {
    await claim(store, "a");

    const error = await assertRejects(() =>
      store.complete("intent", {
        token: "a",
        result: pattern(MAX_RESULT_BYTES + 1),
        now: NOON,
        resultTtlMs: TTL_MS,
      }), ResultTooLargeError);
    const other = await claim(store, "b");
    const completed = await complete(store, "a", "too large to keep");

    assertEquals(error.size, MAX_RESULT_BYTES + 1);
    assertEquals(error.limit, MAX_RESULT_BYTES);
    assertEquals(error.intentId, "intent");
    assertEquals(other.kind, "in_flight");
    assertEquals(completed.kind, "completed");
  });

  test("STORE-7.3 A result can be replaced after its end", async ({ store }) => {
    const now = NOON + TTL_MS;
    for (const [token, size] of [["a", 200_000], ["b", 70_000]] as const) {
      const at = token === "a" ? NOON : now;
      await claim(store, token, { now: at });
      const result = pattern(size);
      const options = { token, result, now: at, resultTtlMs: TTL_MS };
      await store.complete("intent", options);
    }

    const later = await claim(store, "c", { now });

    assert(later.kind === "done" && same(later.result, pattern(70_000)));
  });

  test("STORE-7.4 A damaged record is refused by every call", async ({ store, corrupt }) => {
    assert(
      corrupt !== undefined,
      "the suite needs `corrupt`, or a reason to skip",
    );
    await claim(store, "a");
    await corrupt("intent");

    const calls: (() => Promise<unknown>)[] = [
      () => claim(store, "a"),
      () => claim(store, "b", { now: NOON + TTL_MS }),
      () => store.markStarted("intent", { token: "a" }),
      () => complete(store, "a", "result"),
      () => store.release("intent", { token: "a" }),
      () => claim(store, "c"),
    ];

    for (const call of calls) {
      const error = await assertRejects(call, StoreRecordError);
      assertEquals(error.intentId, "intent");
    }
    assertEquals((await claim(store, "a", { id: "other" })).kind, "claimed");
  });

  test("STORE-7.5 Impossible input is refused", async ({ store }) => {
    const calls: (() => Promise<unknown>)[] = [
      () => claim(store, ""),
      () => claim(store, "x".repeat(129)),
      () => claim(store, "a", { id: "" }),
      () => claim(store, "a", { id: "x".repeat(257) }),
      () => claim(store, "a", { id: "\ud800" }),
      () => claim(store, "a", { fingerprint: "5F".repeat(32) }),
      () => claim(store, "a", { fingerprint: "" }),
      // A cast: callers without types reach this.
      () => claim(store, "a", { fingerprint: undefined as never }),
      () => claim(store, "a", { now: NaN }),
      () => claim(store, "a", { now: -1 }),
      () => claim(store, "a", { leaseMs: 0 }),
      () => claim(store, "a", { leaseMs: 1.5 }),
      () => claim(store, "a", { leaseMs: Infinity }),
      () => store.markStarted("intent", { token: "" }),
      () => store.release("", { token: "a" }),
      () => complete(store, "a", "result", { resultTtlMs: 0 }),
      () => complete(store, "a", "result", { now: 0.5 }),
    ];

    for (const call of calls) {
      await assertRejects<RangeError>(call, RangeError);
    }
    assertEquals(
      (await claim(store, "a", { id: "x".repeat(256) })).kind,
      "claimed",
    );
    assertEquals((await claim(store, "x".repeat(128))).kind, "claimed");
  });

  test("STORE-8.1 A store has one id", async ({ store }) => {
    await using other = await open();

    const ids = await Promise.all([store.storeId(), store.storeId()]);
    const later = await store.storeId();

    assertEquals(ids, [later, later]);
    assertNotEquals(await other.store.storeId(), later);
  });

  test("STORE-8.2 A closed store refuses calls", async ({ store }) => {
    const kinds: string[] = [];
    claim(store, "a").then(({ kind }) => kinds.push(kind));

    await store.close();
    await store.close();

    assertEquals(kinds, ["claimed"]);
    const calls: (() => Promise<unknown>)[] = [
      () => claim(store, "a"),
      () => store.markStarted("intent", { token: "a" }),
      () => complete(store, "a", "result"),
      () => store.release("intent", { token: "a" }),
      () => store.storeId(),
    ];
    for (const call of calls) {
      await assertRejects<TypeError>(call, TypeError, "the store is closed");
    }
  });
}
