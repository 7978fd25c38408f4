/**
 * LangChain.
 *
 * Measured is `tool().invoke(args)`, after `JSON.parse` where the arguments are
 * text: LangChain reads the text while it reads the model's message.
 */
import { tool } from "npm:@langchain/core@1.4.0/tools";
import type { Candidate } from "../candidate.ts";

/** Declares tools for LangChain. */
export const langchain: Candidate = {
  name: "LangChain",
  declare: ({ name, schema, body }) => {
    const declared = tool(body, { name, description: name, schema });
    return {
      fromText: async (text) => await declared.invoke(JSON.parse(text)),
      fromObject: (args) => declared.invoke(args),
    };
  },
};
