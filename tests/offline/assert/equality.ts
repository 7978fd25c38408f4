import { AssertionError as NodeAssertionError } from "node:assert";
import { AssertionError, show, suffix } from "./assertion_error.ts";
import { equal } from "./equal.ts";

/** Anything with a length and numbered items, but no string. */
export type ArrayLikeArg<T> = ArrayLike<T> & object;

/** Passes if both are deeply equal. */
export function assertEquals<T>(actual: T, expected: T, msg?: string): void {
  if (equal(actual, expected)) return;
  throw new AssertionError(
    `Values are not equal${suffix(msg)}\n${difference(actual, expected)}`,
  );
}

/** Passes unless both are deeply equal. */
export function assertNotEquals<T>(actual: T, expected: T, msg?: string): void {
  if (!equal(actual, expected)) return;
  throw new AssertionError(
    `Expected actual: ${show(actual)} not to be: ${show(expected)}${
      suffix(msg)
    }`,
  );
}

/** Passes if both are the same value, by `Object.is`. */
export function assertStrictEquals<T>(
  actual: unknown,
  expected: T,
  msg?: string,
): asserts actual is T {
  if (Object.is(actual, expected)) return;
  const reason = equal(actual, expected)
    ? `Values have the same structure but are not reference-equal${
      suffix(msg)
    }\n${show(actual)}`
    : `Values are not strictly equal${suffix(msg)}\n${
      difference(actual, expected)
    }`;
  throw new AssertionError(reason);
}

/** Passes unless both are the same value, by `Object.is`. */
export function assertNotStrictEquals<T>(
  actual: T,
  expected: T,
  msg?: string,
): void {
  if (!Object.is(actual, expected)) return;
  throw new AssertionError(
    `Expected "actual" to not be strictly equal to: ${show(actual)}${
      suffix(msg)
    }`,
  );
}

/** Passes if every expected item deeply equals some actual one. */
export function assertArrayIncludes<T>(
  actual: ArrayLikeArg<T>,
  expected: ArrayLikeArg<T>,
  msg?: string,
): void {
  const items = Array.from(actual);
  const missing = Array.from(expected).filter((wanted) =>
    !items.some((item) => equal(item, wanted))
  );
  if (missing.length === 0) return;
  throw new AssertionError(
    `Expected actual: ${show(actual)} to include: ${show(expected)}${
      suffix(msg)
    }\nmissing: ${show(missing)}`,
  );
}

/** Passes if `actual` has all of `expected`, deeply, and maybe more. */
export function assertObjectMatch(
  // deno-lint-ignore no-explicit-any -- the real signature
  actual: Record<PropertyKey, any>,
  expected: Record<PropertyKey, unknown>,
  msg?: string,
): void {
  assertEquals(common(actual, expected), common(expected, expected), msg);
}

/** `actual` without what `expected` does not mention, as plain data. */
function common(actual: unknown, expected: unknown): unknown {
  if (!isContainer(actual) || !isContainer(expected)) return actual;
  if (Array.isArray(actual) !== Array.isArray(expected)) return actual;
  const kept = Reflect.ownKeys(actual).filter((key) =>
    key in expected && !(Array.isArray(actual) && key === "length")
  ).map((key) => [
    key,
    common(Reflect.get(actual, key), Reflect.get(expected, key)),
  ]);
  // Arrays become objects of their items, so that a shorter one matches.
  return Object.fromEntries(kept);
}

/** True for what is matched part by part; other objects are compared whole. */
function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null &&
    !(value instanceof RegExp || value instanceof Date ||
      value instanceof Map ||
      value instanceof Set || value instanceof URL ||
      ArrayBuffer.isView(value));
}

/** Node's line by line difference. */
function difference(actual: unknown, expected: unknown): string {
  const operator = "deepStrictEqual";
  return new NodeAssertionError({ actual, expected, operator }).message;
}
