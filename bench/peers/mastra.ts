/**
 * Mastra.
 *
 * Measured is `createTool().execute(args, context)`, which validates and then
 * runs, after `JSON.parse` where the arguments are text. Of a refusal it gives an
 * object that says so; here that fails.
 */
import { createTool } from "npm:@mastra/core@1.71.0/tools";
import type { Candidate } from "../candidate.ts";

/** Declares tools for Mastra. */
export const mastra: Candidate = {
  name: "Mastra",
  declare: ({ name, schema, body }) => {
    const declared = createTool({
      id: name,
      description: name,
      inputSchema: schema,
      execute: body,
    });

    async function execute(args: unknown): Promise<unknown> {
      const given: unknown = await declared.execute?.(
        args as never,
        {} as never,
      );
      if (typeof given !== "string") throw new Error("Mastra refused a call");
      return given;
    }

    return {
      fromText: (text) => execute(JSON.parse(text)),
      fromObject: execute,
    };
  },
};
