import type { ArgumentNode } from "./node.ts";
import { unreachable } from "./node.ts";

/**
 * Whether a value that fits may be handed on as another one: with defaults, without some keys, or through a morph. Two
 * rules cannot both judge such a value, because the second one would see what the first one made of it.
 */
export function changesValue(
  node: ArgumentNode,
  seen: Set<string> = new Set(),
): boolean {
  if (node.morph !== undefined) return true;
  switch (node.kind) {
    case "array":
      return node.prefix.some((element) =>
        element.default !== undefined || changesValue(element.node, seen)
      ) || (node.items !== undefined && changesValue(node.items, seen));
    case "object":
      return node.undeclared === "delete" ||
        node.properties.some((property) =>
          property.default !== undefined || changesValue(property.node, seen)
        ) ||
        node.patterns.some((pattern) => changesValue(pattern.node, seen)) ||
        (typeof node.undeclared === "object" &&
          changesValue(node.undeclared, seen));
    case "union":
      return node.branches.some((branch) => changesValue(branch, seen));
    case "reference":
      if (seen.has(node.name)) return false;
      return changesValue(node.target(), seen.add(node.name));
    case "unknown":
    case "boolean":
    case "number":
    case "string":
    case "enum":
      return false;
    default:
      return unreachable(node);
  }
}
