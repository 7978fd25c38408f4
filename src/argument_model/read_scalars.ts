import type { ArkNode } from "./arktype.ts";
import type {
  Annotations,
  ArgumentNode,
  Bound,
  NumberNode,
  Pattern,
  StringNode,
} from "./node.ts";
import type { DefinitionReader, Place } from "./read_definition.ts";

export function readString(
  reader: DefinitionReader,
  ark: ArkNode,
  annotations: Annotations,
  place: Place,
): StringNode {
  const { minLength, maxLength, exactLength } = ark.inner;
  const least = ruleNumber(exactLength) ?? ruleNumber(minLength) ?? 0;
  const most = ruleNumber(exactLength) ?? ruleNumber(maxLength);
  return {
    kind: "string",
    ...annotations,
    minLength: least,
    ...(most === undefined ? {} : { maxLength: most }),
    patterns: (ark.inner.pattern ?? []).flatMap((node) =>
      readPattern(reader, node, place) ?? []
    ),
  };
}

export function readPattern(
  reader: DefinitionReader,
  node: ArkNode,
  place: Place,
): Pattern | undefined {
  const { rule, flags = "" } = node.inner;
  const unshown = flags.replaceAll(/[ud]/g, "");
  if (unshown !== "") {
    reader.refuse(
      place,
      `has a regular expression with the flag "${unshown}", which JSON Schema cannot say`,
      unshown.includes("i")
        ? "write both cases, such as [Aa]"
        : "write it without the flag",
    );
    return undefined;
  }
  try {
    return {
      expression: new RegExp(String(rule), "u"),
      words: typeof node.meta.description === "string"
        ? node.meta.description
        : undefined,
    };
  } catch {
    reader.refuse(
      place,
      `has the regular expression /${rule}/, which is not valid with the u flag that JSON Schema reads it with`,
      "escape only what has to be escaped",
    );
    return undefined;
  }
}

export function readNumber(
  reader: DefinitionReader,
  ark: ArkNode,
  annotations: Annotations,
  place: Place,
): ArgumentNode {
  const { min, max, divisor, domain } = ark.inner;
  if (
    ark.inner.numberAllowsNaN ||
    (typeof domain === "object" && domain.inner.numberAllowsNaN)
  ) {
    return reader.refuse(
      place,
      "allows NaN, which is not JSON",
      'write "number", and null for no number',
    );
  }
  const minimum = boundOf(min);
  const maximum = boundOf(max);
  for (const bound of [minimum, maximum]) {
    if (bound !== undefined && !Number.isFinite(bound.value)) {
      return reader.refuse(
        place,
        `has the bound ${bound.value}, which is not JSON`,
        "leave the bound out",
      );
    }
  }
  const step = ruleNumber(divisor);
  const node: NumberNode = {
    kind: "number",
    ...annotations,
    integer: step !== undefined,
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(step === undefined || step === 1 ? {} : { multipleOf: step }),
  };
  if (
    node.integer &&
    ((minimum?.value ?? 0) > Number.MAX_SAFE_INTEGER ||
      (maximum?.value ?? 0) < Number.MIN_SAFE_INTEGER)
  ) {
    return reader.refuse(
      place,
      "is an integer beyond 2^53, which JSON text cannot carry without rounding",
      "take it as text",
    );
  }
  return node;
}

export function ruleNumber(node: ArkNode | undefined): number | undefined {
  return node === undefined ? undefined : Number(node.inner.rule);
}

function boundOf(node: ArkNode | undefined): Bound | undefined {
  return node === undefined ? undefined : {
    value: Number(node.inner.rule),
    exclusive: node.inner.exclusive === true,
  };
}
