/**
 * Vercel AI SDK.
 *
 * Measured is what `generateText` does with one call of a model: it reads and
 * validates the text with `safeParseJSON` (for an object, `safeValidateTypes`) and
 * the schema of the tool, then runs `executeTool`. What it does for each step
 * around the calls is left out.
 */
import {
  executeTool,
  type ParseResult,
  safeParseJSON,
  safeValidateTypes,
} from "npm:@ai-sdk/provider-utils@5.0.81";
import { asSchema, tool } from "npm:ai@7.0.173";
import type { Candidate } from "../candidate.ts";

/** Declares tools for the Vercel AI SDK. */
export const vercelAi: Candidate = {
  name: "Vercel AI SDK",
  declare: ({ name, schema, body }) => {
    const declared = tool({
      description: name,
      inputSchema: schema,
      execute: body,
    });

    async function execute(
      parsed: ParseResult<unknown>,
    ): Promise<unknown> {
      if (!parsed.success) throw parsed.error;
      const parts = executeTool({
        tool: declared,
        input: parsed.value as never,
        options: {
          toolCallId: "call-1",
          messages: [],
          context: undefined as never,
        },
      });
      let output: unknown;
      for await (const part of parts) {
        if (part.type === "final") output = part.output;
      }
      return output;
    }

    return {
      fromText: async (text) =>
        execute(
          await safeParseJSON({ text, schema: asSchema(declared.inputSchema) }),
        ),
      fromObject: async (value) =>
        execute(
          await safeValidateTypes({
            value,
            schema: asSchema(declared.inputSchema),
          }),
        ),
    };
  },
};
