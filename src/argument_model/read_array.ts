import type { ArkNode } from "./arktype.ts";
import type { Annotations, ArgumentNode, ArrayNode, Element } from "./node.ts";
import { definitionOfElement } from "./raw_definition.ts";
import type { DefinitionReader, Place } from "./read_definition.ts";
import { ruleNumber } from "./read_scalars.ts";

export function readArray(
  reader: DefinitionReader,
  ark: ArkNode,
  annotations: Annotations,
  place: Place,
): ArgumentNode {
  const { structure, minLength, maxLength, exactLength } = ark.inner;
  const { sequence, required, optional, index } = structure?.inner ?? {};
  if (required || optional || index) {
    return reader.refuse(
      place,
      "is an array with named properties, which JSON cannot carry",
      "use an object that holds the array",
    );
  }
  const inner = sequence?.inner;
  if (inner?.postfix) {
    return reader.refuse(
      place,
      "is an array with elements after its variable part, which JSON Schema cannot say",
      "put the fixed elements first",
    );
  }
  const at = (index: number | undefined): Place => ({
    ...place,
    path: `${place.path}[${index ?? ""}]`,
    raw: definitionOfElement(place.raw, index),
  });
  const required_ = inner?.prefix ?? [];
  const prefix: Element[] = [];
  for (const node of required_) {
    prefix.push({ node: reader.read(node, at(prefix.length)) });
  }
  for (const [node, value] of inner?.defaultables ?? []) {
    const here = at(prefix.length);
    const element = reader.read(node, here);
    prefix.push({
      node: element,
      default: reader.readDefault(value, element, here),
    });
  }
  for (const node of inner?.optionals ?? []) {
    prefix.push({ node: reader.read(node, at(prefix.length)) });
  }
  const items: ArgumentNode | undefined = inner === undefined
    ? { kind: "unknown", secret: place.secret, rules: [] }
    : inner.variadic && reader.read(inner.variadic, at(undefined));
  const exact = ruleNumber(exactLength);
  const most = exact ?? ruleNumber(maxLength) ?? Infinity;
  const maxItems = items === undefined ? Math.min(most, prefix.length) : most;
  const node: ArrayNode = {
    kind: "array",
    ...annotations,
    prefix,
    items,
    minItems: Math.max(
      exact ?? ruleNumber(minLength) ?? 0,
      required_.length + (inner?.minVariadicLength ?? 0),
    ),
    ...(maxItems === Infinity ? {} : { maxItems }),
  };
  return node;
}
