/** What came of an intent: `STORE-3`. */
import { assert, assertEquals } from "@std/assert";
import {
  bytes,
  claim,
  complete,
  LEASE_MS,
  NOON,
  type TestStore,
  TTL_MS,
} from "./calls.ts";

/** Registers these scenarios. */
export function testResults(test: TestStore): void {
  test("STORE-3.1 A result answers later claims byte for byte", async ({ store }) => {
    const result = Uint8Array.from({ length: 256 }, (_, index) => index);
    await claim(store, "a");

    const completed = await store.complete("intent", {
      token: "a",
      result,
      now: NOON,
      resultTtlMs: TTL_MS,
    });
    const later = await claim(store, "b", { now: NOON + LEASE_MS });
    const owner = await claim(store, "a");

    assertEquals(completed, { kind: "completed", result });
    assertEquals(later, { kind: "done", result });
    assertEquals(owner, { kind: "done", result });
  });

  test("STORE-3.2 A stale owner cannot complete", async ({ store }) => {
    const now = NOON + LEASE_MS;
    await claim(store, "a");
    await claim(store, "b", { now });

    const stale = await complete(store, "a", "stale", { now });
    const owner = await complete(store, "b", "owner", { now });
    const again = await complete(store, "a", "stale", { now });

    assertEquals(stale, { kind: "claim_lost" });
    assertEquals(owner, { kind: "completed", result: bytes("owner") });
    assertEquals(again, { kind: "claim_lost" });
    assertEquals(await claim(store, "c", { now }), {
      kind: "done",
      result: bytes("owner"),
    });
  });

  test("STORE-3.3 A lease that ran out alone loses nothing", async ({ store }) => {
    await claim(store, "a");

    const now = NOON + 10 * LEASE_MS;
    const marked = await store.markStarted("intent", { token: "a" });
    const completed = await complete(store, "a", "late", { now });

    assertEquals(marked, { kind: "started" });
    assertEquals(completed, { kind: "completed", result: bytes("late") });
  });

  test("STORE-3.4 The first result stands", async ({ store }) => {
    await claim(store, "a");
    await complete(store, "a", "first");

    const second = await complete(store, "a", "second");

    assertEquals(second, { kind: "completed", result: bytes("first") });
    assertEquals(await claim(store, "b"), {
      kind: "done",
      result: bytes("first"),
    });
  });

  test("STORE-3.5 A result may be empty", async ({ store }) => {
    await claim(store, "a");

    const completed = await complete(store, "a", "");
    const later = await claim(store, "b");

    assertEquals(completed, { kind: "completed", result: bytes("") });
    assertEquals(later, { kind: "done", result: bytes("") });
  });

  test("STORE-3.6 A result ends exactly at its end", async ({ store }) => {
    await claim(store, "a", { started: true });
    await complete(store, "a", "result", { now: NOON });

    const before = await claim(store, "b", { now: NOON + TTL_MS - 1 });
    const at = await claim(store, "b", { now: NOON + TTL_MS });

    assertEquals(before, { kind: "done", result: bytes("result") });
    assertEquals(at, { kind: "claimed", attempt: 1, started: false });
    assertEquals(
      await complete(store, "a", "result"),
      { kind: "claim_lost" },
    );
  });

  test("STORE-3.7 The stored bytes are the store's own", async ({ store }) => {
    const given = bytes("result");
    await claim(store, "a");

    const completing = store.complete("intent", {
      token: "a",
      result: given,
      now: NOON,
      resultTtlMs: TTL_MS,
    });
    given.fill(0);
    const completed = await completing;
    assert(completed.kind === "completed");
    completed.result.fill(1);
    const read = await claim(store, "b");
    assert(read.kind === "done");
    read.result.fill(2);

    assertEquals(await claim(store, "b"), {
      kind: "done",
      result: bytes("result"),
    });
  });
}
