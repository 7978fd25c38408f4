import { assert, assertEquals } from "@std/assert";

const TOOLS = new URL("fixtures/bundled_tools.ts", import.meta.url);

/** What the tools say of themselves after `deno bundle`, which minifies with esbuild. */
async function bundled(...options: readonly string[]): Promise<unknown[]> {
  const bundle = await Deno.makeTempFile({ suffix: ".js" });
  try {
    await deno("bundle", "--quiet", ...options, "--output", bundle, TOOLS.href);
    const lines = (await deno("run", "--no-config", bundle)).trim().split("\n");
    return lines.map((line) => JSON.parse(line));
  } finally {
    await Deno.remove(bundle);
  }
}

async function deno(...args: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd: new URL("..", import.meta.url),
  }).output();
  assert(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

Deno.test("TOOL-1.7 A docstring survives a minifier, a function's name may not", async () => {
  const tools = await bundled("--minify");

  assertEquals(tools, [
    { name: "lookup_customer", description: "Look up a customer." },
    { instead: 'give one, as in tool({ name: "lookup_customer" }, callable)' },
  ]);
});

Deno.test("TOOL-1.7 A docstring survives a minifier, a function's name may not: unless it is told to", async () => {
  const tools = await bundled("--minify", "--keep-names");

  assertEquals(tools, [
    { name: "lookup_customer", description: "Look up a customer." },
    { name: "lookup_order", description: "Look up an order." },
  ]);
});
