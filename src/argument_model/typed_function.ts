import type { ArkNode } from "./arktype.ts";

/** A function that ArkType's `type.fn` made, as far as its own types tell. */
export interface TypedFunction {
  /** Calls the function, after checking its arguments. */
  (...args: never): unknown;
  /** The signature in words. */
  readonly expression: string;
  /** The types of its parameters. */
  readonly params: unknown;
  /** The type of its result. */
  readonly returns: unknown;
}

/** What is known of the parameters of a typed function. */
export type TypedParameters =
  /** One object of named arguments, or no parameter at all. */
  | { readonly kind: "named"; readonly definition: unknown }
  /** Parameters by position, or more than one. */
  | { readonly kind: "positional" };

/** The function that `type.fn` was given; `undefined` for any other function. */
export function innerFunction(
  callable: unknown,
): ((...args: never[]) => unknown) | undefined {
  if (
    typeof callable !== "function" || !("raw" in callable) ||
    !("params" in callable) || !("returns" in callable)
  ) return undefined;
  return typeof callable.raw === "function"
    ? callable.raw as (...args: never[]) => unknown
    : undefined;
}

/** The parameters that a typed function declares. */
export function typedParameters(callable: object): TypedParameters {
  const { params } = callable as { params: ArkNode };
  const sequence = params.inner.structure?.inner.sequence?.inner;
  if (sequence === undefined) return { kind: "named", definition: {} };
  const { prefix = [], ...others } = sequence;
  const [only, ...more] = prefix;
  if (only === undefined || more.length > 0 || Object.keys(others).length > 0) {
    return { kind: "positional" };
  }
  return { kind: "named", definition: only };
}

/**
 * What to call with arguments that were checked: of a typed function its inner one, whose result is checked as it is
 * declared. The typed one takes nothing beside its arguments, and would check and change them again.
 */
export function withCheckedArguments(
  // deno-lint-ignore no-explicit-any -- any function
  callable: (...args: any[]) => unknown,
): (...args: unknown[]) => unknown {
  const inner = innerFunction(callable) as typeof callable | undefined;
  if (inner === undefined) return callable;
  const { returns } = callable as unknown as {
    returns: { assert(value: unknown): unknown };
  };
  return (...args) => returns.assert(inner(...args));
}
