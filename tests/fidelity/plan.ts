import { scope, type } from "./untyped.ts";

/** A definition as plain data, which can be made at random, shrunk and printed. */
export type Plan =
  /** A definition that is written as text; `words` where it has a rule that only words can tell. */
  | { readonly kind: "text"; readonly text: string; readonly words?: true }
  | { readonly kind: "expression"; readonly source: string }
  | { readonly kind: "list"; readonly of: Plan; readonly size?: string }
  | {
    readonly kind: "tuple";
    readonly required: readonly Plan[];
    readonly defaults: readonly Plan[];
    readonly optional: readonly Plan[];
    readonly rest?: Plan;
    readonly size?: string;
  }
  | {
    readonly kind: "object";
    readonly entries: readonly Entry[];
    readonly undeclared?: "reject" | "delete" | "ignore";
    readonly index?: Plan;
    readonly patterns: readonly {
      readonly source: string;
      readonly of: Plan;
    }[];
  }
  | { readonly kind: "either"; readonly branches: readonly Plan[] }
  | { readonly kind: "both"; readonly left: Plan; readonly right: Plan }
  /** A Type that ArkType made before the definition holds it. */
  | { readonly kind: "ready"; readonly of: Plan }
  | { readonly kind: "described"; readonly of: Plan }
  | { readonly kind: "alias"; readonly name: AliasName };

/** One declared key of an object. */
export interface Entry {
  readonly key: string;
  readonly mark: "required" | "optional" | "default";
  readonly of: Plan;
}

/** Names that a plan can refer to. */
export type AliasName = "node" | "leaf";

/** A whole definition, with what its aliases stand for if it has some. */
export interface WholePlan {
  readonly root: Plan;
  readonly aliases?: Readonly<Record<AliasName, Plan>>;
}

/** The definition that a plan stands for; throws where ArkType cannot read one of its parts. */
export function definitionOf(plan: WholePlan): unknown {
  const { root, aliases } = plan;
  if (aliases === undefined) return write(root, { ready: true, mark: "" });
  // Within a scope nothing can be made ready, because only the scope knows the names. They are names of its own,
  // because ArkType may take an intersection that names one from an earlier scope.
  const mark = markOf(JSON.stringify(plan));
  const context = { ready: false, mark };
  return scope({
    root: write(root, context),
    [`node${mark}`]: write(aliases.node, context),
    [`leaf${mark}`]: write(aliases.leaf, context),
  }).export().root;
}

/** A short text that is another one for another plan. */
function markOf(text: string): string {
  let hash = 0;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash.toString(36);
}

interface Context {
  /** Whether Types can be made of parts. */
  readonly ready: boolean;
  /** What is added to names. */
  readonly mark: string;
}

/** Whether a plan has a rule that only words can tell. */
export function hasWords(plan: WholePlan): boolean {
  return JSON.stringify(plan).includes('"words":true');
}

function write(plan: Plan, context: Context): unknown {
  switch (plan.kind) {
    case "text":
      return plan.text;
    case "expression":
      return new RegExp(plan.source, "u");
    case "list":
      return sized([write(plan.of, context), "[]"], plan.size);
    case "tuple":
      return sized([
        ...plan.required.map((part) => write(part, context)),
        ...plan.defaults.map((part) => withDefault(part, context)),
        ...plan.optional.map((part) => [write(part, context), "?"]),
        ...plan.rest ? ["...", [write(plan.rest, context), "[]"]] : [],
      ], plan.size);
    case "object":
      return writeObject(plan, context);
    case "either":
      return plan.branches.map((branch) => write(branch, context))
        .reduce((left, right) => [left, "|", right]);
    case "both":
      return [write(plan.left, context), "&", write(plan.right, context)];
    case "ready":
      return context.ready
        ? type(write(plan.of, context))
        : write(plan.of, context);
    case "described":
      return [write(plan.of, context), "@", "words for a model"];
    case "alias":
      return `${plan.name}${context.mark}`;
  }
}

function writeObject(
  plan: Extract<Plan, { kind: "object" }>,
  context: Context,
): unknown {
  const written: Record<string, unknown> = {};
  for (const { key, mark, of } of plan.entries) {
    const name = mark === "optional" ? `${key}?` : key;
    written[name] = mark === "default"
      ? withDefault(of, context)
      : write(of, context);
  }
  for (const { source, of } of plan.patterns) {
    written[`[/${source}/]`] = write(of, context);
  }
  if (plan.index) written["[string]"] = write(plan.index, context);
  if (plan.undeclared) written["+"] = plan.undeclared;
  return written;
}

function sized(definition: unknown, size: string | undefined): unknown {
  return size === undefined
    ? definition
    : [definition, "&", `unknown[] ${size}`];
}

const DEFAULTS: readonly unknown[] = [
  0,
  1,
  7,
  "",
  "a",
  "ab",
  "aaa",
  true,
  null,
  {},
  { a: 1 },
  [],
  ["a"],
];

/** The definition with the first of a few values that fits it as default; without one if none does. */
function withDefault(part: Plan, context: Context): unknown {
  const definition = write(part, context);
  if (!context.ready) return definition;
  const fits = type(definition);
  const value = DEFAULTS.find((value) => fits.allows(value));
  if (value === undefined) return definition;
  return [
    definition,
    "=",
    typeof value === "object" ? () => structuredClone(value) : value,
  ];
}
