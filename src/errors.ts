/**
 * Base of every error that this package throws on purpose.
 *
 * @example Tell this package's errors from others
 * ```ts
 * import { assertThrows } from "@std/assert";
 * import { ToolError, ToolRegistry } from "@beam/tools";
 *
 * assertThrows(() => new ToolRegistry().get("nope"), ToolError);
 * ```
 */
export class ToolError extends Error {
  /** Stable: logs, and other copies of this package, match on it. */
  override readonly name: string = "ToolError";
}

/** One reason for which a definition cannot become a tool. */
export interface DefinitionProblem {
  /** Path of the parameter, such as `"filter.tags[]"`; `""` for the tool itself. */
  readonly parameter: string;
  /** What is wrong. */
  readonly reason: string;
  /** What to write instead. */
  readonly instead: string;
}

/**
 * Thrown where a tool is declared, for an option, a name or parameters that cannot become a tool.
 *
 * @example See what to write instead
 * ```ts
 * import { assertEquals, assertThrows } from "@std/assert";
 * import { tool, ToolDefinitionError } from "@beam/tools";
 *
 * const error = assertThrows(
 *   () => tool({ name: "remind", parameters: { when: "Date" } }, () => 1),
 *   ToolDefinitionError,
 * );
 *
 * assertEquals(error.parameter, "when");
 * assertEquals(error.reason, "is Date, which is not JSON");
 * ```
 */
export class ToolDefinitionError extends ToolError {
  /** Stable: logs, and other copies of this package, match on it. */
  override readonly name = "ToolDefinitionError";
  /** The name of the tool as far as it is known, `""` otherwise. */
  readonly toolName: string;
  /** Path of the first parameter at fault, such as `"filter.tags[]"`; `""` for the tool itself. */
  readonly parameter: string;
  /** What is wrong with it. */
  readonly reason: string;
  /** What to write instead. */
  readonly instead: string;
  /** Every problem found, the first one included. */
  readonly problems: readonly DefinitionProblem[];

  /** Creates the error for one declaration and everything that is wrong with it. */
  constructor(
    toolName: string,
    problems: readonly [DefinitionProblem, ...DefinitionProblem[]],
    options?: ErrorOptions,
  ) {
    const lines = problems.map(({ parameter, reason, instead }) =>
      `${parameter ? `parameter "${parameter}" ` : ""}${reason}; ${instead}`
    );
    super(
      `Cannot declare tool${toolName ? ` ${JSON.stringify(toolName)}` : ""}: ${
        lines.join("\n  ")
      }`,
      options,
    );
    const [first] = problems;
    this.toolName = toolName;
    this.parameter = first.parameter;
    this.reason = first.reason;
    this.instead = first.instead;
    this.problems = problems;
  }
}

/**
 * Thrown by {@linkcode ToolRegistry} for a second tool of one name; the first one stays.
 *
 * @example Register one name twice
 * ```ts
 * import { assertThrows } from "@std/assert";
 * import { DuplicateToolError, tool, ToolRegistry } from "@beam/tools";
 *
 * const now = tool({ name: "now" }, () => 1);
 *
 * assertThrows(() => new ToolRegistry([now, now]), DuplicateToolError, '"now"');
 * ```
 */
export class DuplicateToolError extends ToolError {
  /** Stable: logs, and other copies of this package, match on it. */
  override readonly name = "DuplicateToolError";
  /** The name that is taken. */
  readonly toolName: string;

  /** Creates the error for one name. */
  constructor(toolName: string, options?: ErrorOptions) {
    super(
      `Cannot register tool ${
        JSON.stringify(toolName)
      }: the registry has a tool of that name; give one of them another name`,
      options,
    );
    this.toolName = toolName;
  }
}

/**
 * Thrown by {@linkcode ToolRegistry.get} for a name that no tool has.
 *
 * @example Ask for a name that a model made up
 * ```ts
 * import { assertEquals, assertThrows } from "@std/assert";
 * import { ToolNotFoundError, ToolRegistry } from "@beam/tools";
 *
 * const error = assertThrows(
 *   () => new ToolRegistry().get("constructor"),
 *   ToolNotFoundError,
 * );
 *
 * assertEquals(error.toolName, "constructor");
 * ```
 */
export class ToolNotFoundError extends ToolError {
  /** Stable: logs, and other copies of this package, match on it. */
  override readonly name = "ToolNotFoundError";
  /** The name that was asked for, in full. */
  readonly toolName: string;

  /** Creates the error for one missing tool. */
  constructor(toolName: string, options?: ErrorOptions) {
    super(
      `Cannot find tool ${
        excerpt(toolName, 80)
      }: no tool has that name; call one of the tools that are listed`,
      options,
    );
    this.toolName = toolName;
  }
}

/**
 * Thrown when a side-effecting tool is called or run anywhere but in the effector.
 *
 * @example Run a side effect where a retry would repeat it
 * ```ts
 * import { assertRejects } from "@std/assert";
 * import { SideEffectToolError, tool, ToolRunner } from "@beam/tools";
 *
 * const pay = tool({ name: "pay", sideEffect: true }, () => "paid");
 *
 * await assertRejects(
 *   // @ts-expect-error the compiler refuses it as well
 *   () => new ToolRunner().run(pay, {}),
 *   SideEffectToolError,
 * );
 * ```
 */
export class SideEffectToolError extends ToolError {
  /** Stable: logs, and other copies of this package, match on it. */
  override readonly name = "SideEffectToolError";
  /** The tool that was not called. */
  readonly toolName: string;

  /** Creates the error for one refused call. */
  constructor(toolName: string, options?: ErrorOptions) {
    super(
      `Cannot call tool ${
        JSON.stringify(toolName)
      }: it has a side effect, which a retry would repeat; ` +
        `request it with ctx.act(${JSON.stringify(toolName)}, args)`,
      options,
    );
    this.toolName = toolName;
  }
}

/**
 * Thrown by the effector's runner, and by `act`, for a tool without a side effect.
 *
 * @example Act with a tool that only reads
 * ```ts
 * import { assertThrows } from "@std/assert";
 * import {
 *   ActivationContext,
 *   ReadOnlyToolError,
 *   tool,
 *   ToolRegistry,
 * } from "@beam/tools";
 *
 * const context = new ActivationContext({
 *   entityKey: "user-1",
 *   seq: 1,
 *   registry: new ToolRegistry([tool({ name: "now" }, () => 1)]),
 *   nowMs: 0,
 * });
 *
 * assertThrows(() => context.act("now" as never, {}), ReadOnlyToolError);
 * ```
 */
export class ReadOnlyToolError extends ToolError {
  /** Stable: logs, and other copies of this package, match on it. */
  override readonly name = "ReadOnlyToolError";
  /** The tool that was not called. */
  readonly toolName: string;

  /** Creates the error for one refused call. */
  constructor(toolName: string, options?: ErrorOptions) {
    super(
      `Cannot act with tool ${
        JSON.stringify(toolName)
      }: it is read-only; run it inline with ctx.run or ToolRunner`,
      options,
    );
    this.toolName = toolName;
  }
}

/**
 * Thrown by everything that an activation is asked for after its end; nothing more is staged.
 *
 * @example Commit twice
 * ```ts
 * import { assertThrows } from "@std/assert";
 * import {
 *   ActivationClosedError,
 *   ActivationContext,
 *   ToolRegistry,
 * } from "@beam/tools";
 *
 * const registry = new ToolRegistry();
 * const context = new ActivationContext({
 *   entityKey: "user-1",
 *   seq: 1,
 *   registry,
 *   nowMs: 0,
 * });
 * context.commit();
 *
 * assertThrows(() => context.commit(), ActivationClosedError);
 * ```
 */
export class ActivationClosedError extends ToolError {
  /** Stable: logs, and other copies of this package, match on it. */
  override readonly name = "ActivationClosedError";
  /** What was asked for, such as `"act"`. */
  readonly operation: string;
  /** How the activation ended. */
  readonly state: "committed" | "discarded";

  /** Creates the error for one refused operation. */
  constructor(
    operation: string,
    state: "committed" | "discarded",
    options?: ErrorOptions,
  ) {
    super(
      `Cannot ${operation} in this activation: it was ${state}; await all of its work before it ends`,
      options,
    );
    this.operation = operation;
    this.state = state;
  }
}

/**
 * Thrown by the effector's runner when a tool takes too long; whether it had its effect is unknown.
 *
 * @example Wait for a tool that does not end
 * ```ts
 * import { assertRejects } from "@std/assert";
 * import { tool } from "@beam/tools";
 * import { EffectorToolRunner, ToolTimeoutError } from "@beam/tools/effector";
 *
 * const slow = tool(
 *   { name: "slow", sideEffect: true },
 *   () => new Promise<void>(() => {}),
 * );
 * const entityKey = new TextEncoder().encode("user-1");
 * const intent = { intentId: "i", entityKey, seq: 1n, stepIndex: 0, attempt: 0 };
 *
 * await assertRejects(
 *   () => new EffectorToolRunner({ timeoutMs: 5 }).run(slow, {}, { intent }),
 *   ToolTimeoutError,
 * );
 * ```
 */
export class ToolTimeoutError extends ToolError {
  /** Stable: logs, and other copies of this package, match on it. */
  override readonly name = "ToolTimeoutError";
  /** The tool that was called. */
  readonly toolName: string;
  /** How long it was waited for, in milliseconds. */
  readonly timeoutMs: number;

  /** Creates the error for one call. */
  constructor(toolName: string, timeoutMs: number, options?: ErrorOptions) {
    super(
      `Cannot wait for tool ${
        JSON.stringify(toolName)
      }: it took longer than ${timeoutMs} ms, and its effect is unknown; ` +
        `end the call when its signal is aborted, or give it more time`,
      options,
    );
    this.toolName = toolName;
    this.timeoutMs = timeoutMs;
  }
}

/** One fault in the arguments of a call. */
export interface ArgumentIssue {
  /** Where it is: keys and indexes from the arguments' root; `[]` is the root itself. */
  readonly path: readonly (string | number)[];
  /** What was expected there, such as `"an integer"`. */
  readonly expected: string;
  /** A sentence that tells a model what to change. */
  readonly message: string;
}

/**
 * Thrown before a tool is called, when its arguments do not fit; the tool did not run.
 *
 * @example Tell a model what to change
 * ```ts
 * import { assertEquals, assertRejects } from "@std/assert";
 * import { tool, ToolArgumentError, ToolRunner } from "@beam/tools";
 *
 * const greet = tool(
 *   { name: "greet", parameters: { name: "string" } },
 *   ({ name }) => `hello ${name}`,
 * );
 *
 * const error = await assertRejects(
 *   () => new ToolRunner().run(greet, { nam: "Ada" }),
 *   ToolArgumentError,
 * );
 *
 * assertEquals(error.issues.map(({ message }) => message), [
 *   "name is missing: expected text",
 *   'nam is not a parameter; did you mean "name"?',
 * ]);
 * ```
 */
export class ToolArgumentError extends ToolError {
  /** Stable: logs, and other copies of this package, match on it. */
  override readonly name = "ToolArgumentError";
  /** The tool that was not called; `""` where text was parsed for no tool in particular. */
  readonly toolName: string;
  /** The faults, in the order of the parameters; at most as many as fit into 4 KiB of message. */
  readonly issues: readonly ArgumentIssue[];
  /** How many further faults were left out. */
  readonly omitted: number;

  /** Creates the error for the faults of one call. */
  constructor(
    toolName: string,
    issues: readonly ArgumentIssue[],
    omitted = 0,
    options?: ErrorOptions,
  ) {
    const lines = issues.map((issue) => issue.message);
    if (omitted > 0) lines.push(`(${omitted} more left out)`);
    super(
      `Cannot run tool${toolName ? ` ${JSON.stringify(toolName)}` : ""}: ${
        lines.join("; ")
      }`,
      options,
    );
    this.toolName = toolName;
    this.issues = issues;
    this.omitted = omitted;
  }
}

/** `text` as a JSON string of at most about `length` characters. */
function excerpt(text: string, length: number): string {
  return JSON.stringify(
    text.length > length ? `${text.slice(0, length)}…` : text,
  );
}
