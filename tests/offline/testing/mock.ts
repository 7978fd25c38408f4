/**
 * Stand-in for `@std/testing/mock`: spies and stubs on functions and methods.
 *
 * @module
 */
// deno-lint-ignore-file no-explicit-any -- the real signatures have it
import { assertEquals, AssertionError, assertIsError } from "../assert/mod.ts";

/** A spy or stub that cannot be made or restored. */
export class MockError extends Error {
  /** Creates the error for one misuse. */
  constructor(message: string) {
    super(message);
    this.name = "MockError";
  }
}

/** One recorded call. */
export interface SpyCall<
  Self = any,
  Args extends unknown[] = any[],
  Return = any,
> {
  /** The arguments. */
  args: Args;
  /** What was returned. */
  returned?: Return;
  /** What was thrown. */
  error?: Error;
  /** What it was called on. */
  self?: Self;
}

/** A function that records its calls. */
export interface Spy<Self = any, Args extends unknown[] = any[], Return = any> {
  (this: Self, ...args: Args): Return;
  /** The function that is spied on. */
  original: (this: Self, ...args: Args) => Return;
  /** The calls so far. */
  calls: SpyCall<Self, Args, Return>[];
  /** True once the original method is back. */
  restored: boolean;
  /** Puts the original method back. */
  restore(): void;
}

/** A method that records its calls. */
export interface MethodSpy<
  Self = any,
  Args extends unknown[] = any[],
  Return = any,
> extends Spy<Self, Args, Return>, Disposable {}

/** A method that records its calls and does something else. */
export interface Stub<Self = any, Args extends unknown[] = any[], Return = any>
  extends MethodSpy<Self, Args, Return> {
  /** What is called instead of the original. */
  fake: (this: Self, ...args: Args) => Return;
}

/** The parameters of a method. */
export type GetParametersFromProp<Self, Prop extends keyof Self> =
  Self[Prop] extends (...args: infer Args) => unknown ? Args : unknown[];

/** The result of a method. */
export type GetReturnFromProp<Self, Prop extends keyof Self> =
  Self[Prop] extends (...args: any[]) => infer Return ? Return : unknown;

/** A spy that does nothing. */
export function spy<
  Self = any,
  Args extends unknown[] = any[],
  Return = undefined,
>(): Spy<
  Self,
  Args,
  Return
>;
/** A spy around a function. */
export function spy<Self, Args extends unknown[], Return>(
  func: (this: Self, ...args: Args) => Return,
): Spy<Self, Args, Return>;
/** A spy in the place of a method, which is still called. */
export function spy<Self, Prop extends keyof Self>(
  self: Self,
  property: Prop,
): MethodSpy<
  Self,
  GetParametersFromProp<Self, Prop>,
  GetReturnFromProp<Self, Prop>
>;
export function spy(
  target?: object | AnyMethod,
  property?: PropertyKey,
): AnySpy {
  if (target !== undefined && property !== undefined) {
    return replace(target, property);
  }
  const original = (target ?? (() => undefined)) as AnyMethod;
  return record(original, original, () => {
    throw new MockError("Cannot restore: function cannot be restored");
  });
}

/** Puts a function that does nothing in the place of a method. */
export function stub<Self, Prop extends keyof Self>(
  self: Self,
  property: Prop,
): Stub<Self, GetParametersFromProp<Self, Prop>, GetReturnFromProp<Self, Prop>>;
/** Puts `func` in the place of a method. */
export function stub<Self, Prop extends keyof Self>(
  self: Self,
  property: Prop,
  func: (
    this: Self,
    ...args: GetParametersFromProp<Self, Prop>
  ) => GetReturnFromProp<Self, Prop>,
): Stub<Self, GetParametersFromProp<Self, Prop>, GetReturnFromProp<Self, Prop>>;
export function stub(
  self: object,
  property: PropertyKey,
  fake: AnyMethod = () => undefined,
): AnySpy {
  return Object.defineProperty(replace(self, property, fake), "fake", {
    enumerable: true,
    value: fake,
  });
}

/** Passes if there were exactly so many calls. */
export function assertSpyCalls<Self, Args extends unknown[], Return>(
  spy: Spy<Self, Args, Return>,
  expectedCalls: number,
): void {
  if (spy.calls.length === expectedCalls) return;
  const than = spy.calls.length > expectedCalls ? "more" : "less";
  throw new AssertionError(
    `Spy called ${than} than expected: expected ${expectedCalls} calls, got ${spy.calls.length}`,
  );
}

/** What {@linkcode assertSpyCall} compares; what is left out is not compared. */
export interface ExpectedSpyCall<
  Self = any,
  Args extends unknown[] = any[],
  Return = any,
> {
  /** The arguments. */
  args?: [...Args, ...unknown[]];
  /** What it was called on. */
  self?: Self;
  /** What was returned. */
  returned?: Return;
  /** What was thrown. */
  error?: {
    /** Its class. */
    Class?: new (...args: any[]) => Error;
    /** A part of its message. */
    msgIncludes?: string;
  };
}

/** Passes if that call was as expected. */
export function assertSpyCall<Self, Args extends unknown[], Return>(
  spy: Spy<Self, Args, Return>,
  callIndex: number,
  expected?: ExpectedSpyCall<Self, Args, Return>,
): void {
  const call = callAt(spy, callIndex);
  if (expected?.args) assertEquals<unknown>(call.args, expected.args);
  if (expected && "self" in expected) assertEquals(call.self, expected.self);
  if (expected && "returned" in expected) {
    if ("error" in expected) {
      throw new TypeError(
        "Do not expect error and return, only one should be expected",
      );
    }
    if (call.error) {
      throw new AssertionError("Spy call did not return expected value");
    }
    assertEquals(call.returned, expected.returned);
  }
  if (expected?.error) {
    assertIsError(call.error, expected.error.Class, expected.error.msgIncludes);
  }
}

/** Passes if that call had those arguments. */
export function assertSpyCallArgs<Self, Args extends unknown[], Return>(
  spy: Spy<Self, Args, Return>,
  callIndex: number,
  expected: Args,
): void {
  assertEquals(callAt(spy, callIndex).args, expected);
}

/** A function that gives, or throws, one value after the other. */
export function returnsNext<
  Return,
  Self = unknown,
  Args extends unknown[] = unknown[],
>(
  values: Iterable<Return | Error>,
): (this: Self, ...args: Args) => Return {
  const iterator = values[Symbol.iterator]();
  let calls = 0;
  return () => {
    const { value, done } = iterator.next();
    if (done) {
      throw new MockError(
        `Not enough values: expected to be called ${calls} times but was called more`,
      );
    }
    calls++;
    if (value instanceof Error) throw value;
    return value;
  };
}
type AnyMethod = (this: any, ...args: any[]) => any;
type AnySpy = Stub;

function callAt<Self, Args extends unknown[], Return>(
  spy: Spy<Self, Args, Return>,
  callIndex: number,
): SpyCall<Self, Args, Return> {
  const call = spy.calls.at(callIndex);
  if (callIndex < 0 || call === undefined) {
    throw new AssertionError(`Spy call ${callIndex} does not exist`);
  }
  return call;
}

function replace(
  self: object,
  property: PropertyKey,
  fake?: AnyMethod,
): AnySpy {
  const original = Reflect.get(self, property);
  if (typeof original !== "function") {
    throw new MockError("Cannot spy: property is not an instance method");
  }
  if (Array.isArray(original.calls) && typeof original.restore === "function") {
    throw new MockError("Cannot spy: already spying on instance method");
  }
  const descriptor = Object.getOwnPropertyDescriptor(self, property);
  if (descriptor && !descriptor.configurable) {
    throw new MockError("Cannot spy: non configurable instance method");
  }
  const recording = record(original, fake ?? original, () => {
    if (descriptor) Object.defineProperty(self, property, descriptor);
    else Reflect.deleteProperty(self, property);
  });
  Object.defineProperty(self, property, {
    configurable: true,
    enumerable: descriptor?.enumerable ?? false,
    writable: descriptor?.writable ?? true,
    value: recording,
  });
  return recording;
}

function record(
  original: AnyMethod,
  called: AnyMethod,
  putBack: () => void,
): AnySpy {
  const calls: SpyCall[] = [];
  let restored = false;
  const restore = () => {
    if (restored) {
      throw new MockError("Cannot restore: instance method already restored");
    }
    putBack();
    restored = true;
  };
  const recording = function (this: unknown, ...args: unknown[]): unknown {
    const call: SpyCall = { args };
    if (this) call.self = this;
    try {
      return call.returned = called.apply(this, args);
    } catch (error) {
      call.error = error as Error;
      throw error;
    } finally {
      calls.push(call);
    }
  };
  return Object.defineProperties(recording, {
    original: { enumerable: true, value: original },
    calls: { enumerable: true, value: calls },
    restored: { enumerable: true, get: () => restored },
    restore: { enumerable: true, value: restore },
    [Symbol.dispose]: { value: restore },
  }) as unknown as AnySpy;
}
