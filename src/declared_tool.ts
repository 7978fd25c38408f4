import type { ArgumentModel, Model } from "./argument_model.ts";
import { withCheckedArguments } from "./argument_model/typed_function.ts";
import { SideEffectToolError } from "./errors.ts";
import type { AnyFunction, AnyTool, ToolSchema } from "./tool.ts";
import type { OnCrash } from "./tool_options.ts";

/** What a tool was declared with. */
export interface Declaration {
  /** The name. */
  readonly name: string;
  /** What it does. */
  readonly description: string;
  /** Whether it changes the outside world. */
  readonly sideEffect: boolean;
  /** What becomes of an effect that a crash cut off. */
  readonly onCrash: OnCrash | undefined;
  /** What is shown of its arguments, and what they are judged by. */
  readonly model: ArgumentModel;
}

/** What a runner has to know of a tool. */
export interface Definition extends Declaration {
  /** What to call with checked arguments. `undefined` for a side effect: its function is only had by `unwrap()`. */
  readonly inline: AnyFunction | undefined;
}

/** Gives functions of its own making a prototype of their own. */
class FunctionObject {
  constructor(callable: AnyFunction) {
    return Object.setPrototypeOf(callable, new.target.prototype);
  }
}
Object.setPrototypeOf(FunctionObject.prototype, Function.prototype);

let readDefinition: (tool: DeclaredTool) => Definition;
let bind: (tool: DeclaredTool, receiver: unknown) => DeclaredTool;

/** What only this file has: a tool leads to its class, which must not make tools for whoever gets there. */
const MAKING = Symbol("making a tool");

/** A function object that is frozen, and whose own function only {@linkcode DeclaredTool.unwrap} gives. */
export class DeclaredTool extends FunctionObject implements AnyTool {
  readonly #fn: AnyFunction;
  readonly #definition: Definition;
  /** By which it is called. */
  declare readonly name: string;
  /** What it does, as the model is told. */
  readonly description: string;
  /** Whether it changes the outside world. */
  readonly sideEffect: boolean;
  /** What becomes of an effect that a crash cut off. */
  readonly onCrash: OnCrash | undefined;
  /** What is shown to a model. */
  readonly schema: ToolSchema;

  // Not static methods: a tool leads to its class, and the class must not lead to the function.
  static {
    readDefinition = (tool) => tool.#definition;
    bind = (tool, receiver) =>
      new DeclaredTool(MAKING, tool.#fn.bind(receiver), tool.#definition);
  }

  /**
   * Wraps a function.
   *
   * @throws {TypeError} For anybody but {@linkcode declaredTool}.
   */
  constructor(making: symbol, fn: AnyFunction, declaration: Declaration) {
    if (making !== MAKING) {
      throw new TypeError(
        "Cannot create a tool with new: its declaration would go unchecked; declare it with tool()",
      );
    }
    const { name, description, sideEffect, onCrash, model } = declaration;
    // A method: it has `this`, and it is no constructor.
    super(
      {
        call(this: unknown, ...args: unknown[]): unknown {
          if (sideEffect) throw new SideEffectToolError(name);
          return Reflect.apply(fn, this, args);
        },
      }.call,
    );
    this.#fn = fn;
    this.#definition = Object.freeze({
      ...declaration,
      inline: sideEffect ? undefined : withCheckedArguments(fn),
    });
    Object.defineProperty(this, "name", { value: name, enumerable: true });
    this.description = description;
    this.sideEffect = sideEffect;
    this.onCrash = onCrash;
    this.schema = Object.freeze({
      name,
      description,
      parameters: model.parameters,
    });
    Object.freeze(this);
  }

  /** The ArkType type. Not a property of each tool: printing one takes 100,000 lines. */
  get argumentModel(): Model {
    return this.#definition.model.type;
  }

  /** Whether `args` fit as they are. */
  accepts(args: unknown): boolean {
    return this.#definition.model.accepts(args);
  }

  /** The very function that was wrapped. */
  unwrap(): AnyFunction {
    return this.#fn;
  }

  /** The schema. */
  toJSON(): ToolSchema {
    return this.schema;
  }

  /** Whether a value carries the private state that only this class gives. */
  static override [Symbol.hasInstance](value: unknown): value is DeclaredTool {
    return typeof value === "function" && #definition in value;
  }
}
Object.freeze(DeclaredTool.prototype);
Object.freeze(DeclaredTool);

/**
 * What a tool was declared with, from where nobody can shadow it.
 *
 * @throws {TypeError} For anything but a tool that `tool()` made.
 */
export function definitionOf(value: unknown): Definition {
  try {
    // Not asked first whether it is a tool: the engine takes several times as long for that as for the reading.
    return readDefinition(value as DeclaredTool);
  } catch (error) {
    if (value instanceof DeclaredTool) throw error; // no stack is left to read it with
    throw new TypeError(
      "Cannot use as a tool: the value was not made by tool(); declare it with tool()",
    );
  }
}

/** The tool of a declaration that was checked. */
export function declaredTool(
  fn: AnyFunction,
  declaration: Declaration,
): DeclaredTool {
  return new DeclaredTool(MAKING, fn, declaration);
}

/** The tool of the same definition whose function has its `this`. */
export function boundTool(
  tool: DeclaredTool,
  receiver: unknown,
): DeclaredTool {
  return bind(tool, receiver);
}
