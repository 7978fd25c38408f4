/**
 * What holds for the repository as a whole: spec and tests agree, files import
 * only what their layer may, one file calls `unwrap`, and no public name goes
 * without a word.
 */
import { assertEquals } from "@std/assert";
import { entryFiles } from "../tasks/entries.ts";
import { readPublicNames, undescribed } from "./repo/exports.ts";
import { readFiles, readSources } from "./repo/files.ts";
import {
  CORE_ENTRY,
  WIRE_ENTRY,
  wrongImports,
  wrongReach,
} from "./repo/layers.ts";
import { disagreements, readScenarios } from "./repo/scenarios.ts";
import { readSource } from "./repo/source.ts";

/** These test the tests and the repository: no user is promised anything. */
const NAME_NO_SCENARIO = ["tests/repo_test.ts", "tests/std_test.ts"];

/** The one file that may get at the callable of a side-effecting tool. */
const SANCTIONED = "src/effector/runner.ts";

const ENTRIES = entryFiles().map((entry) => entry.replace(/^\.\//, ""));

Deno.test("Every scenario has a test of its name, and every test a scenario", () => {
  const scenarios = readScenarios(readFiles(["spec"], ".md"));
  const tests = readSources(["tests"]);

  assertEquals(disagreements(scenarios, tests, NAME_NO_SCENARIO), []);
});

Deno.test("Every file imports only what its layer may", () => {
  const sources = readSources(["src", "mod.ts", "effector.ts"]);

  assertEquals(wrongImports(sources), []);
});

Deno.test("The core entry loads nothing but the core", () => {
  const sources = readSources(["src", "mod.ts", "effector.ts"]);

  assertEquals(wrongReach(CORE_ENTRY, sources), []);
});

Deno.test("The wire entry loads nothing but the wire", () => {
  const sources = readSources(["src"]);

  assertEquals(wrongReach(WIRE_ENTRY, sources), []);
});

Deno.test("Only the effector's runner calls unwrap", () => {
  const sources = readSources(["src", "examples", "mod.ts", "effector.ts"]);

  const callers = sources.filter(({ unwraps }) => unwraps.length > 0)
    .map(({ path }) => path);

  assertEquals(callers, [SANCTIONED]);
});

Deno.test("Every public name has a doc comment and is described in prose", async () => {
  const names = await readPublicNames(ENTRIES);
  const prose = [
    ...readFiles(["README.md"], ".md"),
    ...readFiles(["spec"], ".md"),
  ];

  assertEquals(undescribed(names, prose), []);
});

Deno.test("A source is read by its syntax, not by its text", () => {
  const source = readSource(
    "x_test.ts",
    `import type { A } from "./a.ts";
    export { b } from "./b.ts";
    export * from "npm:c@1/d";
    type E = import("./e.ts").E;
    const f = () => import("./f.ts");
    // import "./comment.ts";
    const text = 'import "./text.ts"; t.unwrap()';
    tool.unwrap();
    tool["unwrap"];
    const { unwrap: own } = tool;
    Deno.test("one", () => {});
    Deno.test({ name: "two", fn() {} });
    Deno.test.ignore(\`three \${4}\`, () => {});
    Deno.test("fi" + "ve", { permissions: "none" }, async (t) => {
      await t.step("six", () => {});
    });
    Deno.test(function seven() {});`,
  );

  assertEquals(source, {
    imports: ["./a.ts", "./b.ts", "npm:c@1/d", "./e.ts", "./f.ts"],
    tests: [
      { text: "one", whole: true },
      { text: "two", whole: true },
      { text: "three ", whole: false },
      { text: "five", whole: true },
      { text: "seven", whole: true },
    ],
    unwraps: [8, 9, 10],
  });
});

Deno.test("A computed name stands for every scenario that its file spells", () => {
  const { tests } = readSource(
    "x_test.ts",
    `for (const [name, body] of [["AB-1.2 Title", one], ["SHA-1 hash", two]]) {
      Deno.test(\`\${name}: label\`, body);
    }`,
  );

  assertEquals(tests, [{ text: "AB-1.2 Title", whole: true }]);
});

Deno.test("A helper of tests names every scenario that it spells", () => {
  const { tests } = readSource("suite.ts", `test("AB-1.2 Title", body);`);

  assertEquals(tests, [{ text: "AB-1.2 Title", whole: true }]);
});

Deno.test("Disagreements of spec and tests are all found", () => {
  const scenarios = readScenarios([
    {
      path: "spec/a.md",
      text: "- **A-1.1 One**: given\n- **A-1.2 Two\n  lines**: given\n" +
        "- **A-1.3 Untested**: given\n- **not a scenario**\n" +
        "```md\n- **A-1.9 In a fence**: given\n```\n",
    },
    { path: "spec/b.md", text: "- **A-1.1 Again**: given\n" },
  ]);
  const named = (...names: readonly string[]) =>
    names.map((text) => ({ text, whole: true }));

  const problems = disagreements(scenarios, [
    {
      path: "tests/a_test.ts",
      tests: named(
        "A-1.1 One",
        "A-1.2 Two lines: detail",
        "A-1.3 Other",
        "A-2.1 None",
        "free",
      ),
    },
    { path: "tests/std_test.ts", tests: named("free") },
  ], ["tests/std_test.ts"]);

  assertEquals(problems, [
    "spec/b.md: A-1.1 is taken by spec/a.md",
    'tests/a_test.ts: test "A-1.3 Other" has another title than scenario "A-1.3 Untested"',
    'tests/a_test.ts: test "A-2.1 None": no scenario has that id',
    'tests/a_test.ts: test "free" names no scenario; begin its name with one of spec/',
    'spec/a.md: no test is named "A-1.3 Untested"',
  ]);
});

Deno.test("Imports against the layers are all found", () => {
  const file = (path: string, ...imports: readonly string[]) => ({
    path,
    imports,
    text: "",
    tests: [],
    unwraps: [],
  });
  const files = [
    file("mod.ts", "./src/tool.ts", "./src/registry.ts"),
    file("src/errors.ts", "./tool.ts"),
    file("src/tool.ts", "./argument_model.ts", "arktype"),
    file("src/argument_model.ts", "npm:arktype@2/config", "npm:zod@4"),
    file("src/registry.ts", "./tool.ts", "./wire/codec.ts"),
    file("src/stores/redis.ts", "npm:redis@5", "../providers/openai.ts"),
    file("src/stores/valkey/client.ts", "redis"),
    file("src/drawer.ts"),
  ];

  assertEquals(wrongImports(files), [
    "src/errors.ts: errors may not import tool",
    'src/tool.ts: tool may not import "arktype"',
    'src/argument_model.ts: argument model may not import "npm:zod@4"',
    "src/registry.ts: running may not import wire",
    "src/stores/redis.ts: stores may not import providers",
    'src/stores/valkey/client.ts: stores may not import "redis"',
    "src/drawer.ts: no layer; give it one in tests/repo/layers.ts",
  ]);
  assertEquals(wrongReach(CORE_ENTRY, files), [
    "mod.ts > src/tool.ts > src/argument_model.ts > npm:zod@4",
    "mod.ts > src/registry.ts > src/wire/codec.ts",
  ]);
});

Deno.test("A name without docs or prose is found", () => {
  const name = { entry: "mod.ts", documented: true, internal: false };

  const problems = undescribed([
    { ...name, name: "", documented: false },
    { ...name, name: "Tool" },
    { ...name, name: "ToolRunner" },
    { ...name, name: "Plumbing", internal: true },
    { ...name, name: "silent", documented: false },
  ], [{
    path: "README.md",
    text: "ToolRunner is prose; `new Tool()` is code",
  }]);

  assertEquals(problems, [
    "mod.ts: @module has no doc comment",
    "mod.ts: neither README.md nor spec/ mentions `ToolRunner`",
    "mod.ts: silent has no doc comment",
    "mod.ts: neither README.md nor spec/ mentions `silent`",
  ]);
});
