/** What {@linkcode readSource} finds in one file. */
export interface Source {
  /** Every module specifier, of types and of dynamic imports too. */
  readonly imports: readonly string[];
  /** The names of its tests. */
  readonly tests: readonly TestName[];
  /** Lines on which a member named `unwrap` is taken from something. */
  readonly unwraps: readonly number[];
}

/** The name of a test, as far as the source says it. */
export interface TestName {
  /** The name, or what of it stands before the first `${`. */
  readonly text: string;
  /** False for a template that goes on. */
  readonly whole: boolean;
}

/** Starts a scenario and its tests' names: "REG-1.2 Duplicates are refused". */
export const SCENARIO_ID = /^[A-Z][A-Z0-9]*-\d+(?:\.\d+)+(?= )/;

/**
 * Reads one file by its syntax tree, so that strings and comments which only
 * look like an import or a test do not count.
 *
 * Names that reach `Deno.test` in a variable, in a table or through a suite of
 * several files, cannot be followed. So in a file that computes a name, and in
 * every helper of tests, each string that begins with a scenario's id is taken
 * for a test's name.
 */
export function readSource(file: string, text: string): Source {
  const imports: string[] = [];
  const tests: TestName[] = [];
  const named: TestName[] = [];
  const unwraps: number[] = [];
  const line = (node: Deno.lint.Node) =>
    text.slice(0, node.range[0]).split("\n").length;
  const imported = (source: unknown) => {
    const value = (source as { value?: unknown } | null)?.value;
    if (typeof value === "string") imports.push(value);
  };
  const visitor: Deno.lint.LintVisitor = {
    ImportDeclaration: ({ source }) => imported(source),
    ExportNamedDeclaration: ({ source }) => imported(source),
    ExportAllDeclaration: ({ source }) => imported(source),
    ImportExpression: ({ source }) => imported(source),
    // Deno's types call it `source`; the tree has `argument`, with a `literal`.
    TSImportType: (node) => {
      const { argument } = node as unknown as {
        argument?: { literal?: unknown };
      };
      imported(argument?.literal);
    },
    MemberExpression: (node) => {
      if (memberName(node) === "unwrap") unwraps.push(line(node));
    },
    "ObjectPattern > Property": (node: Deno.lint.Node) => {
      const { key } = node as Deno.lint.Property;
      if (literalName(key) === "unwrap") unwraps.push(line(node));
    },
    Literal: ({ value }) => {
      if (typeof value === "string" && SCENARIO_ID.test(value)) {
        named.push({ text: value, whole: true });
      }
    },
    CallExpression: (node) => {
      if (isDenoTest(node.callee)) tests.push(testName(node.arguments[0]));
    },
  };
  // The lint plugin interface is Deno's own way to its syntax tree.
  Deno.lint.runPlugin(
    { name: "read", rules: { source: { create: () => visitor } } },
    file,
    text,
  );
  const computes = tests.some(({ text }) => text === "");
  return {
    imports,
    tests: computes || !file.endsWith("_test.ts")
      ? [...tests.filter(({ text }) => text !== ""), ...named]
      : tests,
    unwraps,
  };
}

/** True for `Deno.test` and its `only`, `ignore` and such. */
function isDenoTest(callee: Deno.lint.Node): boolean {
  if (callee.type !== "MemberExpression") return false;
  const { object } = callee;
  return object.type === "Identifier" && object.name === "Deno"
    ? memberName(callee) === "test"
    : isDenoTest(object) && memberName(callee) !== "step";
}

function testName(first: Deno.lint.Node | undefined): TestName {
  if (first?.type === "ObjectExpression") {
    const name = first.properties.find((property) =>
      property.type === "Property" && literalName(property.key) === "name"
    ) as Deno.lint.Property | undefined;
    return textOf(name?.value);
  }
  return first?.type === "FunctionExpression"
    ? { text: first.id?.name ?? "", whole: true }
    : textOf(first);
}

function textOf(node: Deno.lint.Node | undefined): TestName {
  if (node?.type === "Literal" && typeof node.value === "string") {
    return { text: node.value, whole: true };
  }
  if (node?.type === "TemplateLiteral") {
    const [head] = node.quasis;
    return { text: head?.cooked ?? "", whole: node.quasis.length === 1 };
  }
  if (node?.type === "BinaryExpression" && node.operator === "+") {
    const left = textOf(node.left);
    if (!left.whole) return left;
    const right = textOf(node.right);
    return { text: left.text + right.text, whole: right.whole };
  }
  return { text: "", whole: false };
}

function memberName(node: Deno.lint.MemberExpression): string | undefined {
  return node.computed && node.property.type === "Identifier"
    ? undefined
    : literalName(node.property);
}

/** The name that an identifier or a string literal spells. */
function literalName(node: Deno.lint.Node): string | undefined {
  if (node.type === "Identifier") return node.name;
  return node.type === "Literal" ? String(node.value) : undefined;
}
