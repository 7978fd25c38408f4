import { ArkErrors, scope, type Type } from "arktype";
import type { Morph, Rule, RuleFault } from "./node.ts";
import { intersectsItself } from "./raw_definition.ts";

/**
 * The parts of ArkType's node tree that are read. They are not public; a new version of ArkType has to pass the
 * table of `tests/fidelity_table_test.ts` first.
 */
export interface ArkNode {
  readonly kind: string;
  readonly inner: ArkInner;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly expression: string;
  /** The node as plain data, in which aliases stand by their names. */
  readonly json: unknown;
  /** The scope by which names in it are read. */
  readonly $: ArkScope;
  /** The node that an alias stands for. */
  readonly resolution: ArkNode;
  extends(other: ArkNode): boolean;
}

/** Where names are looked up. */
export interface ArkScope {
  readonly resolutions: Readonly<Record<string, unknown>>;
}

/** The content of a node, by its kind. */
export interface ArkInner {
  readonly domain?: ArkNode | string;
  readonly numberAllowsNaN?: boolean;
  // deno-lint-ignore no-explicit-any -- a node in an intersection, a constructor in a proto node
  readonly proto?: any;
  readonly unit?: unknown;
  readonly branches?: readonly ArkNode[];
  readonly in?: ArkNode;
  readonly morphs?: readonly unknown[];
  readonly reference?: string;
  readonly predicate?: readonly ArkNode[] & ((value: unknown) => boolean);
  readonly pattern?: readonly ArkNode[];
  readonly rule?: string | number;
  readonly flags?: string;
  readonly exclusive?: true;
  readonly min?: ArkNode;
  readonly max?: ArkNode;
  readonly divisor?: ArkNode;
  readonly minLength?: ArkNode;
  readonly maxLength?: ArkNode;
  readonly exactLength?: ArkNode;
  readonly structure?: ArkNode;
  readonly required?: readonly ArkNode[];
  readonly optional?: readonly ArkNode[];
  readonly index?: readonly ArkNode[];
  readonly sequence?: ArkNode;
  readonly undeclared?: "reject" | "delete";
  readonly key?: string | symbol;
  readonly value?: ArkNode;
  readonly default?: unknown;
  readonly signature?: ArkNode;
  readonly prefix?: readonly ArkNode[];
  readonly defaultables?: readonly (readonly [ArkNode, unknown])[];
  readonly optionals?: readonly ArkNode[];
  readonly variadic?: ArkNode;
  readonly minVariadicLength?: number;
  readonly postfix?: readonly ArkNode[];
}

/**
 * The scope in which definitions are parsed: its own, so that an application's `configure` does not reach it, and
 * without ArkType's compiler, because what is called often is the check of `check.ts`.
 */
const { type } = scope({}, {
  jitless: true,
  clone: structuredClone,
  onFail: (errors) => errors,
});

// `type.raw` takes a definition without its inference, which is done where the definition is written.
const parse = type.raw as (definition: unknown) => Type & ArkNode;

/** The Type of a definition; a ready-made Type is taken as it is. */
export function parseType(definition: unknown): Type & ArkNode {
  if (isType(definition)) return definition;
  if (intersectsItself(definition)) {
    throw new Error(
      '"this" in an intersection may have no end; write all keys in one object',
    );
  }
  return parse(definition);
}

/** Whether `value` is a Type, of this copy of ArkType or of another one. */
export function isType(value: unknown): value is Type & ArkNode {
  return typeof value === "function" && " arkKind" in value &&
    value[" arkKind"] === "root";
}

/** How errors name a Type that {@linkcode isForeign} tells. */
export const OTHER_COPY =
  "a Type of another copy of ArkType than this package imports";

/** Whether `node` was made by another copy of ArkType than the one that this package imports. */
export function isForeign(node: ArkNode): boolean {
  return nodeClass(node) !== nodeClass(parse("string"));
}

/** The class of all nodes of one copy, which is the last but one: the last is a helper that copies may share. */
function nodeClass(node: ArkNode): unknown {
  let own: unknown = node.constructor;
  let base: unknown = Object.getPrototypeOf(own);
  for (;;) {
    const next = Object.getPrototypeOf(base);
    if (next === Function.prototype || next === null) return own;
    [own, base] = [base, next];
  }
}

/** A predicate of ArkType's, to be asked on its own. */
export function ruleOf(predicate: unknown, words: string): Rule {
  let asked: ((value: unknown) => unknown) | undefined;
  return {
    words,
    test(value) {
      // deno-lint-ignore no-explicit-any -- the predicate's own types are gone by now
      asked ??= (parse("unknown") as any).narrow(predicate);
      try {
        const result = asked!(value);
        return result instanceof ArkErrors ? faultsOf(result, words) : [];
      } catch {
        // A predicate that fails on a value does not accept it.
        return [{ path: [], expected: words }];
      }
    },
  };
}

/** A pipe of ArkType's, to be run on its own. */
export function morphOf(
  morphs: readonly unknown[],
  words: string | undefined,
): Morph {
  let asked: ((value: unknown) => unknown) | undefined;
  const expected = words ?? "a value that can be converted";
  return {
    words,
    apply(value) {
      // deno-lint-ignore no-explicit-any -- the pipe's own types are gone by now
      asked ??= (parse("unknown") as any).pipe(...morphs);
      try {
        const result = asked!(value);
        return result instanceof ArkErrors
          ? { faults: faultsOf(result, expected) }
          : { value: result };
      } catch {
        return { faults: [{ path: [], expected }] };
      }
    },
  };
}

function faultsOf(errors: ArkErrors, words: string): RuleFault[] {
  return [...errors].map((error) => ({
    path: [...error.path].map((key) =>
      typeof key === "number" ? key : String(key)
    ),
    // What the author wrote with `ctx.mustBe` says more than the description; ArkType's own filler says less.
    expected: error.expected.startsWith("valid according to ") ||
        error.expected.length > 200
      ? words
      : error.expected,
  }));
}

/** The predicates of ArkType's own keywords, with words for the model. */
const BUILT_IN_RULES: Readonly<Record<string, string>> = {
  "string.url": "a URL",
  "string.date": "a date that JavaScript can parse",
  "string.date.epoch": "an integer Unix timestamp as text",
  "string.json": "JSON text",
  "string.regex": "a regular expression",
  "string.creditCard": "a credit card number",
  "string.normalize.NFC.preformatted": "text in Unicode normal form NFC",
  "string.normalize.NFD.preformatted": "text in Unicode normal form NFD",
  "string.normalize.NFKC.preformatted": "text in Unicode normal form NFKC",
  "string.normalize.NFKD.preformatted": "text in Unicode normal form NFKD",
};

const TOTAL_MORPHS: readonly string[] = [
  "string.trim",
  "string.lower",
  "string.upper",
  "string.capitalize",
  "string.normalize",
  "string.normalize.NFC",
  "string.normalize.NFD",
  "string.normalize.NFKC",
  "string.normalize.NFKD",
];

const PARSE_MORPHS: readonly string[] = [
  "string.date.parse",
  "string.date.iso.parse",
  "string.date.epoch.parse",
  "string.integer.parse",
  "string.json.parse",
  "string.numeric.parse",
  "string.url.parse",
  "object.json.stringify",
  "FormData.parse",
];

let builtInRules: ReadonlyMap<unknown, string> | undefined;
let builtInMorphs: ReadonlyMap<unknown, "total" | "parse"> | undefined;

/** Our words for a predicate that belongs to a keyword of ArkType. */
export function builtInWords(predicate: unknown): string | undefined {
  builtInRules ??= new Map(
    Object.entries(BUILT_IN_RULES).map(([keyword, words]) => [
      parse(keyword).inner.predicate?.at(-1)?.inner.predicate,
      words,
    ]),
  );
  return builtInRules.get(predicate);
}

/** What is known of a morph that belongs to a keyword of ArkType. */
export function builtInMorph(morph: unknown): "total" | "parse" | undefined {
  builtInMorphs ??= new Map([
    ...TOTAL_MORPHS.map((keyword) => [firstMorph(keyword), "total"] as const),
    ...PARSE_MORPHS.map((keyword) => [firstMorph(keyword), "parse"] as const),
  ]);
  return builtInMorphs.get(morph);
}

let anyJson: ArkNode | undefined;

/** Whether `structure` is that of `object.json`, which means any JSON in an object although it names no array. */
export function isAnyJson(structure: ArkNode): boolean {
  anyJson ??= parse("object.json").inner.structure;
  return structure === anyJson;
}

function firstMorph(keyword: string): unknown {
  return parse(keyword).inner.morphs?.[0];
}
