import { type ArkNode, isAnyJson } from "./arktype.ts";
import type {
  Annotations,
  ArgumentNode,
  ObjectNode,
  Property,
} from "./node.ts";
import { declaredKeys, definitionOfKey } from "./raw_definition.ts";
import {
  type DefinitionReader,
  pathOf,
  type Place,
} from "./read_definition.ts";
import { readPattern } from "./read_scalars.ts";

export function readObject(
  reader: DefinitionReader,
  ark: ArkNode,
  annotations: Annotations,
  place: Place,
): ObjectNode {
  const { structure } = ark.inner;
  if (structure === undefined || isAnyJson(structure)) {
    const any: ArgumentNode = {
      kind: "unknown",
      secret: place.secret,
      rules: [],
    };
    return {
      kind: "object",
      ...annotations,
      properties: [],
      patterns: [],
      undeclared: any,
    };
  }
  const { inner } = structure;
  const entries = inOrder(
    [...inner.required ?? [], ...inner.optional ?? []],
    declaredKeys(place.raw),
  );
  const node: ObjectNode = {
    kind: "object",
    ...annotations,
    properties: entries.flatMap((entry) =>
      readProperty(reader, entry, place) ?? []
    ),
    ...readIndex(reader, inner.index ?? [], entries, inner.undeclared, place),
  };
  if (node.patterns.length > 0) reader.ruled.push({ path: place.path, node });
  // A default also has to follow the rules for all keys, as the value it stands in for has to.
  for (const { key, default: fallback } of node.properties) {
    if (fallback?.published === undefined) continue;
    const { value } = fallback.published;
    const path = pathOf(place, key);
    for (const { expression, node: rule } of node.patterns) {
      if (!expression.test(key)) continue;
      reader.defaults.push({ path, node: rule, value });
    }
  }
  return node;
}

export function readProperty(
  reader: DefinitionReader,
  ark: ArkNode,
  place: Place,
): Property | undefined {
  const { key, value } = ark.inner;
  if (typeof key !== "string" || value === undefined) {
    reader.refuse(
      place,
      "has a key that is a symbol, which is not JSON",
      "use a text key",
    );
    return undefined;
  }
  const here: Place = {
    path: pathOf(place, key),
    raw: definitionOfKey(place.raw, key),
    secret: place.secret,
    scopes: place.scopes,
    foreign: place.foreign,
  };
  if (key === "__proto__") {
    reader.refuse(
      here,
      "is named like the slot that holds an object's prototype",
      "give it another name",
    );
    return undefined;
  }
  const node = reader.read(value, here);
  const fallback = "default" in ark.inner
    ? reader.readDefault(ark.inner.default, node, here)
    : undefined;
  return {
    key,
    required: ark.kind === "required",
    node,
    ...(fallback === undefined ? {} : { default: fallback }),
  };
}

export function readIndex(
  reader: DefinitionReader,
  index: readonly ArkNode[],
  declared: readonly ArkNode[],
  undeclared: "reject" | "delete" | undefined,
  place: Place,
): Pick<ObjectNode, "patterns" | "undeclared"> {
  const patterns: { expression: RegExp; node: ArgumentNode }[] = [];
  let rest: ArkNode | undefined;
  for (const { inner: { signature, value } } of index) {
    if (signature === undefined || value === undefined) continue;
    if (isAnyText(signature)) {
      rest = value;
      continue;
    }
    const expression = readKeyPattern(reader, signature, declared, place);
    if (expression === undefined) continue;
    const here = { ...place, path: `${place.path}[]`, raw: undefined };
    patterns.push({ expression, node: reader.read(value, here) });
  }
  if (rest === undefined) {
    return { patterns, undeclared: undeclared ?? "reject" };
  }
  const here = {
    ...place,
    path: `${place.path}[]`,
    raw: definitionOfKey(place.raw, "[string]"),
  };
  const node = reader.read(rest, here);
  const value = rest;
  const narrower = patterns.length === 0 &&
    declared.every((entry) => entry.inner.value?.extends(value));
  if (narrower) return { patterns, undeclared: node };
  // `additionalProperties` passes declared and matched keys by; a pattern that matches every key does not.
  return {
    patterns: [...patterns, { expression: /(?:)/u, node }],
    undeclared: "reject",
  };
}

export function readKeyPattern(
  reader: DefinitionReader,
  signature: ArkNode,
  declared: readonly ArkNode[],
  place: Place,
): RegExp | undefined {
  const { inner } = signature;
  const refined = Object.keys(inner).some((key) =>
    key !== "domain" && key !== "pattern"
  );
  const [pattern, ...others] = inner.pattern ?? [];
  if (
    signature.kind !== "intersection" || refined || pattern === undefined ||
    others.length > 0
  ) {
    reader.refuse(
      place,
      `has a rule for its keys (${signature.expression}) that JSON Schema cannot say`,
      `use "[string]", or one regular expression such as "[/^x/]"`,
    );
    return undefined;
  }
  if (declared.some((entry) => entry.inner.key === NIL_UUID)) {
    reader.refuse(
      place,
      "has UUIDs as keys, of which ArkType makes the nil and the max UUID required",
      'use "[string]"',
    );
    return undefined;
  }
  return readPattern(reader, pattern, place)?.expression;
}

const NIL_UUID = "00000000-0000-0000-0000-000000000000";

function isAnyText(signature: ArkNode): boolean {
  return signature.kind === "domain" &&
    (signature.inner.domain as unknown) === "string";
}

function inOrder(
  entries: readonly ArkNode[],
  keys: readonly string[],
): ArkNode[] {
  const rank = ({ inner: { key } }: ArkNode): number => {
    const index = keys.indexOf(String(key));
    return index === -1 ? keys.length : index;
  };
  return entries.toSorted((left, right) => rank(left) - rank(right));
}
