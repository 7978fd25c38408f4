/**
 * What a call costs in other packages that run tools, each in its own way.
 *
 * These have tables of their own, because all of them call Zod, each in another
 * way, and Zod is slower where that happens. A package that takes only objects has
 * `JSON.parse` before it where text comes in; one that takes only text has a dash
 * where an object comes in.
 */
import { byHand, toolRunner } from "./checks.ts";
import { compare } from "./compare.ts";
import { langchain } from "./peers/langchain.ts";
import { mastra } from "./peers/mastra.ts";
import { mcpSdk } from "./peers/mcp_sdk.ts";
import { openaiAgents } from "./peers/openai_agents.ts";
import { vercelAi } from "./peers/vercel_ai.ts";

await compare([
  byHand,
  toolRunner,
  vercelAi,
  openaiAgents,
  langchain,
  mastra,
  mcpSdk,
]);
