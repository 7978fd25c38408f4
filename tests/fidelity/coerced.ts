import { assert } from "@std/assert";
import type { ArgumentModel } from "../../src/argument_model.ts";
import { ToolArgumentError } from "../../src/errors.ts";
import { isJson, type Judge, shown } from "./compare.ts";
import { fromEntries } from "./mutate.ts";
import type { Random } from "./random.ts";

/**
 * Fails where a value that fits is touched, or where what is made of another one does not fit. Defaults may be added,
 * and keys left out where `deletes`.
 */
export function assertCoercion(
  model: ArgumentModel,
  judge: Judge,
  values: readonly unknown[],
  { deletes, morphs }: { readonly deletes: boolean; readonly morphs: boolean },
): void {
  for (const value of values) {
    if (!isJson(value)) continue;
    const before = shown(value);
    let result: unknown;
    try {
      result = model.coerce("random", value);
    } catch (error) {
      assert(error instanceof ToolArgumentError, String(error));
      assert(!model.accepts(value), `refused ${before}, which fits`);
      continue;
    }
    const told = `${before} became ${shown(result)} with ${
      JSON.stringify(model.parameters)
    }`;
    assert(shown(value) === before, `changed the caller's own: ${told}`);
    assert(judge(result), `does not fit: ${told}`);
    if (model.accepts(value)) {
      assert(
        extended(value, result, deletes),
        `touched what fits: ${told}`,
      );
    }
    if (!morphs) {
      const prepared = model.prepare("random", value);
      assert(
        extended(result, prepared, false) && extended(prepared, result, false),
        `the callable gets something else: ${told}`,
      );
    }
  }
}

/** Whether `result` is `value` with nothing but defaults added. */
function extended(value: unknown, result: unknown, deletes: boolean): boolean {
  if (typeof value !== "object" || value === null) return value === result;
  if (typeof result !== "object" || result === null) return false;
  if (Array.isArray(value) !== Array.isArray(result)) return false;
  return Object.entries(value).every(([key, member]) =>
    Object.hasOwn(result, key)
      ? extended(member, (result as Record<string, unknown>)[key], deletes)
      : deletes
  );
}

/** `value` with a few of its parts spelt as models spell them: numbers and booleans as text, shapes as JSON text. */
export function misspelt(value: unknown, random: Random): unknown {
  if (Array.isArray(value)) {
    const elements = value.map((element) => misspelt(element, random));
    return random.chance(0.15) ? JSON.stringify(elements) : elements;
  }
  if (typeof value === "object" && value !== null) {
    const members = fromEntries(
      Object.entries(value).map(([key, member]) => [
        key,
        misspelt(member, random),
      ]),
    );
    return random.chance(0.1) ? JSON.stringify(members) : members;
  }
  if (random.chance(0.5)) return value;
  switch (typeof value) {
    case "number":
      return random.pick([`${value}`, ` ${value} `, `${value}.0`, value]);
    case "boolean":
      return random.pick([`${value}`, value ? 1 : 0, value ? "yes" : "OFF"]);
    case "string":
      return random.pick([value, Number(value), value === "true"]);
    default:
      return random.pick(["null", "", value]);
  }
}
