import type { ArgumentNode } from "./node.ts";
import { someNode } from "./some_node.ts";

/**
 * Whether the value of a node is a secret or has one in it. Text that came for such an object, or what a rule of the
 * author's says of it, may have the secret in it as well.
 */
export function holdsSecret(node: ArgumentNode): boolean {
  return someNode(node, ({ secret }) => secret);
}
