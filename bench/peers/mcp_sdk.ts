/**
 * MCP SDK.
 *
 * Measured is `client.callTool()` with a client and a server in this process,
 * joined by `InMemoryTransport`: the SDK has no shorter public path that validates
 * and runs a tool of `server.registerTool()`. So the table has the protocol in it,
 * but no transport. Text goes through `JSON.parse` first, as in a client that got
 * it from a model.
 */
import { Client } from "npm:@modelcontextprotocol/sdk@1.32.2/client/index.js";
import { InMemoryTransport } from "npm:@modelcontextprotocol/sdk@1.32.2/inMemory.js";
import { McpServer } from "npm:@modelcontextprotocol/sdk@1.32.2/server/mcp.js";
import type { Candidate } from "../candidate.ts";

/** Declares tools for the MCP SDK. */
export const mcpSdk: Candidate = {
  name: "MCP SDK",
  declare: async ({ name, schema, body }) => {
    const server = new McpServer({ name: "bench", version: "1.0.0" });
    server.registerTool(
      name,
      { inputSchema: schema },
      async (args: unknown) => ({
        content: [{ type: "text", text: await body(args) }],
      }),
    );
    const client = new Client({ name: "bench", version: "1.0.0" });
    const [left, right] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(left), client.connect(right)]);

    async function call(args: Record<string, unknown>): Promise<unknown> {
      const { content, isError } = await client.callTool({
        name,
        arguments: args,
      });
      if (isError) throw new Error("the MCP SDK refused a call");
      return (content as { text: string }[])[0]?.text;
    }

    return { fromText: (text) => call(JSON.parse(text)), fromObject: call };
  },
};
