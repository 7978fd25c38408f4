import { definitionOf } from "./declared_tool.ts";
import { SideEffectToolError } from "./errors.ts";
import type { AnyTool, ToolCall } from "./tool.ts";

/** How {@linkcode ToolRunner.run} runs. */
export interface RunOptions {
  /**
   * Cancels the call. If it is aborted before, the tool is not called, and its reason becomes the rejection. Later it is
   * the tool that has to listen: the runner waits for it.
   */
  readonly signal?: AbortSignal | undefined;
}

/**
 * `T`, unless the compiler knows it to have a side effect.
 * @internal
 */
export type NotSideEffecting<T extends AnyTool> = [T["sideEffect"]] extends [
  false,
] ? T
  : [T["sideEffect"]] extends [true]
    ? "it has a side effect: request it with act()"
  : T;

/**
 * Runs read-only tools inside a pipeline: validates and coerces the arguments, then calls the tool.
 *
 * @example Run a tool with what a model sent
 * ```ts
 * import { assertEquals, assertRejects } from "@std/assert";
 * import { tool, ToolArgumentError, ToolRunner } from "@beam/tools";
 *
 * const double = tool({ name: "double", parameters: { n: "number" } }, ({ n }) => n * 2);
 * const runner = new ToolRunner();
 *
 * assertEquals(await runner.run(double, { n: "21" }), 42);
 * assertEquals(await runner.run(double, '{"n": 21}'), 42);
 * await assertRejects(() => runner.run(double, { m: 21 }), ToolArgumentError);
 * ```
 */
export class ToolRunner {
  /**
   * Runs one call.
   *
   * @param tool A read-only tool.
   * @param args What the model sent: an object, or its JSON text. No arguments are `undefined`, `null` or blank text.
   * @param options How it runs.
   * @returns What the tool gave, awaited.
   * @throws {SideEffectToolError} For a side-effecting tool, before its arguments are looked at.
   * @throws {ToolArgumentError} If the arguments do not fit; the tool was not called. Whatever the tool itself throws
   * comes through as it is; of an argument error from a call inside, `toolName` is the tool that was called inside.
   * @throws {TypeError} For anything but a tool.
   */
  run<T extends AnyTool>(
    tool: NotSideEffecting<T>,
    args: unknown,
    options: RunOptions = {},
  ): Promise<Awaited<ReturnType<ReturnType<T["unwrap"]>>>> {
    // Not an async function: a second promise around that of the tool costs twice what checking a small call does.
    try {
      const { name, inline, model } = definitionOf(tool);
      if (inline === undefined) throw new SideEffectToolError(name);
      options.signal?.throwIfAborted();
      return Promise.resolve(inline(
        model.prepare(name, args),
        new InlineCall(options.signal),
      )) as Promise<Awaited<ReturnType<ReturnType<T["unwrap"]>>>>;
    } catch (error) {
      return Promise.reject(error);
    }
  }
}

/** Makes the signal of a call that nobody can cancel only when it is asked for. */
class InlineCall implements ToolCall {
  #signal: AbortSignal | undefined;

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  get signal(): AbortSignal {
    return this.#signal ??= new AbortController().signal;
  }
}
