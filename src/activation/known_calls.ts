import type { ToolNamed } from "../registry.ts";
import type { AnyFunction, AnyTool } from "../tool.ts";

/**
 * The names of the tools that are not known to have a side effect.
 * @internal
 */
export type RunnableName<Tools extends AnyTool> = Exclude<
  Tools,
  { readonly sideEffect: true }
>["name"];

/**
 * The names of the tools that are not known to be read-only.
 * @internal
 */
export type ActableName<Tools extends AnyTool> = Exclude<
  Tools,
  { readonly sideEffect: false }
>["name"];

/**
 * The function of a tool.
 * @internal
 */
export type FunctionOf<Tools extends AnyTool, Name extends Tools["name"]> =
  ToolNamed<Tools, Name> extends
    { unwrap(): infer Callable extends AnyFunction } ? Callable
    : AnyFunction;

/**
 * What a tool may be sent, as far as its function says it. A key may be left out here, because the type of the function
 * does not tell which have a default; the check at run time does. JSON text stands for the object that it holds.
 * @internal
 */
export type SentTo<Tools extends AnyTool, Name extends Tools["name"]> =
  Parameters<FunctionOf<Tools, Name>> extends [infer Args, ...unknown[]]
    ? Sent<Args> | string
    : unknown;

/**
 * What a tool gives, awaited.
 * @internal
 */
export type ResultOf<Tools extends AnyTool, Name extends Tools["name"]> =
  Awaited<ReturnType<FunctionOf<Tools, Name>>>;

/**
 * `T` with nothing required.
 * @internal
 */
export type Sent<T> = unknown extends T ? unknown
  : T extends readonly (infer Item)[] ? readonly Sent<Item>[]
  : T extends object ? { readonly [Key in keyof T]?: Sent<T[Key]> }
  : T;
