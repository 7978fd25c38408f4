import {
  ActivationContext,
  type ActivationOptions,
  type ActivationResult,
} from "./activation.ts";
import type { AnyTool } from "./tool.ts";

/**
 * Runs an agent once: commits what it staged if it succeeds, and leaves nothing if it fails.
 *
 * Nothing that it staged is carried out, so this is a dry run as long as nobody writes the intents to an outbox.
 *
 * @param options On whose behalf, with which tools and when.
 * @param agent What to run. What it returns is awaited and not looked at.
 * @returns What it emitted and staged.
 * @throws Whatever the agent throws, unchanged; nothing is left then, and its context is closed.
 *
 * @example Run an agent for one entity
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { activate, tool, ToolRegistry } from "@beam/tools";
 *
 * const find = tool({ name: "find" }, () => ({ order: "o-1" }));
 * const refund = tool(
 *   { name: "refund", sideEffect: true, parameters: { order: "string" } },
 *   ({ order }) => order,
 * );
 * const registry = new ToolRegistry([find, refund]);
 *
 * const { outputs, intents } = await activate(
 *   { entityKey: "user-1", seq: 1, registry, nowMs: 1_700_000_000_000 },
 *   async (context) => {
 *     const { order } = await context.run("find", {});
 *     context.act("refund", { order });
 *     context.emit("Your money is on its way.");
 *   },
 * );
 *
 * assertEquals(outputs, ["Your money is on its way."]);
 * assertEquals(intents.map(({ toolName }) => toolName), ["refund"]);
 * ```
 */
export async function activate<Tools extends AnyTool>(
  options: ActivationOptions<Tools>,
  agent: (context: ActivationContext<Tools>) => unknown,
): Promise<ActivationResult> {
  options.signal?.throwIfAborted();
  const context = new ActivationContext(options);
  try {
    await agent(context);
    return context.commit();
  } finally {
    context.discard();
  }
}
