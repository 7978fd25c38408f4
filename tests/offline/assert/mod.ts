/**
 * Stand-in for `@std/assert` where JSR cannot be reached: the functions that
 * our tests use, with their real signatures, over `node:assert` for the
 * messages. `tests/std_test.ts` pins the behaviour of both.
 *
 * @module
 */
export { AssertionError } from "./assertion_error.ts";
export { equal } from "./equal.ts";
export {
  type ArrayLikeArg,
  assertArrayIncludes,
  assertEquals,
  assertNotEquals,
  assertNotStrictEquals,
  assertObjectMatch,
  assertStrictEquals,
} from "./equality.ts";
export { assertIsError, assertRejects, assertThrows } from "./errors.ts";
export {
  type AnyConstructor,
  assert,
  assertExists,
  assertFalse,
  assertInstanceOf,
  assertMatch,
  assertNotInstanceOf,
  assertNotMatch,
  assertStringIncludes,
  fail,
  type Falsy,
  type GetConstructorType,
  unreachable,
} from "./values.ts";
export {
  assertAlmostEquals,
  assertGreater,
  assertGreaterOrEqual,
  assertLess,
  assertLessOrEqual,
} from "./order.ts";
