import { readAnnotations } from "./read_annotations.ts";
import type { ArkNode } from "./arktype.ts";
import type { ArgumentNode, EnumNode, Literal } from "./node.ts";
import { definitionOfBranch } from "./raw_definition.ts";
import type { DefinitionReader, Place } from "./read_definition.ts";
import { adviceFor, nameOfUnit } from "./refusals.ts";

export function readUnion(
  reader: DefinitionReader,
  ark: ArkNode,
  place: Place,
): ArgumentNode {
  const branches = ark.inner.branches ?? [];
  if (branches.length === 0) {
    return reader.refuse(
      place,
      'is "never", which no value fits',
      "leave it out",
    );
  }
  const annotations = readAnnotations(reader, ark, place);
  const here: Place = {
    ...place,
    secret: annotations.secret,
    inheritedDescription: ark.meta.description,
  };
  const alike = branches.filter((branch) =>
    branch.kind === "unit" && (branch.meta.description === undefined ||
      branch.meta.description === ark.meta.description)
  );
  const nodes: ArgumentNode[] = [];
  for (const branch of branches) {
    if (alike.includes(branch)) continue;
    nodes.push(reader.read(branch, {
      ...here,
      raw: definitionOfBranch(place.raw, keysOf(branch)),
    }));
  }
  if (alike.length > 0) {
    const units = readUnits(reader, alike, alike[0]!, here);
    nodes.push(...units.kind === "union" ? units.branches : [units]);
  }
  const [only, ...others] = nodes;
  if (only !== undefined && others.length === 0) {
    return {
      ...only,
      ...annotations,
      secret: annotations.secret || only.secret,
      rules: only.rules,
    };
  }
  return {
    kind: "union",
    ...annotations,
    branches: nodes,
    tag: tagOf(nodes),
  };
}

/** A few literals; `true` with `false` is a boolean, whatever stands beside them. */
export function readUnits(
  reader: DefinitionReader,
  units: readonly ArkNode[],
  annotated: ArkNode,
  place: Place,
): ArgumentNode {
  const annotations = readAnnotations(reader, annotated, place);
  const values: Literal[] = [];
  for (const { inner: { unit } } of units) {
    if (isLiteralValue(unit)) values.push(unit);
    else {
      const { reason, instead } = adviceFor(nameOfUnit(unit));
      return reader.refuse(place, reason, instead);
    }
  }
  if (!(values.includes(true) && values.includes(false))) {
    return { kind: "enum", ...annotations, values };
  }
  const boolean: ArgumentNode = { kind: "boolean", ...annotations };
  const rest = values.filter((value) => typeof value !== "boolean");
  if (rest.length === 0) return boolean;
  const enumeration: EnumNode = {
    kind: "enum",
    ...annotations,
    values: rest,
  };
  return {
    kind: "union",
    ...annotations,
    branches: [boolean, enumeration],
    tag: undefined,
  };
}

function isLiteralValue(value: unknown): value is Literal {
  return value === null || typeof value === "string" ||
    typeof value === "boolean" ||
    (typeof value === "number" && Number.isFinite(value));
}

function keysOf(branch: ArkNode): string[] {
  const { required = [], optional = [] } = branch.inner.structure?.inner ?? {};
  return [...required, ...optional].map(({ inner: { key } }) => String(key));
}

/** The key whose literals tell all object branches apart. */
function tagOf(branches: readonly ArgumentNode[]): string | undefined {
  const objects = branches.filter((branch) => branch.kind === "object");
  const [first, ...others] = objects;
  if (first === undefined || others.length === 0) return undefined;
  return first.properties.find(({ key }) => {
    const seen = new Set<Literal>();
    return objects.every(({ properties }) => {
      const property = properties.find((other) => other.key === key);
      if (!property?.required || property.node.kind !== "enum") return false;
      return property.node.values.every((value) =>
        !seen.has(value) && seen.add(value)
      );
    });
  })?.key;
}
