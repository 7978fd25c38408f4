/**
 * What a declaration costs beside ArkType's own `type()` of the same definition,
 * and what a program costs that starts, loads and declares one.
 *
 * No object is declared twice: each has a key of its own, because ArkType remembers
 * what it has read. The check of a tool is made by its first call, so a second
 * table has declarations with the schema and one call.
 */
import { tool, ToolRunner } from "@beam/tools";
import { type } from "arktype";
import { calls, nestedDefinition, smallDefinition } from "./cases.ts";
import { printTable, type Way } from "./measure.ts";

const runner = new ToolRunner();
const [present, , order] = calls;
let made = 0;

for (
  const [label, definition, args] of [
    ["small", smallDefinition, present?.args],
    ["nested", nestedDefinition, order?.args],
  ] as const
) {
  await printTable(`declaring, ${label}`, [
    { name: "type()", run: () => type(fresh(definition) as never) },
    { name: "tool()", run: () => declare(fresh(definition)) },
  ]);
  await printTable(`declaring, ${label}, with its schema and one call`, [
    {
      name: "type()",
      run: () => {
        const declared = type(fresh(definition) as never);
        declared.toJsonSchema();
        declared.assert(args);
      },
    },
    {
      name: "tool()",
      run: () => {
        const declared = declare(fresh(definition));
        declared.toJSON();
        return runner.run(declared, args);
      },
    },
  ]);
}

await printTable(
  "starting and declaring one",
  [start("arktype"), start("tool"), start("nothing")],
  { rounds: 20, batch: 1, percentile: 50 },
);

/** The same definition with a new optional key in every object. */
function fresh(definition: unknown): unknown {
  if (Array.isArray(definition)) return definition.map(fresh);
  if (typeof definition !== "object" || definition === null) return definition;
  const members = Object.entries(definition).map(([key, member]) => [
    key,
    fresh(member),
  ]);
  return { ...Object.fromEntries(members), [`key_${made++}?`]: "boolean" };
}

function declare(parameters: unknown) {
  return tool(
    { name: "fresh", parameters: parameters as never },
    () => undefined,
  );
}

function start(name: string): Way {
  const file = new URL(`./start/${name}.ts`, import.meta.url).href;
  const command = new Deno.Command(Deno.execPath(), { args: ["run", file] });
  return {
    name,
    run: async () => {
      const { success } = await command.output();
      if (!success) throw new Error(`Cannot measure: ${name} fails to start`);
    },
  };
}
