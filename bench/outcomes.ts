/** What a call costs whose arguments are coerced or refused, beside one whose arguments fit. */
import { tool, ToolArgumentError, ToolRunner } from "@beam/tools";
import { small, smallDefinition } from "./cases.ts";
import { printTable, type Way } from "./measure.ts";

const { body } = small;
const declared = tool({ name: "small", parameters: smallDefinition }, body);
const runner = new ToolRunner();

const outcomes = [
  ["fits", { customer_id: "c-42", limit: 5 }],
  ["is coerced", { customer_id: "c-42", limit: "5" }],
  ["is refused: a wrong value", { customer_id: "c-42", limit: "many" }],
  ["is refused: a misspelt key", { customer_id: "c-42", limits: 5 }],
] as const;

await printTable(
  "outcomes, from text",
  outcomes.map(([name, args]) => way(name, JSON.stringify(args))),
);
await printTable(
  "outcomes, from an object",
  outcomes.map(([name, args]) => way(name, args)),
);

function way(name: string, args: unknown): Way {
  return { name, run: () => runner.run(declared, args).catch(requireRefusal) };
}

function requireRefusal(error: unknown): void {
  if (!(error instanceof ToolArgumentError)) throw error;
}
