import type { Arguments, Validate } from "./argument_model.ts";
import { type DefinitionProblem, ToolDefinitionError } from "./errors.ts";
import type { IntentInfo } from "./intent.ts";

/** What the other side says of an effect whose execution was cut off. */
export type Reconciled =
  /** It happened, with this result. */
  | { readonly kind: "happened"; readonly result: unknown }
  /** It did not happen, so it is run again. */
  | { readonly kind: "did_not_happen" }
  /** Nobody can tell, so it is never run again. */
  | { readonly kind: "unknown" };

/**
 * What becomes of an effect whose execution was cut off by a crash: `"unknown"` never runs it again and says so,
 * `"retry"` runs it again with the same idempotency key, a function asks the other side first.
 *
 * @typeParam Args What the callable gets.
 */
export type OnCrash<Args = never> =
  | "unknown"
  | "retry"
  | ((args: Args, intent: IntentInfo) => Reconciled | Promise<Reconciled>);

/**
 * How a tool is declared.
 *
 * @typeParam def The ArkType definition of the parameters.
 * @typeParam SideEffect Whether the tool changes the outside world.
 * @typeParam Name The name, where it is known to the compiler.
 */
export interface ToolOptions<
  def = object,
  SideEffect extends boolean = boolean,
  Name extends string = string,
> {
  /** 1 to 64 of `A-Z a-z 0-9 _ -`; the function's own name unless set. Minified code has to set it. */
  readonly name?: Name | undefined;
  /** What the model is told; the function's docstring unless set, else the words on the parameters. */
  readonly description?: string | undefined;
  /** Whether it changes the outside world, so that only an effector may call it; `false` unless set. */
  readonly sideEffect?: SideEffect | undefined;
  /** An ArkType definition of one object of named arguments; none unless set. */
  readonly parameters?: Validate<def> | undefined;
  /** What becomes of an effect that a crash cut off; `"unknown"` unless set. For side-effecting tools only. */
  readonly onCrash?: OnCrash<Arguments<def>> | undefined;
}

const KNOWN_OPTIONS: ReadonlySet<string> = new Set([
  "name",
  "description",
  "sideEffect",
  "parameters",
  "onCrash",
]);

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * Refuses options that callers without types got wrong.
 *
 * @param fallback The name of the tool where the options have none.
 * @throws {ToolDefinitionError} For an option that does not exist or has the wrong kind.
 */
export function requireOptions(
  options: unknown,
  fallback: string,
): asserts options is ToolOptions {
  const problems: DefinitionProblem[] = [];
  const refuse = (reason: string, instead: string): void => {
    problems.push({ parameter: "", reason, instead });
  };
  if (
    typeof options !== "object" || options === null || Array.isArray(options)
  ) {
    throw new ToolDefinitionError(fallback, [{
      parameter: "",
      reason: "its options are not an object",
      instead: 'write tool({ name: "lookup" }, callable)',
    }]);
  }
  const { name, description, sideEffect, onCrash } = options as ToolOptions;
  for (const key of Object.keys(options)) {
    if (!KNOWN_OPTIONS.has(key)) {
      refuse(
        `has an option ${JSON.stringify(key)} that does not exist`,
        `the options are ${[...KNOWN_OPTIONS].join(", ")}`,
      );
    }
  }
  if (description !== undefined && typeof description !== "string") {
    refuse("has a description that is not text", "describe it in words");
  }
  if (sideEffect !== undefined && typeof sideEffect !== "boolean") {
    refuse(
      "has a sideEffect that is neither true nor false",
      "write sideEffect: true for a tool that changes the outside world",
    );
  }
  if (onCrash !== undefined) {
    if (
      onCrash !== "unknown" && onCrash !== "retry" &&
      typeof onCrash !== "function"
    ) {
      refuse(
        "has an onCrash that does not exist",
        'write "unknown", "retry" or a function that asks the other side',
      );
    } else if (sideEffect !== true) {
      refuse(
        "has onCrash but no side effect",
        "leave onCrash out, or declare sideEffect: true",
      );
    }
  }
  const [first, ...others] = problems;
  if (first !== undefined) {
    const toolName = typeof name === "string" ? name.slice(0, 80) : fallback;
    throw new ToolDefinitionError(toolName, [first, ...others]);
  }
}

/**
 * Refuses a name that a provider would refuse, with every other tool of the request.
 *
 * @throws {ToolDefinitionError} For no name, or one with other characters.
 */
export function requireName(name: unknown): asserts name is string {
  if (typeof name === "string" && NAME.test(name)) return;
  throw new ToolDefinitionError("", [{ parameter: "", ...nameProblem(name) }]);
}

function nameProblem(name: unknown): Omit<DefinitionProblem, "parameter"> {
  if (name === "") {
    return {
      reason: "it has no name, as a function without one or in minified code",
      instead: 'give one, as in tool({ name: "lookup_customer" }, callable)',
    };
  }
  return {
    reason: typeof name === "string"
      ? `the name ${JSON.stringify(name.slice(0, 80))} is not one`
      : "its name is not text",
    instead: "use 1 to 64 of the characters A-Z a-z 0-9 _ -",
  };
}
