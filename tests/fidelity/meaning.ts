import { assert } from "@std/assert";
import type { ArgumentModel } from "../../src/argument_model.ts";
import { isJson, shown } from "./compare.ts";

/**
 * Fails where ArkType's own validator refuses what ours accepts, or accepts what ours refuses: a rule that schema and
 * validator both lost would go unseen otherwise. Values on which ArkType is known to differ from JSON Schema are left
 * out, and `open` says that the definition holds shapes that are closed here only.
 */
export function assertMeaning(
  model: ArgumentModel,
  values: readonly unknown[],
  { open }: { readonly open: boolean },
): void {
  for (const value of values) {
    if (!isJson(value) || isDisputed(value)) continue;
    const ours = model.accepts(value);
    // What it gives for a value that fits is the value, which is no error of ArkType's.
    const result = model.type(structuredClone(value)) as Record<
      string,
      unknown
    >;
    const theirs = result[" arkKind"] !== "errors";
    const mayDiffer = theirs && (open || holdsArray(value));
    assert(
      ours === theirs || mayDiffer,
      `${ours ? "only we accept" : "only ArkType accepts"} ${shown(value)} as ${
        JSON.stringify(model.parameters)
      }`,
    );
  }
}

/** Lengths and patterns beyond the basic plane, integers beyond 2^53, and names that every object inherits. */
function isDisputed(value: unknown): boolean {
  switch (typeof value) {
    case "string":
      return /[\ud800-\udfff]/.test(value);
    case "number":
      return Math.abs(value) > Number.MAX_SAFE_INTEGER;
    case "object":
      return value !== null &&
        Object.entries(value).some(([key, member]) =>
          isDisputed(key) || key in Object.prototype || isDisputed(member)
        );
    default:
      return false;
  }
}

/** Arrays are objects to ArkType. */
function holdsArray(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value) || Object.values(value).some(holdsArray);
}
