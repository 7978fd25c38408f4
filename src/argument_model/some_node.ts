import type { ArgumentNode } from "./node.ts";
import { unreachable } from "./node.ts";

/** Whether `holds` says yes to a node or to one below it; a shape that contains itself is looked at once. */
export function someNode(
  node: ArgumentNode,
  holds: (node: ArgumentNode) => boolean,
  seen: Set<string> = new Set(),
): boolean {
  return holds(node) ||
    partsOf(node, seen).some((part) => someNode(part, holds, seen));
}

/** The nodes right below one; none below a name that was `seen`, which is recorded. */
function partsOf(
  node: ArgumentNode,
  seen: Set<string>,
): readonly ArgumentNode[] {
  switch (node.kind) {
    case "array":
      return [
        ...node.prefix.map((element) => element.node),
        ...node.items === undefined ? [] : [node.items],
      ];
    case "object":
      return [
        ...node.properties.map((property) => property.node),
        ...node.patterns.map((pattern) => pattern.node),
        ...typeof node.undeclared === "string" ? [] : [node.undeclared],
      ];
    case "union":
      return node.branches;
    case "reference":
      if (seen.has(node.name)) return [];
      seen.add(node.name);
      return [node.target()];
    case "unknown":
    case "boolean":
    case "number":
    case "string":
    case "enum":
      return [];
    default:
      return unreachable(node);
  }
}
