import type { ArgumentNode } from "./node.ts";
import { someNode } from "./some_node.ts";

/**
 * Whether a value that fits may be handed on as another one: with defaults, without some keys, or through a morph. Two
 * rules cannot both judge such a value, because the second one would see what the first one made of it.
 */
export function changesValue(node: ArgumentNode): boolean {
  return someNode(node, changesItself);
}

function changesItself(node: ArgumentNode): boolean {
  if (node.morph !== undefined) return true;
  const filled = node.kind === "array"
    ? node.prefix
    : node.kind === "object"
    ? node.properties
    : [];
  return filled.some((part) => part.default !== undefined) ||
    (node.kind === "object" && node.undeclared === "delete");
}
