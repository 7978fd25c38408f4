import { AssertionError, suffix } from "./assertion_error.ts";

// deno-lint-ignore no-explicit-any -- the real signature
type ErrorClass<E extends Error> = abstract new (...args: any[]) => E;

/** Passes for an `Error`, of that class and with that text if they are given. */
export function assertIsError<E extends Error = Error>(
  error: unknown,
  // deno-lint-ignore no-explicit-any -- the real signature
  ErrorClass?: abstract new (...args: any[]) => E,
  msgMatches?: string | RegExp,
  msg?: string,
): asserts error is E {
  if (!(error instanceof Error)) {
    throw new AssertionError(
      `Expected "error" to be an Error object${suffix(msg)}`,
    );
  }
  if (ErrorClass !== undefined && !(error instanceof ErrorClass)) {
    throw new AssertionError(
      `Expected error to be instance of "${ErrorClass.name}", but was "${error.constructor?.name}"${
        suffix(msg)
      }`,
      { cause: error },
    );
  }
  const matches = typeof msgMatches === "string"
    ? error.message.includes(msgMatches)
    : msgMatches?.test(error.message) ?? true;
  if (!matches) {
    throw new AssertionError(
      `Expected error message to include ${
        msgMatches instanceof RegExp ? msgMatches : JSON.stringify(msgMatches)
      }, but got ${JSON.stringify(error.message)}${suffix(msg)}`,
      { cause: error },
    );
  }
}

/** Passes if `fn` throws; gives what it threw. */
export function assertThrows(fn: () => unknown, msg?: string): unknown;
/** Passes if `fn` throws an error of that class, with that text; gives it. */
export function assertThrows<E extends Error = Error>(
  fn: () => unknown,
  // deno-lint-ignore no-explicit-any -- the real signature
  ErrorClass: abstract new (...args: any[]) => E,
  msgIncludes?: string,
  msg?: string,
): E;
export function assertThrows<E extends Error>(
  fn: () => unknown,
  classOrMsg?: ErrorClass<E> | string,
  msgIncludes?: string,
  msg?: string,
): unknown {
  const expected = expectation(classOrMsg, msgIncludes, msg);
  try {
    fn();
  } catch (error) {
    return check(error, expected, "thrown");
  }
  throw new AssertionError(
    `Expected function to throw${suffix(expected.msg)}`,
  );
}

/** Passes if the promise of `fn` rejects; resolves to the reason. */
export function assertRejects(
  fn: () => PromiseLike<unknown>,
  msg?: string,
): Promise<unknown>;
/** Passes if the promise of `fn` rejects with an error of that class and text. */
export function assertRejects<E extends Error = Error>(
  fn: () => PromiseLike<unknown>,
  // deno-lint-ignore no-explicit-any -- the real signature
  ErrorClass: abstract new (...args: any[]) => E,
  msgIncludes?: string,
  msg?: string,
): Promise<E>;
export async function assertRejects<E extends Error>(
  fn: () => PromiseLike<unknown>,
  classOrMsg?: ErrorClass<E> | string,
  msgIncludes?: string,
  msg?: string,
): Promise<unknown> {
  const expected = expectation(classOrMsg, msgIncludes, msg);
  let promise: PromiseLike<unknown>;
  try {
    promise = fn();
    if (typeof promise?.then !== "function") throw new TypeError("no promise");
  } catch (cause) {
    // A throw is no rejection: the function was meant to give a promise.
    throw new AssertionError(
      `Function throws when expected to reject${suffix(expected.msg)}`,
      { cause },
    );
  }
  try {
    await promise;
  } catch (error) {
    return check(error, expected, "rejected");
  }
  throw new AssertionError(
    `Expected function to reject${suffix(expected.msg)}`,
  );
}

interface Expectation {
  readonly ErrorClass: ErrorClass<Error> | undefined;
  readonly msgIncludes: string | undefined;
  readonly msg: string | undefined;
}

function expectation(
  classOrMsg: ErrorClass<Error> | string | undefined,
  msgIncludes: string | undefined,
  msg: string | undefined,
): Expectation {
  return typeof classOrMsg === "string"
    ? { ErrorClass: undefined, msgIncludes: undefined, msg: classOrMsg }
    : { ErrorClass: classOrMsg, msgIncludes, msg };
}

function check(error: unknown, expected: Expectation, how: string): unknown {
  const { ErrorClass, msgIncludes, msg } = expected;
  if (ErrorClass === undefined) return error;
  if (!(error instanceof Error)) {
    throw new AssertionError(`A non-Error object was ${how}${suffix(msg)}`);
  }
  assertIsError(error, ErrorClass, msgIncludes, msg);
  return error;
}
