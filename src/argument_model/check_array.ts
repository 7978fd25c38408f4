import type { Check, CheckBuilder } from "./check.ts";
import { tooDeep } from "./common_faults.ts";
import { decodeText } from "./decode_text.ts";
import { expectedOf } from "./expected.ts";
import { holdsSecret } from "./holds_secret.ts";
import { DEEPEST } from "./json_value.ts";
import type { ArrayNode } from "./node.ts";
import { FAULT, misfit, MOST_FAULTS, type Walk } from "./walk.ts";

/** The check of an array or a tuple. */
export function checkArray(node: ArrayNode, builder: CheckBuilder): Check {
  const prefix = node.prefix.map((element) => builder.build(element.node));
  const items = node.items && builder.build(node.items);
  const { minItems, maxItems = Infinity } = node;
  const secret = holdsSecret(node);
  // A tuple's text is refused: it is a shape of values by position, which no client is known to send as text.
  const decodes = node.prefix.length === 0;

  function elements(value: readonly unknown[], walk: Walk): unknown {
    const length = value.length;
    if (length < minItems || length > maxItems) {
      return walk.fault(() => ({
        expected: expectedOf(node),
        found: length === 0 ? "an empty array" : `${length} of them`,
      }));
    }
    if (++walk.depth > DEEPEST) return tooDeep(walk);
    const copy: unknown[] = [];
    let fits = true;
    for (let index = 0; index < length; index++) {
      const before = walk.faults.length;
      const check = index < prefix.length ? prefix[index] : items;
      const element = check === undefined ? FAULT : check(value[index], walk);
      if (element === FAULT) {
        walk.within(index, before);
        fits = false;
        if (walk.count > MOST_FAULTS) break;
      }
      copy.push(element);
    }
    // A length rule may end the array before a default does.
    const filled = Math.min(prefix.length, maxItems);
    for (let index = length; index < filled; index++) {
      const fallback = node.prefix[index]?.default;
      if (fallback === undefined) break;
      copy.push(fallback.make());
    }
    walk.depth--;
    return fits ? copy : FAULT;
  }

  return (value, walk) => {
    if (Array.isArray(value)) return elements(value, walk);
    if (typeof value === "string" && walk.coerce && decodes) {
      return decodeText(
        value,
        "[",
        walk,
        misfit(node, value, secret, "send the array itself, not text"),
        elements as Check,
      );
    }
    return walk.fault(misfit(node, value, secret));
  };
}
