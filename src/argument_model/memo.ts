import type { Check } from "./check.ts";
import type { Walk } from "./walk.ts";

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
  readonly #strict = new Map<object, Map<string, Outcome>>();
  readonly #coerced = new Map<object, Map<string, Outcome>>();

  /** The result of `check`, the shape called `name`, for `value`; made in the first trial that asks. */
  recall(name: string, check: Check, value: object, walk: Walk): unknown {
    const shapes = walk.coerce ? this.#coerced : this.#strict;
    let outcomes = shapes.get(value);
    if (outcomes === undefined) shapes.set(value, outcomes = new Map());
    const known = outcomes.get(name);
    if (known !== undefined) {
      walk.coerced += known.coerced;
      walk.large ||= known.large;
      return known.result;
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
