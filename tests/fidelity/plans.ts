import fc from "fast-check";
import { leaves, SIZES } from "./leaves.ts";
import type { Entry, Plan, WholePlan } from "./plan.ts";

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

const size = fc.option(fc.constantFrom(...SIZES), { nil: undefined, freq: 2 });

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
        { weight: 1, arbitrary: withAliases ? plainBoth : both(part, leaf) },
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
    entries: meetRecursively(entries, index, patterns) ? [] : entries,
    ...undeclared === undefined ? {} : { undeclared },
    ...index === undefined ? {} : { index },
    patterns,
  }));
}

/**
 * Whether ArkType would intersect what a key holds with a rule for all keys while a name stands in one of them: it may
 * not come to an end with that.
 */
function meetRecursively(
  entries: readonly Entry[],
  index: Plan | undefined,
  patterns: readonly unknown[],
): boolean {
  return (index !== undefined || patterns.length > 0) &&
    JSON.stringify([entries, index, patterns]).includes('"kind":"alias"');
}

/**
 * Whether ArkType can be trusted to read a shape that contains itself. To order the branches of a union it intersects
 * each with each other, and that took all memory for two kinds of them: `object.json`, which contains itself as well,
 * beside or within a shape that does (`{ "[string]": "node | object.json" }` as `node`), and a name beside an object
 * that holds one (`{ "a?": ["node", "|", { "a?": "node" }] }`).
 */
function comesToAnEnd({ aliases, root }: WholePlan): boolean {
  if (aliases === undefined || !holds(aliases.node, "node")) return true;
  return !holds([aliases, root], "object.json") &&
    ![aliases.node, root].some(namesBesideShapes);
}

/** Whether one of the texts or names in a part of a plan is `text`. */
function holds(part: unknown, text: string): boolean {
  return JSON.stringify(part).includes(`"${text}"`);
}

/** Whether there is a union of a name with an object that holds one. */
function namesBesideShapes(part: unknown): boolean {
  if (typeof part !== "object" || part === null) return false;
  const plan = part as Partial<Plan>;
  if (plan.kind === "either") {
    const branches = branchesOf(plan as Plan);
    if (
      branches.some(({ kind }) => kind === "alias") &&
      branches.some((branch) =>
        branch.kind === "object" && holds(branch, "alias")
      )
    ) return true;
  }
  return Object.values(part).some(namesBesideShapes);
}

/** What a plan is a choice of, also through choices in it. */
function branchesOf(plan: Plan): readonly Plan[] {
  switch (plan.kind) {
    case "either":
      return plan.branches.flatMap(branchesOf);
    case "ready":
    case "described":
      return branchesOf(plan.of);
    default:
      return [plan];
  }
}

const plain = plans(false);
// The same holds for an intersection that is written as one.
const plainBoth = both(plain, leaves(false));
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
    }).filter(comesToAnEnd),
  },
);
