import { definitionOf } from "../declared_tool.ts";
import { ToolArgumentError } from "../errors.ts";
import type { ToolIntent } from "../intent.ts";
import type { ToolRegistry } from "../registry.ts";
import type { AnyTool } from "../tool.ts";
import type { OnCrash } from "../tool_options.ts";
import type { RejectionCode } from "./outcome.ts";

/** What an intent comes to, as far as that can be told before it is claimed. */
export type Plan =
  | {
    readonly kind: "run";
    readonly tool: AnyTool;
    /** Makes the checked and coerced arguments, anew each time. */
    readonly makeArgs: () => unknown;
    readonly onCrash: OnCrash;
  }
  | { readonly kind: "ask" }
  | {
    readonly kind: "reject";
    readonly code: RejectionCode;
    readonly message: string;
  };

/**
 * Looks the tool up and checks the arguments. This comes before the claim, so
 * that only what can run is ever marked as started.
 */
export function planFor(
  intent: ToolIntent,
  registry: ToolRegistry,
  approvals: boolean,
): Plan {
  const { kind, toolName, argsJson } = intent;
  if (kind === "approval") {
    if (approvals) return { kind: "ask" };
    return reject(
      "no_approval_channel",
      "this effector hands no questions on; set requestApproval",
    );
  }
  if (kind !== "tool" && kind !== "unspecified") {
    return reject("unknown_kind", `intents of kind ${kind} are not known here`);
  }
  const known: boolean = registry.has(toolName);
  if (!known) {
    return reject(
      "unknown_tool",
      `no tool is named ${JSON.stringify(toolName.slice(0, 64))}`,
    );
  }
  const tool: AnyTool = registry.get(toolName);
  const { name, sideEffect, onCrash = "unknown", model } = definitionOf(tool);
  if (!sideEffect) {
    return reject("read_only_tool", `"${name}" is read-only and runs inline`);
  }
  // An intent has an object; runners also take blank text, and text in text, from models.
  if (!argsJson.trimStart().startsWith("{")) {
    return reject("invalid_arguments", "the arguments are no JSON object");
  }
  try {
    const makeArgs = (): unknown => model.prepare(name, argsJson);
    makeArgs();
    return { kind: "run", tool, makeArgs, onCrash };
  } catch (error) {
    if (!(error instanceof ToolArgumentError)) throw error;
    return reject("invalid_arguments", error.message);
  }
}

function reject(code: RejectionCode, message: string): Plan {
  return { kind: "reject", code, message };
}
