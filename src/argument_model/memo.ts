import type { Check } from "./check.ts";
import { copyJson } from "./json_value.ts";
import { FAULT, type Walk } from "./walk.ts";

/** What a named shape made of one value. */
interface Outcome {
  readonly result: unknown;
  readonly coerced: number;
  readonly large: boolean;
}

/**
 * What named shapes have made of the parts of one value in trials. Without it, branches that share a recursive key
 * would each check what is below it, and the time would double with every level.
 */
export class Memo {
  readonly #strict = new Map<unknown, Map<string, Outcome>>();
  readonly #coerced = new Map<unknown, Map<string, Outcome>>();

  /** The result of `check`, the shape called `name`, for `value`; made in the first trial that asks. */
  recall(name: string, check: Check, value: unknown, walk: Walk): unknown {
    const shapes = walk.coerce ? this.#coerced : this.#strict;
    let outcomes = shapes.get(value);
    if (outcomes === undefined) shapes.set(value, outcomes = new Map());
    const known = outcomes.get(name);
    if (known !== undefined) {
      walk.coerced += known.coerced;
      walk.large ||= known.large;
      // The same text may stand in two places, which must not share the memory of what it holds.
      return typeof value === "string" && known.result !== FAULT
        ? copyJson(known.result)
        : known.result;
    }
    const { coerced, large } = walk;
    walk.large = false;
    const result = check(value, walk);
    outcomes.set(name, {
      result,
      coerced: walk.coerced - coerced,
      large: walk.large,
    });
    walk.large ||= large;
    return result;
  }
}
