import { ActivationContext } from "../activation.ts";
import type { ToolRegistry } from "../registry.ts";

/** A call as a model asked for it. */
export interface RequestedCall {
  /** The name that it sent. */
  readonly name: string;
  /** The arguments that it sent: an object, or its JSON text. */
  readonly args: unknown;
}

/** What a call would come to. */
export type DryRunStep =
  /** A read-only tool ran and gave this. */
  | {
    readonly kind: "result";
    readonly name: string;
    readonly value: unknown;
  }
  /** A side effect would be staged, with these arguments as canonical JSON text. Nothing was done. */
  | {
    readonly kind: "effect";
    readonly name: string;
    readonly argsJson: string;
  }
  /** It cannot be called like this, or the read-only tool threw. */
  | {
    readonly kind: "failed";
    readonly name: string;
    readonly error: unknown;
  };

/**
 * Shows what calls of a model would come to: all reads run, all effects are listed, none can happen. For an agent of
 * one's own, `activate` is a dry run as long as its intents are not written to an outbox.
 *
 * @param registry The tools.
 * @param calls What the model asked for; one is made after the other.
 * @param options What cancels it.
 * @returns One step for each call, in their order. A call that fails does not stop the others.
 * @throws Only the reason of the signal.
 *
 * @example Look at a turn before it counts
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { dryRun, tool, ToolRegistry } from "@beam/tools";
 *
 * const balance = tool({ name: "balance" }, () => 1200);
 * const pay = tool(
 *   { name: "pay", sideEffect: true, parameters: { cents: "number.integer > 0" } },
 *   ({ cents }) => cents,
 * );
 *
 * const steps = await dryRun(new ToolRegistry([balance, pay]), [
 *   { name: "balance", args: {} },
 *   { name: "pay", args: { cents: "1200" } },
 * ]);
 *
 * assertEquals(steps, [
 *   { kind: "result", name: "balance", value: 1200 },
 *   { kind: "effect", name: "pay", argsJson: '{"cents":1200}' },
 * ]);
 * ```
 */
export async function dryRun(
  registry: ToolRegistry,
  calls: Iterable<RequestedCall>,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<readonly DryRunStep[]> {
  const { signal } = options;
  const steps: DryRunStep[] = [];
  for (const { name, args } of calls) {
    signal?.throwIfAborted();
    steps.push(await step(registry, name, args, signal));
  }
  signal?.throwIfAborted();
  return steps;
}

/** Each call in an activation of its own, whose intents go nowhere. */
async function step(
  registry: ToolRegistry,
  name: string,
  args: unknown,
  signal: AbortSignal | undefined,
): Promise<DryRunStep> {
  const context = new ActivationContext({
    entityKey: "dry-run",
    seq: 0,
    registry,
    nowMs: 0,
    signal,
  });
  try {
    const dispatched = await context.dispatch(name, args);
    if (dispatched.kind === "result") {
      return { kind: "result", name, value: dispatched.value };
    }
    const { argsJson = "" } = context.commit().intents[0] ?? {};
    return { kind: "effect", name, argsJson };
  } catch (error) {
    return { kind: "failed", name, error };
  } finally {
    context.discard();
  }
}
