import fc from "fast-check";
import { type ArgumentModel, argumentModel } from "../../src/argument_model.ts";
import { ToolDefinitionError } from "../../src/errors.ts";
import { ajvJudges } from "./compare.ts";
import { assertCoercion, misspelt } from "./coerced.ts";
import { assertSameChecks } from "./compiled.ts";
import { corpus } from "./corpus.ts";
import { assertFaithful, valuesFor } from "./examine.ts";
import { definitionOf, hasWords, type WholePlan } from "./plan.ts";
import { assertMeaning } from "./meaning.ts";
import { wholePlans } from "./plans.ts";
import { Random } from "./random.ts";

/** What a run over random definitions came to. */
export interface FuzzResult {
  /** Definitions that became an argument model. */
  definitions: number;
  /** Definitions that ArkType or we refused. */
  refused: number;
  /** Values on which two validators were compared. */
  compared: number;
  /** Values that the independent validator accepted. */
  accepted: number;
}

/** How a run is made. */
export interface FuzzOptions {
  readonly seed: number;
  /** How many random definitions are tried. */
  readonly runs: number;
  /** How many values each of them is compared on. */
  readonly values: number;
  /** What is checked; everything unless set. */
  readonly checks?: readonly Check[];
}

/** What a run looks at. */
export type Check = typeof ALL_CHECKS[number];

const ALL_CHECKS = ["verdicts", "coercion", "compiled", "meaning"] as const;

/** The definition of a plan and its model; `undefined` where ArkType or we refuse it. */
export function modelOfPlan(
  plan: WholePlan,
): { definition: unknown; model: ArgumentModel } | undefined {
  let definition: unknown;
  try {
    definition = definitionOf(plan);
  } catch {
    return undefined;
  }
  try {
    return { definition, model: argumentModel(definition, "random") };
  } catch (error) {
    if (error instanceof ToolDefinitionError) return undefined;
    throw error;
  }
}

/** Compares random definitions with their schemas on random values; throws the smallest disagreement. */
export function fuzz(options: FuzzOptions): FuzzResult {
  const { seed, runs, values, checks = ALL_CHECKS } = options;
  const judges = ajvJudges();
  const fixed = corpus();
  const result = { definitions: 0, refused: 0, compared: 0, accepted: 0 };
  fc.assert(
    fc.property(wholePlans, fc.nat(), (plan, valueSeed) => {
      const made = modelOfPlan(plan);
      if (made === undefined) {
        result.refused++;
        return;
      }
      const { definition, model } = made;
      const text = JSON.stringify(plan);
      const judge = judges(model.parameters);
      const drawn = valuesFor(model, fixed, values, valueSeed);
      result.definitions++;
      if (checks.includes("verdicts")) {
        assertFaithful(model, judge, drawn, result, {
          onlyNarrows: hasWords(plan),
        });
      }
      const random = new Random(valueSeed);
      const spelt = drawn.map((value) => misspelt(value, random));
      if (checks.includes("coercion")) {
        assertCoercion(model, judge, [...drawn, ...spelt], {
          deletes: text.includes('"undeclared":"delete"'),
          morphs: text.includes("string.trim") || text.includes("string.upper"),
        });
      }
      // ArkType lets bad values through recursive types, and takes inherited names for keys.
      const sound = plan.aliases === undefined &&
        !/"(?:constructor|length)"/.test(text);
      if (checks.includes("meaning") && sound) {
        assertMeaning(model, drawn, {
          open: /"(?:ready|both)"/.test(text),
        });
      }
      if (checks.includes("compiled")) {
        assertSameChecks(definition, [...drawn, ...spelt]);
      }
    }),
    { seed, numRuns: runs },
  );
  return result;
}
