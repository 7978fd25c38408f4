import type { Arguments } from "./argument_model.ts";
import type { TypedFunction } from "./argument_model/typed_function.ts";
import type { EffectCall, Tool, ToolCall } from "./tool.ts";
import type { ToolOptions } from "./tool_options.ts";

/**
 * What a callable gets as its second argument.
 * @internal
 */
export type CallOf<SideEffect extends boolean> = [SideEffect] extends [true]
  ? EffectCall
  : [SideEffect] extends [false] ? ToolCall
  : ToolCall & Partial<EffectCall>;

/**
 * What may become a tool: a function of the arguments that `def` describes; without a definition, which infers `object`,
 * also one that `type.fn` typed.
 * @internal
 */
export type CallableOf<def, SideEffect extends boolean> =
  | ((args: Arguments<def>, call: CallOf<SideEffect>) => unknown)
  | (Same<def, object> extends true ? TypedFunction : never);

/** Whether two types are one; `any` and `{}` are not `object`. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends
  (<T>() => T extends B ? 1 : 2) ? true : false;

/** Makes a tool of a function that is given later, or of the method that it decorates. */
export interface ToolDecorator<
  def,
  SideEffect extends boolean,
  Name extends string,
> {
  /** Makes a tool of a method; `instanceof Tool` tells the compiler. */
  <F extends CallableOf<def, SideEffect>>(
    fn: F,
    // deno-lint-ignore no-explicit-any -- any class may have the method
    context: ClassMethodDecoratorContext<any, any>,
  ): F;
  /** Makes a tool of a function. */
  <F extends CallableOf<def, SideEffect>>(
    fn: F,
  ): Tool<F, SideEffect, Name>;
}

/** The forms of {@linkcode tool}. */
export interface ToolFactory {
  /** Declares a tool with options. */
  <
    const def extends object,
    F extends CallableOf<def, SideEffect>,
    const SideEffect extends boolean = false,
    const Name extends string = string,
  >(
    options: ToolOptions<def, SideEffect, Name>,
    fn: F,
  ): Tool<F, SideEffect, Name>;
  /** Declares a tool with options, of a function or method that follows. */
  <
    const def extends object,
    const SideEffect extends boolean = false,
    const Name extends string = string,
  >(
    options: ToolOptions<def, SideEffect, Name>,
  ): ToolDecorator<def, SideEffect, Name>;
  /** Declares a read-only tool of a function that `type.fn` typed, or that takes nothing. */
  <F extends TypedFunction | (() => unknown)>(fn: F): Tool<F, false>;
}
