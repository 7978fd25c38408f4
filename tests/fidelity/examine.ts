import { definitionOf } from "../../src/declared_tool.ts";
import { assert, assertEquals } from "@std/assert";
import { tool } from "@beam/tools";
import type { ArgumentModel } from "../../src/argument_model.ts";
import { isJson, type Judge, shown, verdictOn } from "./compare.ts";
import { mutated } from "./mutate.ts";
import { Random } from "./random.ts";
import { Sampler } from "./sample.ts";

/** What the values of one comparison came to. */
export interface Tally {
  compared: number;
  accepted: number;
}

/** Values around a published schema: half of them drawn from it, half of those changed in one place. */
export function valuesFor(
  model: Pick<ArgumentModel, "parameters">,
  others: readonly unknown[],
  count: number,
  seed: number,
): unknown[] {
  const random = new Random(seed);
  const sampler = new Sampler(model.parameters, random);
  const values: unknown[] = [];
  while (values.length < count) {
    const value = sampler.sample();
    values.push(value, mutated(value, random, others));
    if (random.chance(0.3)) {
      values.push(mutated(mutated(value, random, others), random, others));
    }
  }
  return values.slice(0, count);
}

/** Fails on the first value that the two validators judge differently. */
export function assertFaithful(
  model: ArgumentModel,
  judge: Judge,
  values: readonly unknown[],
  tally: Tally,
  { onlyNarrows = false }: { readonly onlyNarrows?: boolean } = {},
): void {
  for (const value of values) {
    if (!isJson(value)) continue;
    const verdict = verdictOn(model, judge, value);
    tally.compared++;
    if (judge(value)) tally.accepted++;
    assert(
      verdict === "agree" || (verdict === "loose" && onlyNarrows),
      `${verdict} on ${shown(value)} with ${JSON.stringify(model.parameters)}`,
    );
  }
}

/** The argument model of a tool that is declared as a user declares it. */
function modelOfTool(parameters: unknown): ArgumentModel {
  // The definitions come from a table, so the compiler cannot know that they are sound.
  const options = { name: "table", parameters: parameters as never };
  return definitionOf(tool(options, () => 0)).model;
}

/** The definition as the one parameter `value`. */
export function modelOf(definition: unknown): ArgumentModel {
  return modelOfTool({ value: definition });
}

/** Fails unless the definition is published as its own root like as a parameter. */
export function assertSameAsRoot(
  definition: unknown,
  model: ArgumentModel,
): ArgumentModel | undefined {
  const { value } = model.parameters.properties as Record<
    string,
    Record<string, unknown>
  >;
  if (value?.type !== "object") return undefined;
  const root = modelOfTool(definition);
  assertEquals(root.parameters.type, "object");
  assert("properties" in root.parameters);
  return root;
}
