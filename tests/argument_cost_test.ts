import { assertEquals, assertLess, assertRejects } from "@std/assert";
import { tool, ToolArgumentError, ToolRunner } from "@beam/tools";
import { scope, type } from "arktype";

/** How long it takes to refuse `args`, in milliseconds, after the check was made. */
async function refusalTime(parameters: unknown, args: unknown): Promise<
  { error: ToolArgumentError; time: number }
> {
  const checked = tool(
    // deno-lint-ignore no-explicit-any -- definitions of every kind come through here
    { name: "checked", parameters: parameters as any },
    () => "called",
  );
  await new ToolRunner().run(checked, {}).catch(() => {});
  const start = performance.now();
  const error = await assertRejects(
    () => new ToolRunner().run(checked, args),
    ToolArgumentError,
  );
  return { error, time: performance.now() - start };
}

const NAME = "ERR-2.4 Bad arguments cost little time";

Deno.test(`${NAME}: 10,000 values beside an enum of 1,000`, async () => {
  const values = Array.from({ length: 1_000 }, (_, index) => `value ${index}`);

  const { error, time } = await refusalTime(
    { list: type.enumerated(...values).array() },
    { list: Array(10_000).fill("x") },
  );

  assertEquals(error.issues.length + error.omitted, 10_000);
  assertLess(time, 1_000);
});

Deno.test(`${NAME}: literals of a million letters`, async () => {
  const { error, time } = await refusalTime(
    { list: type.enumerated("x".repeat(1e6), "y".repeat(1e6)).array() },
    { list: Array(10_000).fill("z") },
  );

  assertEquals(error.issues.length + error.omitted, 10_000);
  assertLess(time, 1_000);
});

Deno.test(`${NAME}: 10,000 undeclared keys beside 200 long names`, async () => {
  const keys = (count: number, start: string, filling: string): string[] =>
    Array.from(
      { length: count },
      (_, index) => `${start}_${index}_`.padEnd(60, filling),
    );
  const objectOf = (names: readonly string[], value: string) =>
    Object.fromEntries(names.map((name) => [name, value]));
  const declared = keys(200, "key", "abcdefgh").map((name) => `${name}?`);

  for (const start of ["key", "yek"]) {
    const { error, time } = await refusalTime(
      objectOf(declared, "string"),
      objectOf(keys(10_000, start, "abcdefgj"), "x"),
    );

    assertEquals(error.issues.length + error.omitted, 10_000);
    assertLess(time, 1_000);
  }
});

Deno.test(`${NAME}: nullable objects within each other`, async () => {
  let definition: unknown = { leaf: "number" };
  let args: unknown = { leaf: "x" };
  const path: string[] = ["leaf"];
  for (let level = 0; level < 20; level++) {
    definition = { a: [definition, "|", "null"] };
    args = { a: args };
    path.unshift("a");
  }

  const { error, time } = await refusalTime(definition, args);

  assertEquals(error.issues.map((issue) => issue.path), [path]);
  assertLess(time, 1_000);
});

Deno.test(`${NAME}: JSON text in JSON text`, async () => {
  const { Tree } = scope({
    Tree: { "a?": "Tree | Leaf" },
    Leaf: { "a?": "Tree | Leaf", "b?": "string" },
  }).export();
  let args: unknown = { z: 1 };
  for (let level = 0; level < 17; level++) args = { a: JSON.stringify(args) };

  const { time } = await refusalTime(Tree, args);

  assertLess(time, 1_000);
});

Deno.test(`${NAME}: one text in two places is two values`, async () => {
  const { Root } = scope({
    Tree: { "a?": "Tree | Leaf", "c?": "Tree | Leaf" },
    Leaf: { "a?": "Tree | Leaf", "b?": "string" },
    Root: { tree: "Tree | null" },
  }).export();
  const echo = tool({ name: "echo", parameters: Root }, ({ tree }) => tree);
  const text = JSON.stringify({ a: { a: {} } });

  const tree = await new ToolRunner().run(echo, {
    tree: { a: text, c: text },
  });

  assertEquals(tree, { a: { a: { a: {} } }, c: { a: { a: {} } } });
  assertEquals(tree?.a === tree?.c, false);
});
