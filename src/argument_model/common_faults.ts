import { expectedOf } from "./expected.ts";
import { DEEPEST } from "./json_value.ts";
import type { Property } from "./node.ts";
import type { FAULT, Walk } from "./walk.ts";

/** Records that a required key is absent. */
export function missing({ key, node }: Property, walk: Walk): void {
  walk.fault(() => ({ expected: expectedOf(node), found: "" }), [key]);
}

/** Records that the value at hand is nested too deep, and leaves it. */
export function tooDeep(walk: Walk): typeof FAULT {
  walk.depth--;
  return walk.fault(() => ({
    expected: `at most ${DEEPEST} levels`,
    found: "deeper nesting",
  }));
}
