import { withCheckedArguments } from "../argument_model/typed_function.ts";
import { definitionOf } from "../declared_tool.ts";
import { ReadOnlyToolError, ToolTimeoutError } from "../errors.ts";
import type { IntentInfo } from "../intent.ts";
import type { AnyTool } from "../tool.ts";
import { MAX_TIMER_MS } from "./clock.ts";

/** How an {@linkcode EffectorToolRunner} runs. */
export interface EffectorToolRunnerOptions {
  /** The longest wait for one call, in milliseconds; 60,000 unless set. */
  readonly timeoutMs?: number | undefined;
}

/** One call of {@linkcode EffectorToolRunner.run}. */
export interface EffectRunOptions {
  /** The intent that is carried out. The tool gets it as `call.intent`. */
  readonly intent: IntentInfo;
  /** Cancels the call; the tool may have had its effect by then. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * `T`, unless the compiler knows it to be read-only.
 * @internal
 */
export type NotReadOnly<T extends AnyTool> = [T["sideEffect"]] extends [true]
  ? T
  : [T["sideEffect"]] extends [false]
    ? "it is read-only: run it inline with ToolRunner"
  : T;

/**
 * The one sanctioned executor of side-effecting tools, outside the pipeline.
 *
 * @example Carry out what an intent asks for
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { tool } from "@beam/tools";
 * import { EffectorToolRunner, intentId } from "@beam/tools/effector";
 *
 * const charge = tool(
 *   { name: "charge", sideEffect: true, parameters: { cents: "number.integer > 0" } },
 *   ({ cents }, { intent }) => `${cents} under ${intent.intentId}`,
 * );
 * const entityKey = new TextEncoder().encode("user-1");
 * const intent = { intentId: intentId(entityKey, 1n, 0), entityKey, seq: 1n, stepIndex: 0, attempt: 0 };
 *
 * const result = await new EffectorToolRunner().run(charge, { cents: 500 }, { intent });
 *
 * assertEquals(result, "500 under ec14275e-be6c-59a1-b081-c36a6408d260");
 * ```
 */
export class EffectorToolRunner {
  readonly #timeoutMs: number;

  /**
   * Creates a runner.
   *
   * @throws {RangeError} For a `timeoutMs` that is not above 0, or longer than a timer can be.
   */
  constructor(options: EffectorToolRunnerOptions = {}) {
    const { timeoutMs = 60_000 } = options;
    if (!(timeoutMs > 0 && timeoutMs <= MAX_TIMER_MS)) {
      throw new RangeError(
        `Cannot create an effector's runner: timeoutMs is ${timeoutMs}; give 1 to ${MAX_TIMER_MS}`,
      );
    }
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Validates and coerces the arguments, then calls the tool and awaits it.
   *
   * @param tool A side-effecting tool.
   * @param args An object, or its JSON text.
   * @param options The intent, and what cancels the call.
   * @returns What the tool gave, awaited.
   * @throws {ReadOnlyToolError} For a read-only tool; it was not called.
   * @throws {ToolArgumentError} If the arguments do not fit; the tool was not called.
   * @throws {ToolTimeoutError} If the tool took too long; whether it had its effect is unknown.
   * @throws {TypeError} For anything but a tool, and without an intent.
   */
  async run<T extends AnyTool>(
    tool: NotReadOnly<T>,
    args: unknown,
    options: EffectRunOptions,
  ): Promise<
    Awaited<ReturnType<ReturnType<T["unwrap"]>>>
  > {
    const { name, sideEffect, model } = definitionOf(tool);
    if (!sideEffect) throw new ReadOnlyToolError(name);
    const { intent, signal } = options;
    if (typeof intent?.intentId !== "string" || intent.intentId === "") {
      throw new TypeError(
        `Cannot run tool "${name}": there is no intent, and so no idempotency key; pass the intent that is carried out`,
      );
    }
    signal?.throwIfAborted();
    const prepared = model.prepare(name, args);
    // Reading the arguments may have run code of the caller.
    signal?.throwIfAborted();
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    // Nobody waits for it if the tool throws at once.
    aborted.catch(() => {});
    const controller = new AbortController();
    const abort = (reason: unknown): void => {
      // First, so that what the tool throws when it is told does not hide it.
      reject(reason);
      controller.abort(reason);
    };
    const cancel = (): void => abort(signal?.reason);
    const timer = setTimeout(
      () => abort(new ToolTimeoutError(name, this.#timeoutMs)),
      this.#timeoutMs,
    );
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      const callable = withCheckedArguments((tool as T).unwrap());
      // A tool that ignores its signal goes on, but nobody waits for it.
      return await Promise.race([
        callable(prepared, { signal: controller.signal, intent }),
        aborted,
      ]) as Awaited<ReturnType<ReturnType<T["unwrap"]>>>;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancel);
    }
  }
}
