/**
 * Pins what our tests rely on in `@std/*`, so that the stand-ins of
 * `tests/offline` cannot drift: run it once with `BEAM_STD=jsr` and once with
 * `BEAM_STD=offline`. It tests test tools, so its tests name no scenario.
 */
import {
  assert,
  assertAlmostEquals,
  assertArrayIncludes,
  assertEquals,
  assertExists,
  assertFalse,
  assertGreater,
  assertGreaterOrEqual,
  assertInstanceOf,
  AssertionError,
  assertIsError,
  assertLess,
  assertLessOrEqual,
  assertMatch,
  assertNotEquals,
  assertNotInstanceOf,
  assertNotMatch,
  assertNotStrictEquals,
  assertObjectMatch,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
  equal,
  fail,
  unreachable,
} from "@std/assert";
import {
  assertSpyCall,
  assertSpyCallArgs,
  assertSpyCalls,
  MockError,
  returnsNext,
  spy,
  stub,
} from "@std/testing/mock";
import { FakeTime } from "@std/testing/time";
import {
  type AssertFalse,
  type AssertTrue,
  assertType,
  type Has,
  type IsAny,
  type IsExact,
  type IsNever,
  type IsUnknown,
} from "@std/testing/types";

class Point {
  constructor(readonly x: number) {}
}

const circular = (): object => {
  const value: Record<string, unknown> = {};
  value.self = value;
  return value;
};

Deno.test("assertEquals passes for values that are deeply equal", () => {
  const pairs: readonly (readonly [unknown, unknown])[] = [
    [{ a: 1, b: [2, { c: 3 }] }, { b: [2, { c: 3 }], a: 1 }],
    [NaN, NaN],
    [0, -0],
    [[0], [-0]],
    [1n, 1n],
    [Object.create(null), {}],
    [new Date(5), new Date(5)],
    [new Date(NaN), new Date(NaN)],
    [/a/g, /a/g],
    [new URL("https://example.test"), new URL("https://example.test/")],
    [new Uint8Array([1, 2]), new Uint8Array([1, 2])],
    [new Uint8Array([1, 2]).buffer, new Uint8Array([1, 2]).buffer],
    [new Set([1, { a: 1 }]), new Set([{ a: 1 }, 1])],
    [new Map([["a", [1]], ["b", [2]]]), new Map([["b", [2]], ["a", [1]]])],
    [new Point(1), new Point(1)],
    [circular(), circular()],
    [undefined, undefined],
  ];

  for (const [actual, expected] of pairs) {
    assertEquals(actual, expected);
    assert(equal(actual, expected));
    assertThrows(() => assertNotEquals(actual, expected), AssertionError);
  }
});

Deno.test("assertEquals fails for values that are not deeply equal", () => {
  const pairs: readonly (readonly [unknown, unknown])[] = [
    [{ a: undefined }, {}],
    [{ a: undefined }, { b: undefined }],
    [{ a: 1 }, { a: "1" }],
    [1, 1n],
    [1, true],
    [null, undefined],
    [{}, []],
    [[1, 2], [2, 1]],
    [[1], [1, undefined]],
    [{ x: 1 }, new Point(1)],
    [new Point(1), new Point(2)],
    [new Date(5), new Date(6)],
    [new Uint8Array([1, 2]), new Uint8Array([1, 3])],
    [new Uint8Array([1, 2]), [1, 2]],
    [new Set([1, 2]), new Set([1, 3])],
    [new Map([["a", 1]]), new Map([["a", 2]])],
    [() => 1, () => 1],
    [Symbol("a"), Symbol("a")],
    [{ [Symbol.iterator]: 1 }, {}],
  ];

  for (const [actual, expected] of pairs) {
    assertThrows(() => assertEquals(actual, expected), AssertionError);
    assertFalse(equal(actual, expected));
    assertNotEquals(actual, expected);
  }
});

Deno.test("assertEquals names both values and the caller's words", () => {
  const error = assertThrows(
    () => assertEquals({ a: "is" }, { a: "should" }, "the reason"),
    AssertionError,
    "Values are not equal: the reason",
  );

  assertStringIncludes(error.message, "is");
  assertStringIncludes(error.message, "should");
});

Deno.test("assertStrictEquals compares by Object.is", () => {
  const value = {};

  assertStrictEquals(value, value);
  assertStrictEquals(NaN, NaN);
  assertThrows(() => assertStrictEquals({}, {}), AssertionError);
  assertThrows(() => assertStrictEquals(0, -0), AssertionError);
  assertNotStrictEquals({}, {});
  assertThrows(() => assertNotStrictEquals(value, value), AssertionError);
});

Deno.test("assertStrictEquals and its kind narrow the type", () => {
  const value: unknown = "text";
  const text: string = "text";
  assertStrictEquals(value, text);
  assertType<IsExact<typeof value, string>>(true);

  const other: unknown = new Point(1);
  assertInstanceOf(other, Point);
  assertType<IsExact<typeof other, Point>>(true);

  const maybe: string | undefined = ["text"].at(0);
  assertExists(maybe);
  assertType<IsExact<typeof maybe, string>>(true);

  const optional: string | undefined = ["text"].at(0);
  assert(optional !== undefined);
  assertType<IsExact<typeof optional, string>>(true);
});

Deno.test("assertThrows gives the error, of the class and with the text", () => {
  const thrown = new RangeError("too far");
  const thrower = () => {
    throw thrown;
  };

  const error = assertThrows(thrower, RangeError, "too far");
  assertType<IsExact<typeof error, RangeError>>(true);
  assertStrictEquals(error, thrown);
  assertStrictEquals(assertThrows(thrower), thrown);
  assertStrictEquals(assertThrows(thrower, Error), thrown);
  assertThrows(() => assertThrows(thrower, TypeError), AssertionError);
  assertThrows(() => assertThrows(thrower, Error, "near"), AssertionError);
  assertThrows(
    () => assertThrows(() => 1, "words"),
    AssertionError,
    "Expected function to throw: words",
  );
  assertStrictEquals(
    assertThrows(() => {
      throw "text";
    }),
    "text",
  );
  assertThrows(
    () =>
      assertThrows(() => {
        throw "text";
      }, Error),
    AssertionError,
    "non-Error",
  );
});

Deno.test("assertRejects gives the reason, of the class and with the text", async () => {
  const reason = new RangeError("too far");
  const rejecter = () => Promise.reject(reason);

  const error = await assertRejects(rejecter, RangeError, "too far");
  assertType<IsExact<typeof error, RangeError>>(true);
  assertStrictEquals(error, reason);
  assertStrictEquals(await assertRejects(rejecter), reason);
  await assertRejects(() => assertRejects(rejecter, TypeError), AssertionError);
  await assertRejects(
    () => assertRejects(rejecter, Error, "near"),
    AssertionError,
  );
  await assertRejects(
    () => assertRejects(() => Promise.resolve(1)),
    AssertionError,
    "Expected function to reject",
  );
});

Deno.test("assertRejects fails for a function that throws at once", async () => {
  await assertRejects(
    () =>
      assertRejects(() => {
        throw new RangeError("too early");
      }),
    AssertionError,
    "Function throws when expected to reject",
  );
});

Deno.test("assertIsError checks class and text, which may be a pattern", () => {
  const error: unknown = new RangeError("too far");

  assertIsError(error);
  assertIsError(error, RangeError, "too");
  assertIsError(error, RangeError, /^too far$/);
  assertThrows(() => assertIsError("too far"), AssertionError);
  assertThrows(() => assertIsError(error, TypeError), AssertionError);
  assertThrows(
    () => assertIsError(error, RangeError, /^far/),
    AssertionError,
  );
});

Deno.test("assert, assertFalse and assertExists go by truth and by absence", () => {
  assert("x");
  assertFalse("");
  assertExists(0);
  assertThrows(() => assert(0, "words"), AssertionError, "words");
  assertThrows(() => assertFalse(1, "words"), AssertionError, "words");
  assertThrows(() => assertExists(null), AssertionError);
  assertThrows(() => assertExists(undefined), AssertionError);
});

Deno.test("assertInstanceOf and its opposite go by instanceof", () => {
  assertInstanceOf(new Point(1), Point);
  assertNotInstanceOf({ x: 1 }, Point);
  assertThrows(() => assertInstanceOf({ x: 1 }, Point), AssertionError);
  assertThrows(() => assertNotInstanceOf(new Point(1), Point), AssertionError);
});

Deno.test("assertMatch and assertStringIncludes look into a text", () => {
  assertMatch("abc", /b/);
  assertNotMatch("abc", /d/);
  assertStringIncludes("abc", "bc");
  assertThrows(() => assertMatch("abc", /d/), AssertionError);
  assertThrows(() => assertNotMatch("abc", /b/), AssertionError);
  assertThrows(() => assertStringIncludes("abc", "cb"), AssertionError);
});

Deno.test("assertArrayIncludes finds equal items, not only the same ones", () => {
  assertArrayIncludes([{ a: 1 }, 2, 3], [3, { a: 1 }]);
  assertArrayIncludes(new Uint8Array([1, 2]), new Uint8Array([2]));
  assertThrows(() => assertArrayIncludes([1, 2], [2, 4]), AssertionError);
});

Deno.test("assertObjectMatch passes for more, and fails for less", () => {
  const actual = { a: 1, b: { c: [1, { d: 2, e: 3 }], f: null } };

  assertObjectMatch(actual, { b: { f: null } });
  assertObjectMatch(actual, { b: { c: [1, { d: 2 }] } });
  assertObjectMatch({ at: new Point(1) }, { at: { x: 1 } });
  assertThrows(() => assertObjectMatch(actual, { a: 2 }), AssertionError);
  assertThrows(
    () => assertObjectMatch(actual, { g: undefined }),
    AssertionError,
  );
  assertThrows(
    () => assertObjectMatch(actual, { b: { c: [2] } }),
    AssertionError,
  );
  assertThrows(
    () => assertObjectMatch(actual, { b: { f: {} } }),
    AssertionError,
  );
});

Deno.test("the order assertions compare numbers, bigints and texts", () => {
  assertGreater(2, 1);
  assertGreaterOrEqual(2n, 2n);
  assertLess("a", "b");
  assertLessOrEqual(1, 1);
  assertThrows(() => assertGreater(1, 1), AssertionError);
  assertThrows(() => assertGreaterOrEqual(1, 2), AssertionError);
  assertThrows(() => assertLess(1, 1), AssertionError);
  assertThrows(() => assertLessOrEqual(2, 1), AssertionError);
});

Deno.test("assertAlmostEquals allows a ten millionth, or what is given", () => {
  assertAlmostEquals(0.1 + 0.2, 0.3);
  assertAlmostEquals(1, 2, 1);
  assertThrows(() => assertAlmostEquals(0.01, 0.02), AssertionError);
  assertThrows(() => assertAlmostEquals(1, 2, 0.5), AssertionError);
});

Deno.test("fail and unreachable never pass", () => {
  assertThrows(() => fail("words"), AssertionError, "words");
  assertThrows(() => unreachable(), AssertionError);
});

Deno.test("spy records arguments, results, errors and the receiver", () => {
  const half = spy((value: number) => {
    if (value % 2) throw new RangeError("odd");
    return value / 2;
  });

  assertEquals(half(4), 2);
  assertThrows(() => half(3), RangeError);
  const receiver = { half };
  receiver.half(2);

  assertSpyCalls(half, 3);
  assertSpyCall(half, 0, { args: [4], returned: 2 });
  assertSpyCall(half, 1, { error: { Class: RangeError, msgIncludes: "odd" } });
  assertSpyCall(half, 2, { self: receiver });
  assertSpyCallArgs(half, 0, [4]);
  assertEquals(half.calls.map(({ args }) => args), [[4], [3], [2]]);
  assertThrows(() => assertSpyCalls(half, 2), AssertionError);
  assertThrows(() => assertSpyCall(half, 3), AssertionError);
  assertThrows(
    () => assertSpyCall(half, 0, { returned: 3 }),
    AssertionError,
  );
  assertThrows(() => half.restore(), MockError);
});

Deno.test("spy without a function does nothing", () => {
  const listener = spy();

  assertEquals(listener(1, 2), undefined);

  assertSpyCallArgs(listener, 0, [1, 2]);
});

Deno.test("spy and stub take the place of a method until they are restored", () => {
  const account = { balance: (currency: string) => `10 ${currency}` };
  const original = account.balance;

  {
    using watched = spy(account, "balance");
    assertEquals(account.balance("EUR"), "10 EUR");
    assertSpyCalls(watched, 1);
    assertThrows(() => spy(account, "balance"), MockError);
  }
  assertStrictEquals(account.balance, original);
  const replaced = stub(account, "balance", (currency) => `0 ${currency}`);
  assertEquals(account.balance("EUR"), "0 EUR");
  replaced.restore();

  assertStrictEquals(account.balance, original);
  assert(replaced.restored);
  assertThrows(() => replaced.restore(), MockError);
});

Deno.test("returnsNext gives one value after the other, and throws an error", () => {
  const next = returnsNext([1, new RangeError("none"), 3]);

  assertEquals(next(), 1);
  assertThrows(() => next(), RangeError);
  assertEquals(next(), 3);
  assertThrows(() => next(), MockError);
});

Deno.test("FakeTime moves Date and timers only when told to", () => {
  const calls: string[] = [];
  const realNow = Date.now();

  {
    using time = new FakeTime(1_000);
    setTimeout(() => calls.push(`timeout at ${Date.now()}`), 50);
    const interval = setInterval(
      () => calls.push(`interval at ${Date.now()}`),
      20,
    );
    assertEquals([time.now, time.start, new Date().getTime()], [
      1_000,
      1_000,
      1_000,
    ]);
    time.tick(49);
    clearInterval(interval);
    time.tick(51);
    assertEquals(time.now, 1_100);
    assertThrows(() => time.now = 1_000);
  }

  assertEquals(calls, [
    "interval at 1020",
    "interval at 1040",
    "timeout at 1050",
  ]);
  assertGreaterOrEqual(Date.now(), realNow);
});

Deno.test("FakeTime lets promises run before an asynchronous tick", async () => {
  using time = new FakeTime();
  const calls: number[] = [];
  const sleep = (ms: number) =>
    new Promise<void>((resolve) => setTimeout(resolve, ms));
  const work = (async () => {
    await sleep(10);
    calls.push(1);
    await sleep(10);
    calls.push(2);
  })();

  await time.tickAsync(10);
  await time.runMicrotasks();
  assertEquals(calls, [1]);
  await time.tickAsync(10);
  await work;

  assertEquals(calls, [1, 2]);
});

Deno.test("FakeTime runs to the next timer, or to the last", async () => {
  using time = new FakeTime(0);
  const calls: number[] = [];
  setTimeout(() => {
    calls.push(Date.now());
    setTimeout(() => calls.push(Date.now()), 5);
  }, 10);
  setTimeout(() => calls.push(Date.now()), 30);

  assert(time.next());
  assert(await time.nextAsync());
  time.runAll();

  assertEquals(calls, [10, 15, 30]);
  assertFalse(time.next());
});

Deno.test("FakeTime cannot be restored twice", () => {
  const time = new FakeTime();
  time.restore();

  assertThrows(() => time.restore());
});

Deno.test("the type assertions tell exact types apart", () => {
  type _Positive = AssertTrue<IsExact<{ a: string }, { a: string }>>;
  type _Negative = AssertFalse<IsExact<{ a: string }, { a: string | number }>>;
  type _Any = AssertFalse<IsExact<string, ReturnType<typeof JSON.parse>>>;

  assertType<IsExact<"a" | "b", "b" | "a">>(true);
  assertType<IsExact<string, "a">>(false);
  assertType<IsAny<ReturnType<typeof JSON.parse>>>(true);
  assertType<IsUnknown<unknown>>(true);
  assertType<IsNever<never>>(true);
  assertType<Has<string | number, number>>(true);
});
