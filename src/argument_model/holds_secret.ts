import type { ArgumentNode } from "./node.ts";
import { unreachable } from "./node.ts";

/**
 * Whether the value of a node is a secret or has one in it. Text that came for such an object, or what a rule of the
 * author's says of it, may have the secret in it as well.
 */
export function holdsSecret(
  node: ArgumentNode,
  seen: Set<string> = new Set(),
): boolean {
  if (node.secret) return true;
  switch (node.kind) {
    case "array":
      return node.prefix.some((element) => holdsSecret(element.node, seen)) ||
        (node.items !== undefined && holdsSecret(node.items, seen));
    case "object":
      return node.properties.some(({ node }) => holdsSecret(node, seen)) ||
        node.patterns.some(({ node }) => holdsSecret(node, seen)) ||
        (typeof node.undeclared === "object" &&
          holdsSecret(node.undeclared, seen));
    case "union":
      return node.branches.some((branch) => holdsSecret(branch, seen));
    case "reference":
      if (seen.has(node.name)) return false;
      return holdsSecret(node.target(), seen.add(node.name));
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
