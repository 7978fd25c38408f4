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
 * What may become a tool: a function of the arguments that `def` describes; without a definition, one that `type.fn`
 * typed, or that takes nothing.
 * @internal
 */
export type CallableOf<def, SideEffect extends boolean> = [def] extends [never]
  ? TypedFunction | (() => unknown)
  : (args: Arguments<def>, call: CallOf<SideEffect>) => unknown;

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
    F extends CallableOf<def, SideEffect>,
    const def extends object = never,
    const SideEffect extends boolean = false,
    const Name extends string = string,
  >(
    options: ToolOptions<def, SideEffect, Name>,
    fn: F,
  ): Tool<F, SideEffect, Name>;
  /** Declares a tool with options, of a function or method that follows. */
  <
    const def extends object = never,
    const SideEffect extends boolean = false,
    const Name extends string = string,
  >(
    options: ToolOptions<def, SideEffect, Name>,
  ): ToolDecorator<def, SideEffect, Name>;
  /** Declares a read-only tool of a function that `type.fn` typed, or that takes nothing. */
  <F extends TypedFunction | (() => unknown)>(fn: F): Tool<F, false>;
}
