import { AssertionError, show, suffix } from "./assertion_error.ts";

/** Passes if `actual > expected`. */
export function assertGreater<T>(actual: T, expected: T, msg?: string): void {
  compare(actual > expected, "greater than", actual, expected, msg);
}

/** Passes if `actual >= expected`. */
export function assertGreaterOrEqual<T>(
  actual: T,
  expected: T,
  msg?: string,
): void {
  compare(actual >= expected, "at least", actual, expected, msg);
}

/** Passes if `actual < expected`. */
export function assertLess<T>(actual: T, expected: T, msg?: string): void {
  compare(actual < expected, "less than", actual, expected, msg);
}

/** Passes if `actual <= expected`. */
export function assertLessOrEqual<T>(
  actual: T,
  expected: T,
  msg?: string,
): void {
  compare(actual <= expected, "at most", actual, expected, msg);
}

/** Passes if the two are at most `tolerance` apart, a ten millionth unless set. */
export function assertAlmostEquals(
  actual: number,
  expected: number,
  tolerance?: number,
  msg?: string,
): void {
  const allowed = tolerance ??
    (Number.isFinite(expected) ? Math.abs(expected * 1e-7) : 1e-7);
  const close = Object.is(actual, expected) ||
    Math.abs(expected - actual) <= allowed;
  compare(close, "close to", actual, expected, msg);
}

function compare(
  passes: boolean,
  relation: string,
  actual: unknown,
  expected: unknown,
  msg: string | undefined,
): void {
  if (passes) return;
  throw new AssertionError(
    `Expect ${show(actual)} to be ${relation} ${show(expected)}${suffix(msg)}`,
  );
}
