import { assertEquals, assertRejects } from "@std/assert";
// By their files, as the suite: an entry would bring the whole effector along.
import { StoreRecordError } from "../src/effector/store.ts";
import { DenoKvStore } from "../src/stores/deno_kv.ts";
import { claimOptions, faulty, openStore } from "./fixtures/deno_kv.ts";

Deno.test("STORE-10.3 A locked database is tried again", async () => {
  await using opened = await openStore(":memory:");
  let locked = 3;
  const delays: number[] = [];
  const store = new DenoKvStore(
    faulty(opened.kv, {
      before() {
        if (locked-- > 0) throw new TypeError("database is locked");
      },
    }),
    {
      retry: {
        random: () => 0.5,
        sleep: (delayMs) => {
          delays.push(delayMs);
          return Promise.resolve();
        },
      },
    },
  );

  const outcome = await store.claim("intent", { ...claimOptions, token: "a" });

  assertEquals(outcome, { kind: "claimed", attempt: 1, started: false });
  assertEquals(delays, [1, 2, 4]);
});

Deno.test("STORE-10.3 A locked database is tried again: not for ever", async () => {
  await using opened = await openStore(":memory:");
  const delays: number[] = [];
  const store = new DenoKvStore(
    faulty(opened.kv, {
      before() {
        throw new TypeError("database is locked");
      },
    }),
    {
      retry: {
        maxRetries: 8,
        maxDelayMs: 50,
        random: () => 1 - Number.EPSILON,
        sleep: (delayMs) => {
          delays.push(Math.round(delayMs));
          return Promise.resolve();
        },
      },
    },
  );

  await assertRejects(
    () => store.claim("intent", { ...claimOptions, token: "a" }),
    TypeError,
    "database is locked",
  );

  assertEquals(delays, [2, 4, 8, 16, 32, 50, 50, 50]);
});

Deno.test("STORE-10.3 A locked database is tried again: other failures are not", async () => {
  await using opened = await openStore(":memory:");
  let calls = 0;
  const store = new DenoKvStore(faulty(opened.kv, {
    before() {
      calls++;
      throw new TypeError("disk I/O error");
    },
  }));

  await assertRejects(
    () => store.claim("intent", { ...claimOptions, token: "a" }),
    TypeError,
    "disk I/O error",
  );

  assertEquals(calls, 1);
});

Deno.test("STORE-10.4 A reply lost after the write does no harm", async () => {
  await using opened = await openStore(":memory:");
  let lose = false;
  const store = new DenoKvStore(faulty(opened.kv, {
    after() {
      if (lose) throw new Error("connection reset");
    },
  }));
  const result = new Uint8Array(100_000).fill(7);
  const calls: (() => Promise<unknown>)[] = [
    () => store.claim("intent", { ...claimOptions, token: "a" }),
    () => store.markStarted("intent", { token: "a" }),
    () =>
      store.complete("intent", {
        token: "a",
        result,
        now: 2_000,
        resultTtlMs: 1_000,
      }),
  ];

  const outcomes: unknown[] = [];
  for (const call of calls) {
    lose = true;
    await assertRejects(call, Error, "connection reset");
    lose = false;
    outcomes.push(await call());
  }

  assertEquals(outcomes, [
    { kind: "claimed", attempt: 1, started: false },
    { kind: "started" },
    { kind: "completed", result },
  ]);
});

Deno.test("STORE-10.5 Stores of other prefixes are apart", async () => {
  await using opened = await openStore(":memory:");
  const other = new DenoKvStore(opened.kv, { prefix: ["other"] });
  const same = new DenoKvStore(opened.kv, { prefix: ["beam_tools"] });
  await opened.store.claim("intent", { ...claimOptions, token: "a" });

  const apart = await other.claim("intent", { ...claimOptions, token: "b" });
  const shared = await same.claim("intent", { ...claimOptions, token: "b" });
  const ids = [
    await opened.store.storeId(),
    await same.storeId(),
    await other.storeId(),
  ];

  assertEquals([apart.kind, shared.kind], ["claimed", "in_flight"]);
  assertEquals(new Set(ids).size, 2);
});

Deno.test("STORE-10.6 Closing the store leaves the database open", async () => {
  await using opened = await openStore(":memory:");

  await opened.store.close();

  assertEquals((await opened.kv.get(["anything"])).value, null);
});

Deno.test("STORE-10.7 A damaged record is refused whatever is damaged", async () => {
  await using opened = await openStore(":memory:");
  const { kv, store } = opened;
  const open = {
    version: 1,
    state: "claimed",
    fingerprint: claimOptions.fingerprint,
    token: "a",
    attempt: 1,
    leaseUntilMs: 1,
    started: false,
    startedBefore: false,
  };
  const done = {
    version: 1,
    state: "done",
    fingerprint: claimOptions.fingerprint,
    token: "a",
    resultUntilMs: 10_000,
  };
  const records: unknown[] = [
    null,
    "text",
    {},
    { ...open, version: 2 },
    { ...open, state: "open" },
    { ...open, fingerprint: "x" },
    { ...open, token: 1 },
    { ...open, token: "" },
    { ...open, attempt: "1" },
    { ...open, leaseUntilMs: NaN },
    { ...open, started: undefined },
    { ...open, startedBefore: 1 },
    done,
    { ...done, resultUntilMs: undefined },
    { ...done, size: 3, result: new Uint8Array(2) },
    { ...done, size: 3, result: "abc" },
    { ...done, size: 100_000, parts: 1 },
    { ...done, size: 100_000, parts: 1e9 },
    // Two parts that are not there.
    { ...done, size: 100_000, parts: 2 },
  ];

  for (const record of records) {
    await kv.set(["beam_tools", "intent", "intent"], record);
    await assertRejects(
      () => store.claim("intent", { ...claimOptions, token: "b" }),
      StoreRecordError,
      'Cannot read the record of intent "intent": it',
    );
    const { value } = await kv.get(["beam_tools", "intent", "intent"]);
    assertEquals(value, record);
  }
});

Deno.test("STORE-10.8 A write of another process is seen", async () => {
  await using opened = await openStore(":memory:");
  const [here, there] = [opened.store, new DenoKvStore(opened.kv)];
  await here.claim("intent", { ...claimOptions, token: "a" });
  const late = { ...claimOptions, now: 1_000_000 };
  const completion = {
    token: "b",
    result: new Uint8Array(1),
    now: 1_000_000,
    resultTtlMs: 1_000,
  };
  await there.claim("intent", { ...late, token: "b" });

  const marked = await here.markStarted("intent", { token: "a" });
  const claimed = await here.claim("intent", { ...late, token: "a" });
  const owner = await here.markStarted("intent", { token: "b" });
  await there.complete("intent", completion);
  const next = await here.claim("intent", { ...late, token: "c" });

  assertEquals(marked, { kind: "claim_lost" });
  assertEquals(claimed.kind, "in_flight");
  assertEquals(owner, { kind: "started" });
  assertEquals(next.kind, "done");
});

Deno.test("STORE-10.8 A write of another process is seen: after a claim here", async () => {
  await using opened = await openStore(":memory:");
  const [here, there] = [opened.store, new DenoKvStore(opened.kv)];
  await here.claim("intent", { ...claimOptions, token: "a" });
  await there.release("intent", { token: "a" });

  const next = await here.claim("intent", { ...claimOptions, token: "b" });
  await there.release("intent", { token: "b" });
  await there.claim("intent", { ...claimOptions, token: "c" });
  const marked = await here.markStarted("intent", { token: "c" });

  assertEquals(next, { kind: "claimed", attempt: 2, started: false });
  assertEquals(marked, { kind: "started" });
});

Deno.test("STORE-10.8 A write of another process is seen: while a result is read", async () => {
  await using opened = await openStore(":memory:");
  const { kv, store } = opened;
  const result = new Uint8Array(100_000);
  const ends = { result, now: 1_000, resultTtlMs: 1_000 };
  await store.claim("intent", { ...claimOptions, token: "a" });
  await store.complete("intent", { ...ends, token: "a" });
  const later = { ...claimOptions, token: "b", now: 2_000 };
  const client = faulty(kv, {});
  const reader = new DenoKvStore({
    ...client,
    async getMany(keys, options) {
      await store.claim("intent", later);
      return await client.getMany(keys, options);
    },
  });

  const read = await reader.claim("intent", { ...claimOptions, token: "c" });

  assertEquals(read, { kind: "in_flight", retryAtMs: 302_000 });
});

Deno.test("STORE-10.9 A claim gives the space of an ended result back", async () => {
  await using opened = await openStore(":memory:");
  const { kv, store } = opened;
  const result = new Uint8Array(100_000);
  const ends = { result, now: 1_000, resultTtlMs: 1_000 };
  await store.claim("intent", { ...claimOptions, token: "a" });
  await store.complete("intent", { ...ends, token: "a" });
  const before = await Array.fromAsync(kv.list({ prefix: ["beam_tools"] }));

  await store.claim("intent", { ...claimOptions, token: "b", now: 2_000 });

  const after = await Array.fromAsync(kv.list({ prefix: ["beam_tools"] }));
  assertEquals([before.length, after.length], [3, 1]);
});

Deno.test("STORE-10.10 KV's own expiry comes after the end of a result", async () => {
  await using opened = await openStore(":memory:");
  const expiries: (number | undefined)[] = [];
  const client = faulty(opened.kv, {});
  const store = new DenoKvStore({
    ...client,
    atomic() {
      const atomic = client.atomic();
      const set = atomic.set.bind(atomic);
      return Object.assign(atomic, {
        set(...[key, value, options]: Parameters<typeof set>) {
          expiries.push(options?.expireIn);
          return set(key, value, options);
        },
      });
    },
  });
  const ends = { token: "a", now: 1_000, resultTtlMs: 1_000 };

  await store.claim("intent", { ...claimOptions, token: "a" });
  await store.markStarted("intent", { token: "a" });
  await store.complete("intent", { ...ends, result: new Uint8Array(100_000) });

  const [claimed, marked, record = 0, ...parts] = expiries;
  assertEquals([claimed, marked], [undefined, undefined]);
  assertEquals(record >= 1_000 + 3_600_000, true);
  assertEquals(parts.map((part = 0) => part > record), [true, true]);
});
