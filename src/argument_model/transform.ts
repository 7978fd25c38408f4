import type { ArgumentNode, Morph } from "./node.ts";
import { unreachable } from "./node.ts";
import { CheckBuilder } from "./check.ts";
import { setOwn } from "./json_value.ts";
import { someNode } from "./some_node.ts";
import { FAULT, Walk } from "./walk.ts";

/** Makes of fitting arguments, which are the caller's own, what the author's morphs make of them. */
export type Transform = (value: unknown, walk: Walk) => unknown;

/** The morphs of a definition, from the inside out; `undefined` where there are none. */
export function transformOf(node: ArgumentNode): Transform | undefined {
  return someNode(node, ({ morph }) => morph !== undefined)
    ? new TransformBuilder().build(node)
    : undefined;
}

class TransformBuilder {
  readonly #named = new Map<string, Transform>();

  build(node: ArgumentNode): Transform {
    const below = this.#below(node);
    const { morph, secret } = node;
    return morph === undefined ? below : withMorph(below, morph, secret);
  }

  #below(node: ArgumentNode): Transform {
    switch (node.kind) {
      case "array": {
        const prefix = node.prefix.map((element) => this.build(element.node));
        const items = node.items && this.build(node.items);
        return (value, walk) => {
          const elements = value as unknown[];
          let fits = true;
          elements.forEach((element, index) => {
            const made = within(
              index,
              () => (prefix[index] ?? items)?.(element, walk),
              walk,
            );
            if (made === FAULT) fits = false;
            elements[index] = made;
          });
          return fits ? elements : FAULT;
        };
      }
      case "object": {
        const properties = new Map(
          node.properties.map(({ key, node }) => [key, this.build(node)]),
        );
        const patterns = node.patterns.map(({ expression, node }) => ({
          expression,
          transform: this.build(node),
        }));
        const rest = typeof node.undeclared === "string"
          ? undefined
          : this.build(node.undeclared);
        return (value, walk) => {
          const members = value as Record<string, unknown>;
          let fits = true;
          for (const key of Object.keys(members)) {
            const transform = properties.get(key) ??
              patterns.find(({ expression }) => expression.test(key))
                ?.transform ??
              rest;
            if (transform === undefined) continue;
            const made = within(key, () => transform(members[key], walk), walk);
            if (made === FAULT) fits = false;
            setOwn(members, key, made);
          }
          return fits ? members : FAULT;
        };
      }
      case "union": {
        const checks = new CheckBuilder();
        const branches = node.branches.map((branch) => ({
          check: checks.build(branch),
          transform: this.build(branch),
        }));
        return (value, walk) => {
          const branch = branches.find(({ check }) =>
            check(value, new Walk(false, true)) !== FAULT
          );
          return branch === undefined ? value : branch.transform(value, walk);
        };
      }
      case "reference": {
        const { name, target } = node;
        return (value, walk) => {
          let transform = this.#named.get(name);
          if (transform === undefined) {
            this.#named.set(name, transform = this.build(target()));
          }
          return transform(value, walk);
        };
      }
      case "unknown":
      case "boolean":
      case "number":
      case "string":
      case "enum":
        return (value) => value;
      default:
        return unreachable(node);
    }
  }
}

function withMorph(below: Transform, morph: Morph, secret: boolean): Transform {
  const words = morph.words ?? "a value that can be converted";
  return (value, walk) => {
    const inner = below(value, walk);
    if (inner === FAULT) return FAULT;
    const result = morph.apply(inner);
    if ("value" in result) return result.value;
    const found = secret
      ? "another value"
      : "a value that it cannot be made of";
    for (const { path, expected } of result.faults) {
      walk.fault(
        // What the author says of a value may have the value in it.
        () => ({ expected: secret ? words : expected, found }),
        secret ? [] : path,
      );
    }
    return FAULT;
  };
}

function within(
  key: string | number,
  transform: () => unknown,
  walk: Walk,
): unknown {
  const before = walk.faults.length;
  const made = transform();
  if (made === FAULT) walk.within(key, before);
  return made;
}
