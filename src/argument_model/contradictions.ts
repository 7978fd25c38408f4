import { changesValue } from "./changes_value.ts";
import { CheckBuilder } from "./check.ts";
import type { ObjectNode } from "./node.ts";
import { type DefinitionReader, pathOf } from "./read_definition.ts";
import { FAULT, Walk } from "./walk.ts";

/** Refuses what only shows when all of a definition is read. */
export function refuseContradictions(reader: DefinitionReader): void {
  if (reader.problems.length > 0) return;
  refuseUnfitDefaults(reader);
  for (const { path, node } of reader.ruled) refuseChanges(reader, path, node);
}

/**
 * Refuses each default that the schema would refuse: ArkType has judged them by its own rules, which are not always
 * those of JSON Schema.
 */
function refuseUnfitDefaults(reader: DefinitionReader): void {
  for (const { path, node, value } of reader.defaults) {
    const fits = new CheckBuilder().build(node)(value, new Walk(false, true));
    if (fits !== FAULT) continue;
    reader.refuse(
      { path },
      "has a default that does not fit its own definition",
      "give a default that fits",
    );
  }
}

/** Refuses keys of an object whose values several rules judge while one of them changes the value. */
function refuseChanges(
  reader: DefinitionReader,
  path: string,
  { properties, patterns }: ObjectNode,
): void {
  const changing = patterns.filter(({ node }) => changesValue(node));
  const refuse = (path: string): unknown =>
    reader.refuse(
      { path },
      'is described by two rules for its key, one of which has a default, a morph or "+": "delete" in it',
      "describe it by one rule, or leave the change to the body",
    );
  if (patterns.length > 1 && changing.length > 0) {
    refuse(`${path}[]`);
  }
  for (const { key, node } of properties) {
    const ruled = patterns.filter(({ expression }) => expression.test(key));
    if (
      ruled.some((pattern) => changing.includes(pattern)) ||
      (ruled.length > 0 && changesValue(node))
    ) refuse(pathOf({ path }, key));
  }
}
