import {
  assertEquals,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { SideEffectToolError, tool, ToolRunner } from "@beam/tools";
import { outsideEffects } from "./fixtures/outside_effects.ts";

const SANDBOXED = new URL("fixtures/sandboxed_tools.ts", import.meta.url);

const names = Object.keys(outsideEffects("unused"));

for (const name of names) {
  Deno.test({
    name: `RUN-2.2 Calling a side-effecting tool directly raises: ${name}`,
    permissions: "none",
    async fn() {
      const effect = outsideEffects("never_written.txt")[name]!;
      const entered: string[] = [];
      const act = tool({ name: "act", sideEffect: true }, () => {
        entered.push(name);
        return effect();
      });

      // @ts-expect-error a side-effecting tool has no call signature
      assertThrows(() => act(), SideEffectToolError);
      await assertRejects(
        () => new ToolRunner().run(act as never, {}),
        SideEffectToolError,
      );
      assertEquals(entered, []);

      // The control: the same callable does reach for the world outside.
      await assertRejects(
        async () => await act.unwrap()(),
        Deno.errors.NotCapable,
      );
      assertEquals(entered, [name]);
    },
  });
}

Deno.test("RUN-2.2 Calling a side-effecting tool directly raises: in a process without permissions", async () => {
  const file = await Deno.makeTempFile();
  await Deno.remove(file);

  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", SANDBOXED.href, file],
    cwd: new URL("..", import.meta.url),
  }).output();

  const said = new TextDecoder().decode(stdout).trim().split("\n");
  const expected = names.map((name) => ({
    name,
    called: "SideEffectToolError",
    before: 0,
    unwrapped: "NotCapable",
    after: 1,
  }));
  assertEquals(said.map((line) => JSON.parse(line)), expected);
  assertEquals(new TextDecoder().decode(stderr), "");
  await assertRejects(() => Deno.stat(file), Deno.errors.NotFound);
});

Deno.test("RUN-2.2 Calling a side-effecting tool directly raises: and says what to do", () => {
  const act = tool({ name: "act", sideEffect: true }, () => 1);

  const error = assertThrows(() => Reflect.apply(act as never, null, []));

  assertStringIncludes((error as Error).message, 'ctx.act("act", args)');
});
