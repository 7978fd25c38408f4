import { type ArkNode, builtInWords, ruleOf } from "./arktype.ts";
import { copyJson } from "./json_value.ts";
import type { Annotations, Rule } from "./node.ts";
import type { DefinitionReader, Place } from "./read_definition.ts";

/** What a node carries beside its kind: words for the model, secrecy, and the author's rules. */
export function readAnnotations(
  reader: DefinitionReader,
  ark: ArkNode,
  place: Place,
): Annotations {
  const basis = ark.inner.domain ?? ark.inner.proto;
  const below = typeof basis?.meta === "object" ? basis.meta : {};
  const meta: Record<string, unknown> = { ...below, ...ark.meta };
  if (meta.description === place.inheritedDescription) {
    delete meta.description;
  }
  for (const key of Object.keys(meta)) {
    if (!KNOWN_META.has(key)) {
      reader.refuse(
        place,
        `is configured with "${key}", which would change the schema but not the check`,
        "leave it out, or define the rule itself",
      );
    }
  }
  const checked = ark.inner.pattern ?? ark.inner.predicate;
  if (
    typeof meta.format === "string" && meta.format !== "password" &&
    checked === undefined && ark.kind !== "union" &&
    // A literal says all by itself; "string.uuid" has two such branches.
    ark.kind !== "unit"
  ) {
    reader.refuse(
      place,
      `has the format "${meta.format}", which is shown but not checked`,
      `use a keyword that is checked, such as "string.email"`,
    );
  }
  let examples: unknown[] | undefined;
  if (Array.isArray(meta.examples)) {
    try {
      examples = copyJson(meta.examples) as unknown[];
    } catch {
      reader.refuse(
        place,
        "has an example that is not JSON",
        "give examples as JSON values",
      );
    }
  }
  return {
    ...(typeof meta.description === "string" && meta.description !== ""
      ? { description: meta.description }
      : {}),
    ...(typeof meta.title === "string" ? { title: meta.title } : {}),
    ...(examples === undefined ? {} : { examples }),
    ...(meta.deprecated === true ? { deprecated: true } : {}),
    secret: place.secret || meta.format === "password",
    rules: readRules(reader, ark, place),
  };
}

function readRules(
  reader: DefinitionReader,
  ark: ArkNode,
  place: Place,
): Rule[] {
  const predicates = ark.kind === "intersection"
    ? ark.inner.predicate ?? []
    : [];
  return predicates.flatMap((node) => {
    const predicate = node.inner.predicate;
    const words = builtInWords(predicate) ?? node.meta.description ??
      ark.meta.description;
    if (typeof words !== "string" || words === "") {
      reader.refuse(
        place,
        "has a rule of its own that JSON Schema cannot say and no word tells the model of",
        "describe the rule after it, as in .narrow(...).describe(...)",
      );
      return [];
    }
    return [ruleOf(predicate, words)];
  });
}

const KNOWN_META: ReadonlySet<string> = new Set([
  "description",
  "title",
  "examples",
  "deprecated",
  "format",
  "alias",
]);
