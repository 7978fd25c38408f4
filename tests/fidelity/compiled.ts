import { assertEquals } from "@std/assert";
import { parseType } from "../../src/argument_model/arktype.ts";
import { CheckBuilder } from "../../src/argument_model/check.ts";
import type { ArgumentNode } from "../../src/argument_model/node.ts";
import { closeLiterals } from "../../src/argument_model/raw_definition.ts";
import { DefinitionReader } from "../../src/argument_model/read_definition.ts";
import { FAULT, Walk } from "../../src/argument_model/walk.ts";

/** Fails where the check that is made as code and the one that is not come to different ends. */
export function assertSameChecks(
  definition: unknown,
  values: readonly unknown[],
): void {
  const node = nodeOf(definition);
  const compiled = new CheckBuilder().build(node);
  const interpreted = new CheckBuilder({ compile: false }).build(node);
  for (const value of values) {
    for (const coerce of [false, true]) {
      const one = new Walk(coerce);
      const other = new Walk(coerce);
      const left = compiled(value, one);
      const right = interpreted(value, other);
      assertEquals(told(left), told(right));
      assertEquals([...one.faults], [...other.faults]);
      assertEquals(
        [one.count, one.coerced, one.depth],
        [other.count, other.coerced, other.depth],
      );
    }
  }
}

function nodeOf(definition: unknown): ArgumentNode {
  const type = parseType(closeLiterals(definition));
  const node = new DefinitionReader().readRoot(type, definition);
  return node.kind === "reference" ? node.target() : node;
}

function told(result: unknown): unknown {
  return result === FAULT ? "fault" : JSON.stringify(result);
}
