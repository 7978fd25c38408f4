import { canonicalJson, CanonicalJsonError } from "../canonical_json.ts";
import { ToolTimeoutError } from "../errors.ts";
import type { IntentInfo, ToolIntent } from "../intent.ts";
import type { AnyTool } from "../tool.ts";
import { type Outcome, TOO_LARGE } from "./outcome.ts";
import type { EffectorToolRunner } from "./runner.ts";
import { MAX_RESULT_BYTES } from "./store.ts";

/** Takes secrets out of the text of an error before it is stored and published. */
export type Redact = (message: string) => string;

/** Longest excerpt of what a tool threw, in UTF-16 units. */
const LONGEST_EXCERPT = 1_000;

/** Calls a tool for an intent. Whatever it does becomes an outcome, unless the signal was aborted. */
export async function callTool(
  runner: EffectorToolRunner,
  tool: AnyTool,
  intent: ToolIntent,
  options: { readonly signal: AbortSignal; readonly redact: Redact },
): Promise<Outcome> {
  const { signal, redact } = options;
  let value: unknown;
  try {
    // The cast: it was found to be side-effecting when the intent was planned.
    value = await runner.run(tool as never, intent.argsJson, {
      intent: infoOf(intent),
      signal,
    });
  } catch (error) {
    if (signal.aborted && error === signal.reason) throw error;
    const code = isTimeoutOf(tool, error) ? "timed_out" : "tool_failed";
    return { status: "error", code, message: errorText(error, redact) };
  }
  return returned(value);
}

/** The outcome of an effect that happened and gave this. */
export function returned(value: unknown): Outcome {
  try {
    const text = canonicalJson(value ?? null, { maxLength: MAX_RESULT_BYTES });
    return { status: "ok", payload: new TextEncoder().encode(text) };
  } catch (error) {
    const isOurs = error instanceof CanonicalJsonError;
    if (isOurs && error.reason === "too_long") return TOO_LARGE;
    // What else is thrown comes from the value itself, such as a Proxy.
    const why = isOurs
      ? error.message.slice(0, LONGEST_EXCERPT)
      : "reading it threw";
    return {
      status: "error",
      code: "unencodable_result",
      message: `the effect happened, and its result cannot be kept: ${why}`,
    };
  }
}

/** What a tool is told of its intent: a copy, since tools get it and outcomes need it. */
export function infoOf(intent: ToolIntent): IntentInfo {
  const { intentId, entityKey, seq, stepIndex, attempt } = intent;
  return Object.freeze({
    intentId,
    entityKey: new Uint8Array(entityKey),
    seq,
    stepIndex,
    attempt,
  });
}

/** Of this tool, not of one that it calls. Even asking what was thrown for its class may throw. */
function isTimeoutOf(tool: AnyTool, error: unknown): boolean {
  try {
    return error instanceof ToolTimeoutError && error.toolName === tool.name;
  } catch {
    return false;
  }
}

/** What may be published of something thrown, whatever it is. */
export function errorText(error: unknown, redact: Redact): string {
  let text: string;
  try {
    text = error instanceof Error ? error.message : String(error);
    // Redacted in full: half of a secret is not recognised, and still one.
    text = String(redact(text));
  } catch {
    return "what was thrown cannot be read";
  }
  return text.slice(0, LONGEST_EXCERPT).toWellFormed();
}
