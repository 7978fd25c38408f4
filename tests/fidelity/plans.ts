import fc from "fast-check";
import type { Entry, Plan, WholePlan } from "./plan.ts";

const KEYWORDS: readonly string[] = [
  "string",
  "number",
  "boolean",
  "null",
  "unknown",
  "object",
  "true",
  "object.json",
  "number.integer",
  "number.safe",
  "number.epoch",
  "string.alpha",
  "string.hex",
  "string.base64.url",
  "string.date.iso",
  "string.digits",
  "string.email",
  "string.integer",
  "string.numeric",
  "string.ip",
  "string.semver",
  "string.uuid",
  "string.lower.preformatted",
];

const MORPHS: readonly string[] = ["string.trim", "string.upper"];

const WORDED: readonly string[] = [
  "string.url",
  "string.json",
  "string.date",
  "string.creditCard",
];

const SOURCES: readonly string[] = [
  "^.$",
  "^..$",
  "a",
  "^[a-c]+$",
  "^[^a]$",
  "^\\p{L}+$",
  "^x",
  "y$",
  "^\\S*$",
  "^😀",
];

const KEYS: readonly string[] = [
  "a",
  "b",
  "x",
  "xy",
  "kind",
  "0",
  "a b",
  "😀",
  "$ref",
  "length",
  "constructor",
];

const LITERALS: readonly string[] = [
  "'a'",
  "'b'",
  "''",
  "'😀'",
  "'1'",
  "0",
  "1",
  "-1",
  "1.5",
  "true",
  "false",
  "null",
];

const SIZES: readonly string[] = [
  "> 0",
  ">= 2",
  "<= 1",
  "<= 3",
  "< 3",
  "== 2",
  "== 0",
];

const keyword: fc.Arbitrary<Plan> = fc.constantFrom(...KEYWORDS).map((
  text,
) => ({
  kind: "text",
  text,
}));

const worded: fc.Arbitrary<Plan> = fc.constantFrom(...WORDED).map((text) => ({
  kind: "text",
  text,
  words: true,
}));

const morph: fc.Arbitrary<Plan> = fc.constantFrom(...MORPHS)
  .map((text) => ({ kind: "text", text }));

const literals: fc.Arbitrary<Plan> = fc
  .uniqueArray(fc.constantFrom(...LITERALS), { minLength: 1, maxLength: 4 })
  .map((values) => ({ kind: "text", text: values.join(" | ") }));

const expression: fc.Arbitrary<Plan> = fc.constantFrom(...SOURCES)
  .map((source) => ({ kind: "expression", source }));

const length: fc.Arbitrary<Plan> = fc.tuple(
  fc.constantFrom("", "", " & string.alpha", " & /^[^b]*$/", " & /^a/ & /a$/"),
  fc.constantFrom(...SIZES.filter((size) => size !== "== 0"), ">= 3", "<= 70"),
).map(([more, size]) => ({ kind: "text", text: `string ${size}${more}` }));

const range: fc.Arbitrary<Plan> = fc.record({
  base: fc.constantFrom("number", "number.integer", "number.safe"),
  least: fc.option(
    fc.constantFrom("> 0", ">= 0", "> -0.5", ">= 2.5", "> -10", ">= 10"),
  ),
  most: fc.option(
    fc.constantFrom("< 15", "<= 21", "<= 25.5", "< 100", "<= 9007199254740991"),
  ),
  divisor: fc.option(fc.constantFrom("2", "3", "7", "10")),
}).map(({ base, least, most, divisor }) => ({
  kind: "text",
  text: [
    base,
    ...least ? [`number ${least}`] : [],
    ...most ? [`number ${most}`] : [],
    ...divisor ? [`number % ${divisor}`] : [],
  ].join(" & "),
}));

const size = fc.option(fc.constantFrom(...SIZES), { nil: undefined, freq: 2 });

function leaves(withAliases: boolean): fc.Arbitrary<Plan> {
  const kinds: fc.WeightedArbitrary<Plan>[] = [
    { weight: 5, arbitrary: keyword },
    { weight: 3, arbitrary: literals },
    { weight: 3, arbitrary: expression },
    { weight: 4, arbitrary: length },
    { weight: 4, arbitrary: range },
    { weight: 1, arbitrary: worded },
    { weight: 1, arbitrary: morph },
  ];
  if (withAliases) {
    const name = fc.constantFrom("node" as const, "leaf" as const);
    kinds.push({
      weight: 8,
      arbitrary: name.map((name) => ({ kind: "alias", name })),
    });
  }
  return fc.oneof(...kinds);
}

function plans(withAliases: boolean): fc.Arbitrary<Plan> {
  const leaf = leaves(withAliases);
  const { plan } = fc.letrec<{ plan: Plan }>((tie) => {
    const part = tie("plan");
    const branches = fc.array(part, { minLength: 2, maxLength: 3 });
    return {
      plan: fc.oneof(
        { maxDepth: 3, depthSize: "small" },
        { weight: 6, arbitrary: leaf },
        { weight: 4, arbitrary: object(part, leaf) },
        { weight: 2, arbitrary: list(part) },
        { weight: 1, arbitrary: tuple(part) },
        {
          weight: 2,
          arbitrary: branches.map((branches): Plan => ({
            kind: "either",
            branches,
          })),
        },
        { weight: 1, arbitrary: both(part, leaf) },
        {
          weight: 1,
          arbitrary: part.map((of): Plan => ({ kind: "ready", of })),
        },
        {
          weight: 1,
          arbitrary: part.map((of): Plan => ({ kind: "described", of })),
        },
      ),
    };
  });
  return plan;
}

function list(part: fc.Arbitrary<Plan>): fc.Arbitrary<Plan> {
  return fc.tuple(part, size).map(([of, size]) => ({
    kind: "list",
    of,
    ...size === undefined ? {} : { size },
  }));
}

function tuple(part: fc.Arbitrary<Plan>): fc.Arbitrary<Plan> {
  return fc.record({
    required: fc.array(part, { maxLength: 2 }),
    defaults: fc.array(part, { maxLength: 1 }),
    optional: fc.array(part, { maxLength: 2 }),
    rest: fc.option(part, { nil: undefined }),
    size,
  }).map(({ rest, size, ...parts }) => ({
    kind: "tuple",
    ...parts,
    ...rest === undefined ? {} : { rest },
    ...size === undefined ? {} : { size },
  }));
}

/** What holds at once: two shapes, or a choice that the other side narrows. */
function both(
  part: fc.Arbitrary<Plan>,
  leaf: fc.Arbitrary<Plan>,
): fc.Arbitrary<Plan> {
  const shape = object(part, leaf);
  return fc.oneof(
    fc.tuple(shape, shape),
    fc.tuple(shape, fc.constant<Plan>({ kind: "text", text: "object" })),
    fc.tuple(part, fc.tuple(part, part)).map((
      [left, [one, two]],
    ): [Plan, Plan] => [left, { kind: "either", branches: [left, one, two] }]),
    fc.tuple(leaf, leaf).map(([left, right]): [Plan, Plan] => [
      { kind: "either", branches: [left, right] },
      { kind: "either", branches: [right, left] },
    ]),
  ).map(([left, right]) => ({ kind: "both", left, right }));
}

/** An object; a rule for all keys has to leave room for the declared ones. */
function object(
  part: fc.Arbitrary<Plan>,
  leaf: fc.Arbitrary<Plan>,
): fc.Arbitrary<Plan> {
  const entry = fc.record({
    key: fc.constantFrom(...KEYS),
    mark: fc.constantFrom<Entry["mark"]>(
      "required",
      "required",
      "optional",
      "default",
    ),
    of: part,
  });
  const entries = fc.uniqueArray(entry, {
    maxLength: 3,
    selector: ({ key }) => key,
  });
  const undeclared = fc.constantFrom(
    undefined,
    undefined,
    "reject" as const,
    "delete" as const,
    "ignore" as const,
  );
  const patterns = fc.uniqueArray(
    fc.record({ source: fc.constantFrom("^x", "y$", "^.$"), of: leaf }),
    { minLength: 1, maxLength: 2, selector: ({ source }) => source },
  );
  const rule = fc.record({
    index: fc.option(
      fc.tuple(part, leaf).map(([part, leaf]): Plan => ({
        kind: "either",
        branches: [part, leaf, { kind: "text", text: "string | number" }],
      })),
      { nil: undefined },
    ),
    patterns: fc.oneof(fc.constant([]), patterns),
  });
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        entries,
        undeclared,
        rule: fc.constant({ index: undefined, patterns: [] }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ entries, undeclared, rule }) },
  ).map(({ entries, undeclared, rule: { index, patterns } }) => ({
    kind: "object",
    entries,
    ...undeclared === undefined ? {} : { undeclared },
    ...index === undefined ? {} : { index },
    patterns,
  }));
}

const plain = plans(false);
const aliased = plans(true);

const plainLeaf = leaves(false);
const aliasedLeaf = leaves(true);

/** Definitions of whole argument objects, one in four of them with names that may refer to themselves. */
export const wholePlans: fc.Arbitrary<WholePlan> = fc.oneof(
  { weight: 3, arbitrary: object(plain, plainLeaf).map((root) => ({ root })) },
  {
    weight: 1,
    arbitrary: fc.record({
      root: object(aliased, aliasedLeaf),
      aliases: fc.record({ node: object(aliased, aliasedLeaf), leaf: plain }),
    }),
  },
);
