import {
  argumentModel,
  type JsonSchema,
  type Model,
} from "./argument_model.ts";
import {
  innerFunction,
  type TypedFunction,
  typedParameters,
} from "./argument_model/typed_function.ts";
import { docstring, firstParameter } from "./callable_source.ts";
import { DeclaredTool, declaredTool } from "./declared_tool.ts";
import { ToolDefinitionError } from "./errors.ts";
import type { IntentInfo } from "./intent.ts";
import { bindToInstances, requireMethod } from "./tool_decorator.ts";
import type { ToolFactory } from "./tool_forms.ts";
import {
  type OnCrash,
  requireName,
  requireOptions,
  type ToolOptions,
} from "./tool_options.ts";

export type { JsonSchema, TypedFunction };

/**
 * Any function.
 * @internal
 */
// deno-lint-ignore no-explicit-any -- what a tool's own function takes is known to its own type
export type AnyFunction = (...args: any[]) => unknown;

/** What is shown to a model of one tool. */
export interface ToolSchema {
  /** The name to call it by. */
  readonly name: string;
  /** What it does. */
  readonly description: string;
  /** JSON Schema of its arguments, an object. */
  readonly parameters: JsonSchema;
}

/** What a callable is told beside its arguments; never part of its schema. */
export interface ToolCall {
  /** Is aborted when nobody waits for the result any more. */
  readonly signal: AbortSignal;
}

/** What a side-effecting callable is told beside its arguments. */
export interface EffectCall extends ToolCall {
  /** Which intent is carried out; `intent.intentId` is the idempotency key to hand on. */
  readonly intent: IntentInfo;
}

/** What every tool tells of itself, callable or not. All of it is frozen. */
export interface AnyTool<
  F extends AnyFunction = AnyFunction,
  SideEffect extends boolean = boolean,
  Name extends string = string,
> {
  /** By which it is called. */
  readonly name: Name;
  /** What it does, as the model is told. */
  readonly description: string;
  /** Whether it changes the outside world. */
  readonly sideEffect: SideEffect;
  /** What becomes of its effect when a crash cuts it off; `undefined` for a read-only tool. */
  readonly onCrash: OnCrash | undefined;
  /** The ArkType type of its arguments. {@linkcode AnyTool.accepts} is the verdict, this is for reading. */
  readonly argumentModel: Model;
  /** What is shown to a model. */
  readonly schema: ToolSchema;
  /** Whether `args` fit as they are: nothing is coerced, and the tool is not run. */
  accepts(args: unknown): boolean;
  /** The very function that was wrapped. Calling it checks nothing: for the effector, and for tests. */
  unwrap(): F;
  /** {@linkcode AnyTool.schema}, for `JSON.stringify`. */
  toJSON(): ToolSchema;
}

/** A tool that may be called: it is read-only, or only at run time known not to be. */
export interface CallableTool<
  F extends AnyFunction = AnyFunction,
  SideEffect extends boolean = boolean,
  Name extends string = string,
> extends AnyTool<F, SideEffect, Name> {
  /** Calls the function as it is: nothing is validated and nothing coerced. */
  (...args: Parameters<F>): ReturnType<F>;
}

/** A tool that is known to have a side effect. It has no call signature on purpose: request it with `act`. */
export type SideEffectTool<
  F extends AnyFunction = AnyFunction,
  Name extends string = string,
> = AnyTool<F, true, Name>;

/**
 * A tool, as {@linkcode tool} declares it.
 *
 * @typeParam F The type of the wrapped function.
 * @typeParam SideEffect Whether it changes the outside world; a tool known to do so has no call signature.
 * @typeParam Name Its name, where the compiler knows it.
 */
export type Tool<
  F extends AnyFunction = AnyFunction,
  SideEffect extends boolean = boolean,
  Name extends string = string,
> = [SideEffect] extends [true] ? SideEffectTool<F, Name>
  : CallableTool<F, SideEffect, Name>;

/** What `value instanceof Tool` asks. */
export interface ToolClass {
  /** Whether `value` was made by {@linkcode tool}; nothing else passes, whatever it looks like. */
  [Symbol.hasInstance](value: unknown): value is AnyTool;
}

/**
 * The class of all tools, for `value instanceof Tool`.
 *
 * @example Tell a tool from a function
 * ```ts
 * import { assert, assertFalse } from "@std/assert";
 * import { Tool, tool } from "@beam/tools";
 *
 * assert(tool({ name: "now" }, () => 1) instanceof Tool);
 * assertFalse((() => 1) instanceof Tool);
 * ```
 */
export const Tool: ToolClass = DeclaredTool;

/**
 * Declares a tool: a function that a language model may ask for.
 *
 * The definition of the parameters makes both the JSON Schema that the model is shown and the check of what it sends.
 * A read-only tool stays callable with the function's own semantics; one with `sideEffect: true` raises
 * {@linkcode SideEffectToolError} on any call, because it would happen again on every retry.
 *
 * @throws {ToolDefinitionError} For an option, a name or parameters that cannot become a tool.
 *
 * @example Declare a read-only tool
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { tool, ToolRunner } from "@beam/tools";
 *
 * const lookup = tool({
 *   name: "lookup_customer",
 *   description: "Look up a customer.",
 *   parameters: { customer_id: "string", limit: "number.integer = 10" },
 * }, ({ customer_id, limit }) => `${customer_id}: ${limit} orders`);
 *
 * const result = await new ToolRunner().run(lookup, { customer_id: "c-1" });
 *
 * assertEquals(result, "c-1: 10 orders");
 * ```
 *
 * @example Declare a side effect, which no call reaches
 * ```ts
 * import { assertThrows } from "@std/assert";
 * import { SideEffectToolError, tool } from "@beam/tools";
 *
 * const charge = tool(
 *   { name: "charge", sideEffect: true, parameters: { cents: "number.integer > 0" } },
 *   ({ cents }) => cents,
 * );
 *
 * // @ts-expect-error a side-effecting tool has no call signature
 * assertThrows(() => charge({ cents: 5 }), SideEffectToolError);
 * ```
 */
export const tool: ToolFactory = ((...given: readonly unknown[]) => {
  const [first, second] = given;
  if (typeof first === "function") {
    requireMethod(second);
    return decorated(declare(first, {}), second);
  }
  if (given.length > 1) return declare(second, first);
  requireOptions(first, "");
  return (fn: unknown, context?: unknown) => {
    requireMethod(context);
    return decorated(declare(fn, first), context);
  };
}) as unknown as ToolFactory;

function declare(fn: unknown, options: unknown): DeclaredTool {
  if (typeof fn !== "function") {
    throw new ToolDefinitionError("", [{
      parameter: "",
      reason: "there is no function to wrap",
      instead: 'write tool({ name: "lookup" }, callable)',
    }]);
  }
  const callable = fn as AnyFunction;
  const inner = innerFunction(callable);
  const source = inner ?? callable;
  requireOptions(options, String(source.name));
  const name: unknown = options.name === undefined ? source.name : options.name;
  requireName(name);
  if (fn instanceof DeclaredTool) {
    throw new ToolDefinitionError(name, [{
      parameter: "",
      reason: "the function to wrap is a tool already",
      instead: "give the function that it was declared of",
    }]);
  }
  const definition = parametersOf(callable, inner, options, name);
  const described = options.description ?? docstring(source);
  const model = argumentModel(definition, name, described !== undefined);
  const sideEffect = options.sideEffect ?? false;
  return declaredTool(callable, {
    name,
    description: described ?? model.description ?? "",
    sideEffect,
    onCrash: sideEffect ? options.onCrash as OnCrash ?? "unknown" : undefined,
    model,
  });
}

function decorated(
  declared: DeclaredTool,
  context: ClassMethodDecoratorContext | undefined,
): DeclaredTool {
  if (context !== undefined) bindToInstances(declared, context);
  return declared;
}

/** The definition of the parameters, which somebody must have given if the function takes any. */
function parametersOf(
  fn: AnyFunction,
  inner: object | undefined,
  options: ToolOptions,
  name: string,
): unknown {
  if (options.parameters !== undefined) {
    if (inner === undefined) return options.parameters;
    throw new ToolDefinitionError(name, [{
      parameter: "",
      reason: "its parameters are defined twice, in the options and by type.fn",
      instead: "leave one of the definitions out",
    }]);
  }
  if (inner !== undefined) {
    const parameters = typedParameters(fn);
    if (parameters.kind === "named") return parameters.definition;
    throw new ToolDefinitionError(name, [{
      parameter: "",
      reason: "takes its arguments by position",
      instead:
        'take one object of named arguments, as in type.fn({ id: "string" })',
    }]);
  }
  const first = firstParameter(fn);
  if (first.kind === "none") return {};
  const parameter = first.kind === "named" ? first.name : "";
  throw new ToolDefinitionError(name, [{
    parameter,
    reason: first.kind === "named"
      ? "has no definition that tells its type"
      : "its parameters cannot be read, as those of a class",
    instead:
      'describe it, as in tool({ parameters: { id: "string" } }, callable)',
  }]);
}
