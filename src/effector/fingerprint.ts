import { canonicalJson } from "../canonical_json.ts";
import type { ToolIntent } from "../intent.ts";

/**
 * What an intent asks for, as SHA-256 in hex digits: its kind, its tool and its
 * arguments. The order of keys and the spelling of numbers do not count. What
 * has no exact spelling, or is no JSON, counts as the text that it is.
 */
export async function fingerprint(intent: ToolIntent): Promise<string> {
  const { toolName, argsJson } = intent;
  const kind = intent.kind === "unspecified" ? "tool" : intent.kind;
  const text = JSON.stringify([kind, toolName, ...spelling(argsJson)]);
  const digest = await crypto.subtle.digest(
    "SHA-256",
    new TextEncoder().encode(text),
  );
  return new Uint8Array(digest).toHex();
}

function spelling(argsJson: string): readonly [form: string, text: string] {
  try {
    return ["canonical", canonicalJson(JSON.parse(argsJson))];
  } catch {
    return ["text", argsJson];
  }
}
