/**
 * OpenAI Agents SDK.
 *
 * Measured is `tool().invoke(context, text)`, which the SDK's own runner calls. It
 * takes only text. By itself it tells the model of a refusal; here it fails.
 */
import { RunContext, tool } from "npm:@openai/agents-core@0.20.0";
import type { Candidate } from "../candidate.ts";

/** Declares tools for the OpenAI Agents SDK. */
export const openaiAgents: Candidate = {
  name: "OpenAI Agents SDK",
  declare: ({ name, schema, body }) => {
    const declared = tool({
      name,
      description: name,
      parameters: schema,
      errorFunction: null,
      execute: body,
    });
    const context = new RunContext();
    return { fromText: (text) => declared.invoke(context, text) };
  },
};
