/**
 * Run in a process of its own: prints the schemas of the table's rows and of random definitions, and what the
 * validator says of random values, as one line of text each. With `--others`, fifty other definitions are read first.
 * It must not need code that is made from text.
 */
import fc from "fast-check";
import { argumentModel } from "../../src/argument_model.ts";
import { corpus } from "./corpus.ts";
import { valuesFor } from "./examine.ts";
import { modelOfPlan } from "./fuzz.ts";
import { wholePlans } from "./plans.ts";
import { RECURSIVE_ROWS } from "./table/recursive.ts";
import { AUTHOR_ROWS } from "./table/author.ts";
import { type } from "./untyped.ts";

const RUNS = Number(Deno.args[0] ?? 100);

if (Deno.args.includes("--others")) {
  for (let index = 0; index < 50; index++) {
    const part = type({ [`k${index}`]: "string", "n?": `number > ${index}` });
    argumentModel({ part, other: part.or({ z: `'${index}'` }) }, "other");
  }
}

for (const { expected, definition } of [...RECURSIVE_ROWS, ...AUTHOR_ROWS]) {
  if (expected.kind === "refused") continue;
  const { parameters } = argumentModel({ value: definition() }, "table");
  console.log(JSON.stringify(parameters));
}

const fixed = corpus();
for (const plan of fc.sample(wholePlans, { seed: 1, numRuns: RUNS })) {
  const made = modelOfPlan(plan);
  if (made === undefined) continue;
  const verdicts = valuesFor(made.model, fixed, 40, 1)
    .map((value) => Number(made.model.accepts(value)));
  console.log(JSON.stringify(made.model.parameters), verdicts.join(""));
}
