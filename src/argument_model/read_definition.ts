import type { DefinitionProblem } from "../errors.ts";
import {
  type ArkNode,
  type ArkScope,
  builtInMorph,
  builtInWords,
  isAnyJson,
  isForeign,
  morphOf,
  OTHER_COPY,
  ruleOf,
} from "./arktype.ts";
import { changesValue } from "./changes_value.ts";
import { CheckBuilder } from "./check.ts";
import { copyJson } from "./json_value.ts";
import type {
  Annotations,
  ArgumentNode,
  ArrayNode,
  Bound,
  Default,
  Element,
  EnumNode,
  Literal,
  Morph,
  NumberNode,
  ObjectNode,
  Pattern,
  Property,
  Rule,
  StringNode,
} from "./node.ts";
import {
  declaredKeys,
  definitionOfBranch,
  definitionOfElement,
  definitionOfKey,
} from "./raw_definition.ts";
import { adviceFor, nameOfUnit } from "./refusals.ts";
import { FAULT, Walk } from "./walk.ts";

/** What holds for all of the definition below one place. */
interface Place {
  /** Where it is, as an error names it. */
  readonly path: string;
  /** How it was written, where that is known. */
  readonly raw: unknown;
  /** Whether it lies in a secret parameter. */
  readonly secret: boolean;
  /** The description of the union around it, which ArkType repeats in each branch. */
  readonly inheritedDescription?: unknown;
  /** The scopes of the nodes around it, by which names may have been meant. */
  readonly scopes: ReadonlySet<ArkScope>;
  /** Whether it lies in a Type of another copy of ArkType. */
  readonly foreign: boolean;
}

/** Reads ArkType's node tree into ours, and collects what cannot be shown to a model. */
export class DefinitionReader {
  /** Everything that keeps the definition from becoming a tool's. */
  readonly problems: DefinitionProblem[] = [];
  readonly #references = new Map<
    ArkNode,
    { name: string; node: ArgumentNode | undefined }
  >();

  readonly #ruled: { path: string; node: ObjectNode }[] = [];
  readonly #defaults: { path: string; node: ArgumentNode; value: unknown }[] =
    [];

  /** Reads the definition of a whole argument object, written as `raw`. */
  read(ark: ArkNode, raw: unknown): ArgumentNode {
    return this.#read(ark, {
      path: "",
      raw,
      secret: false,
      scopes: new Set(),
      foreign: false,
    });
  }

  /** Refuses what only shows when all is read. To be called once, after {@linkcode read}. */
  refuseContradictions(): void {
    if (this.problems.length > 0) return;
    this.#refuseUnfitDefaults();
    for (const { path, node } of this.#ruled) this.#refuseChanges(path, node);
  }

  /**
   * Refuses each default that the schema would refuse: ArkType has judged them by its own rules, which are not always
   * those of JSON Schema.
   */
  #refuseUnfitDefaults(): void {
    for (const { path, node, value } of this.#defaults) {
      const fits = new CheckBuilder().build(node)(value, new Walk(false, true));
      if (fits !== FAULT) continue;
      this.#refuse(
        { path },
        "has a default that does not fit its own definition",
        "give a default that fits",
      );
    }
  }

  /** Refuses keys of an object whose values several rules judge while one of them changes the value. */
  #refuseChanges(path: string, { properties, patterns }: ObjectNode): void {
    const changing = patterns.filter(({ node }) => changesValue(node));
    const refuse = (path: string): unknown =>
      this.#refuse(
        { path },
        'is described by two rules for its key, one of which has a default, a morph or "+": "delete" in it',
        "describe it by one rule, or leave the change to the body",
      );
    if (patterns.length > 1 && changing.length > 0) {
      refuse(`${path}[]`);
    }
    for (const { key, node } of properties) {
      const ruled = patterns.filter(({ expression }) => expression.test(key));
      if (
        ruled.some((pattern) => changing.includes(pattern)) ||
        (ruled.length > 0 && changesValue(node))
      ) refuse(pathOf({ path }, key));
    }
  }

  #read(ark: ArkNode, around: Place): ArgumentNode {
    const place = surrounded(around, ark);
    switch (ark.kind) {
      case "unit":
        return this.#readUnits([ark], ark, place);
      case "domain":
      case "proto":
      case "intersection":
        return this.#readBasis(ark, place);
      case "union":
        return this.#readUnion(ark, place);
      case "morph":
        return this.#readMorph(ark, place);
      case "alias":
        return this.#readAlias(ark, place);
      default:
        return this.#refuse(
          place,
          `is ${ark.expression}, which is no JSON value`,
          "describe a JSON value",
        );
    }
  }

  /** Records a problem; what is returned only keeps the reading going. */
  #refuse(
    { path, foreign }: Pick<Place, "path"> & Partial<Place>,
    reason: string,
    instead: string,
  ): ArgumentNode {
    this.problems.push({
      parameter: path,
      reason: foreign ? `${reason}, in ${OTHER_COPY}` : reason,
      instead: foreign ? `${instead}, and import ArkType once` : instead,
    });
    return { kind: "unknown", secret: false, rules: [] };
  }

  #annotations(ark: ArkNode, place: Place): Annotations {
    const basis = ark.inner.domain ?? ark.inner.proto;
    const below = typeof basis?.meta === "object" ? basis.meta : {};
    const meta: Record<string, unknown> = { ...below, ...ark.meta };
    if (meta.description === place.inheritedDescription) {
      delete meta.description;
    }
    for (const key of Object.keys(meta)) {
      if (!KNOWN_META.has(key)) {
        this.#refuse(
          place,
          `is configured with "${key}", which would change the schema but not the check`,
          "leave it out, or define the rule itself",
        );
      }
    }
    const checked = ark.inner.pattern ?? ark.inner.predicate;
    if (
      typeof meta.format === "string" && meta.format !== "password" &&
      checked === undefined && ark.kind !== "union" &&
      // A literal says all by itself; "string.uuid" has two such branches.
      ark.kind !== "unit"
    ) {
      this.#refuse(
        place,
        `has the format "${meta.format}", which is shown but not checked`,
        `use a keyword that is checked, such as "string.email"`,
      );
    }
    let examples: unknown[] | undefined;
    if (Array.isArray(meta.examples)) {
      try {
        examples = copyJson(meta.examples) as unknown[];
      } catch {
        this.#refuse(
          place,
          "has an example that is not JSON",
          "give examples as JSON values",
        );
      }
    }
    return {
      ...(typeof meta.description === "string" && meta.description !== ""
        ? { description: meta.description }
        : {}),
      ...(typeof meta.title === "string" ? { title: meta.title } : {}),
      ...(examples === undefined ? {} : { examples }),
      ...(meta.deprecated === true ? { deprecated: true } : {}),
      secret: place.secret || meta.format === "password",
      rules: this.#rules(ark, place),
    };
  }

  #rules(ark: ArkNode, place: Place): Rule[] {
    const predicates = ark.kind === "intersection"
      ? ark.inner.predicate ?? []
      : [];
    return predicates.flatMap((node) => {
      const predicate = node.inner.predicate;
      const words = builtInWords(predicate) ?? node.meta.description ??
        ark.meta.description;
      if (typeof words !== "string" || words === "") {
        this.#refuse(
          place,
          "has a rule of its own that JSON Schema cannot say and no word tells the model of",
          "describe the rule after it, as in .narrow(...).describe(...)",
        );
        return [];
      }
      return [ruleOf(predicate, words)];
    });
  }

  #readBasis(ark: ArkNode, place: Place): ArgumentNode {
    const annotations = this.#annotations(ark, place);
    const { domain, proto } = ark.inner;
    const here = { ...place, secret: annotations.secret };
    if (proto !== undefined) {
      const constructor = ark.kind === "proto" ? proto : proto.inner.proto;
      if (constructor === Array) return this.#readArray(ark, annotations, here);
      const { reason, instead } = adviceFor(constructor);
      return this.#refuse(place, reason, instead);
    }
    const name = typeof domain === "string" ? domain : domain?.inner.domain;
    switch (name) {
      case "string":
        return this.#readString(ark, annotations, here);
      case "number":
        return this.#readNumber(ark, annotations, here);
      case "object":
        return this.#readObject(ark, annotations, here);
      case undefined:
        return { kind: "unknown", ...annotations };
      default: {
        const { reason, instead } = adviceFor(String(name));
        return this.#refuse(place, reason, instead);
      }
    }
  }

  #readString(
    ark: ArkNode,
    annotations: Annotations,
    place: Place,
  ): StringNode {
    const { minLength, maxLength, exactLength } = ark.inner;
    const least = ruleNumber(exactLength) ?? ruleNumber(minLength) ?? 0;
    const most = ruleNumber(exactLength) ?? ruleNumber(maxLength);
    return {
      kind: "string",
      ...annotations,
      minLength: least,
      ...(most === undefined ? {} : { maxLength: most }),
      patterns: (ark.inner.pattern ?? []).flatMap((node) =>
        this.#readPattern(node, place) ?? []
      ),
    };
  }

  #readPattern(node: ArkNode, place: Place): Pattern | undefined {
    const { rule, flags = "" } = node.inner;
    const unshown = flags.replaceAll(/[ud]/g, "");
    if (unshown !== "") {
      this.#refuse(
        place,
        `has a regular expression with the flag "${unshown}", which JSON Schema cannot say`,
        unshown.includes("i")
          ? "write both cases, such as [Aa]"
          : "write it without the flag",
      );
      return undefined;
    }
    try {
      return {
        expression: new RegExp(String(rule), "u"),
        words: typeof node.meta.description === "string"
          ? node.meta.description
          : undefined,
      };
    } catch {
      this.#refuse(
        place,
        `has the regular expression /${rule}/, which is not valid with the u flag that JSON Schema reads it with`,
        "escape only what has to be escaped",
      );
      return undefined;
    }
  }

  #readNumber(
    ark: ArkNode,
    annotations: Annotations,
    place: Place,
  ): ArgumentNode {
    const { min, max, divisor, domain } = ark.inner;
    if (
      ark.inner.numberAllowsNaN ||
      (typeof domain === "object" && domain.inner.numberAllowsNaN)
    ) {
      return this.#refuse(
        place,
        "allows NaN, which is not JSON",
        'write "number", and null for no number',
      );
    }
    const minimum = boundOf(min);
    const maximum = boundOf(max);
    for (const bound of [minimum, maximum]) {
      if (bound !== undefined && !Number.isFinite(bound.value)) {
        return this.#refuse(
          place,
          `has the bound ${bound.value}, which is not JSON`,
          "leave the bound out",
        );
      }
    }
    const step = ruleNumber(divisor);
    const node: NumberNode = {
      kind: "number",
      ...annotations,
      integer: step !== undefined,
      ...(minimum === undefined ? {} : { minimum }),
      ...(maximum === undefined ? {} : { maximum }),
      ...(step === undefined || step === 1 ? {} : { multipleOf: step }),
    };
    if (
      node.integer &&
      ((minimum?.value ?? 0) > Number.MAX_SAFE_INTEGER ||
        (maximum?.value ?? 0) < Number.MIN_SAFE_INTEGER)
    ) {
      return this.#refuse(
        place,
        "is an integer beyond 2^53, which JSON text cannot carry without rounding",
        "take it as text",
      );
    }
    return node;
  }

  #readObject(
    ark: ArkNode,
    annotations: Annotations,
    place: Place,
  ): ObjectNode {
    const { structure } = ark.inner;
    if (structure === undefined || isAnyJson(structure)) {
      const any: ArgumentNode = { kind: "unknown", secret: false, rules: [] };
      return {
        kind: "object",
        ...annotations,
        properties: [],
        patterns: [],
        undeclared: any,
      };
    }
    const { inner } = structure;
    const entries = inOrder(
      [...inner.required ?? [], ...inner.optional ?? []],
      declaredKeys(place.raw),
    );
    const node: ObjectNode = {
      kind: "object",
      ...annotations,
      properties: entries.flatMap((entry) =>
        this.#readProperty(entry, place) ?? []
      ),
      ...this.#readIndex(inner.index ?? [], entries, inner.undeclared, place),
    };
    if (node.patterns.length > 0) this.#ruled.push({ path: place.path, node });
    // A default also has to follow the rules for all keys, as the value it stands in for has to.
    for (const { key, default: fallback } of node.properties) {
      if (fallback?.published === undefined) continue;
      const { value } = fallback.published;
      const path = pathOf(place, key);
      for (const { expression, node: rule } of node.patterns) {
        if (!expression.test(key)) continue;
        this.#defaults.push({ path, node: rule, value });
      }
    }
    return node;
  }

  #readProperty(ark: ArkNode, place: Place): Property | undefined {
    const { key, value } = ark.inner;
    if (typeof key !== "string" || value === undefined) {
      this.#refuse(
        place,
        "has a key that is a symbol, which is not JSON",
        "use a text key",
      );
      return undefined;
    }
    const here: Place = {
      path: pathOf(place, key),
      raw: definitionOfKey(place.raw, key),
      secret: place.secret,
      scopes: place.scopes,
      foreign: place.foreign,
    };
    if (key === "__proto__") {
      this.#refuse(
        here,
        "is named like the slot that holds an object's prototype",
        "give it another name",
      );
      return undefined;
    }
    const node = this.#read(value, here);
    const fallback = "default" in ark.inner
      ? this.#readDefault(ark.inner.default, node, here)
      : undefined;
    return {
      key,
      required: ark.kind === "required",
      node,
      ...(fallback === undefined ? {} : { default: fallback }),
    };
  }

  #readDefault(value: unknown, node: ArgumentNode, place: Place): Default {
    const make = (): unknown =>
      copyJson(typeof value === "function" ? value() : value);
    try {
      const first = make();
      const same = JSON.stringify(first) === JSON.stringify(make());
      this.#defaults.push({ path: place.path, node, value: first });
      if (!same) return { make };
      return {
        make: typeof first === "object" && first !== null ? make : () => first,
        published: { value: first },
      };
    } catch {
      this.#refuse(
        place,
        "has a default that is not JSON",
        "give a JSON value, and make anything else of it in the body",
      );
      return { make: () => null };
    }
  }

  #readIndex(
    index: readonly ArkNode[],
    declared: readonly ArkNode[],
    undeclared: "reject" | "delete" | undefined,
    place: Place,
  ): Pick<ObjectNode, "patterns" | "undeclared"> {
    const patterns: { expression: RegExp; node: ArgumentNode }[] = [];
    let rest: ArkNode | undefined;
    for (const { inner: { signature, value } } of index) {
      if (signature === undefined || value === undefined) continue;
      if (isAnyText(signature)) {
        rest = value;
        continue;
      }
      const expression = this.#readKeyPattern(signature, declared, place);
      if (expression === undefined) continue;
      const here = { ...place, path: `${place.path}[]`, raw: undefined };
      patterns.push({ expression, node: this.#read(value, here) });
    }
    if (rest === undefined) {
      return { patterns, undeclared: undeclared ?? "reject" };
    }
    const here = {
      ...place,
      path: `${place.path}[]`,
      raw: definitionOfKey(place.raw, "[string]"),
    };
    const node = this.#read(rest, here);
    const value = rest;
    const narrower = patterns.length === 0 &&
      declared.every((entry) => entry.inner.value?.extends(value));
    if (narrower) return { patterns, undeclared: node };
    // `additionalProperties` passes declared and matched keys by; a pattern that matches every key does not.
    return {
      patterns: [...patterns, { expression: /(?:)/u, node }],
      undeclared: "reject",
    };
  }

  #readKeyPattern(
    signature: ArkNode,
    declared: readonly ArkNode[],
    place: Place,
  ): RegExp | undefined {
    const { inner } = signature;
    const refined = Object.keys(inner).some((key) =>
      key !== "domain" && key !== "pattern"
    );
    const [pattern, ...others] = inner.pattern ?? [];
    if (
      signature.kind !== "intersection" || refined || pattern === undefined ||
      others.length > 0
    ) {
      this.#refuse(
        place,
        `has a rule for its keys (${signature.expression}) that JSON Schema cannot say`,
        `use "[string]", or one regular expression such as "[/^x/]"`,
      );
      return undefined;
    }
    if (declared.some((entry) => entry.inner.key === NIL_UUID)) {
      this.#refuse(
        place,
        "has UUIDs as keys, of which ArkType makes the nil and the max UUID required",
        'use "[string]"',
      );
      return undefined;
    }
    return this.#readPattern(pattern, place)?.expression;
  }

  #readArray(
    ark: ArkNode,
    annotations: Annotations,
    place: Place,
  ): ArgumentNode {
    const { structure, minLength, maxLength, exactLength } = ark.inner;
    const { sequence, required, optional, index } = structure?.inner ?? {};
    if (required || optional || index) {
      return this.#refuse(
        place,
        "is an array with named properties, which JSON cannot carry",
        "use an object that holds the array",
      );
    }
    const inner = sequence?.inner;
    if (inner?.postfix) {
      return this.#refuse(
        place,
        "is an array with elements after its variable part, which JSON Schema cannot say",
        "put the fixed elements first",
      );
    }
    const at = (index: number | undefined): Place => ({
      ...place,
      path: `${place.path}[${index ?? ""}]`,
      raw: definitionOfElement(place.raw, index),
    });
    const required_ = inner?.prefix ?? [];
    const prefix: Element[] = [];
    for (const node of required_) {
      prefix.push({ node: this.#read(node, at(prefix.length)) });
    }
    for (const [node, value] of inner?.defaultables ?? []) {
      const here = at(prefix.length);
      const element = this.#read(node, here);
      prefix.push({
        node: element,
        default: this.#readDefault(value, element, here),
      });
    }
    for (const node of inner?.optionals ?? []) {
      prefix.push({ node: this.#read(node, at(prefix.length)) });
    }
    const items: ArgumentNode | undefined = inner === undefined
      ? { kind: "unknown", secret: place.secret, rules: [] }
      : inner.variadic && this.#read(inner.variadic, at(undefined));
    const exact = ruleNumber(exactLength);
    const most = exact ?? ruleNumber(maxLength) ?? Infinity;
    const maxItems = items === undefined ? Math.min(most, prefix.length) : most;
    const node: ArrayNode = {
      kind: "array",
      ...annotations,
      prefix,
      items,
      minItems: Math.max(
        exact ?? ruleNumber(minLength) ?? 0,
        required_.length + (inner?.minVariadicLength ?? 0),
      ),
      ...(maxItems === Infinity ? {} : { maxItems }),
    };
    return node;
  }

  #readUnion(ark: ArkNode, place: Place): ArgumentNode {
    const branches = ark.inner.branches ?? [];
    if (branches.length === 0) {
      return this.#refuse(
        place,
        'is "never", which no value fits',
        "leave it out",
      );
    }
    const annotations = this.#annotations(ark, place);
    const here: Place = {
      ...place,
      secret: annotations.secret,
      inheritedDescription: ark.meta.description,
    };
    const alike = branches.filter((branch) =>
      branch.kind === "unit" && (branch.meta.description === undefined ||
        branch.meta.description === ark.meta.description)
    );
    const nodes: ArgumentNode[] = [];
    for (const branch of branches) {
      if (alike.includes(branch)) continue;
      nodes.push(this.#read(branch, {
        ...here,
        raw: definitionOfBranch(place.raw, keysOf(branch)),
      }));
    }
    if (alike.length > 0) {
      const units = this.#readUnits(alike, alike[0]!, here);
      nodes.push(...units.kind === "union" ? units.branches : [units]);
    }
    const [only, ...others] = nodes;
    if (only !== undefined && others.length === 0) {
      return { ...only, ...annotations, rules: only.rules };
    }
    return {
      kind: "union",
      ...annotations,
      branches: nodes,
      tag: tagOf(nodes),
    };
  }

  /** A few literals; `true` with `false` is a boolean, whatever stands beside them. */
  #readUnits(
    units: readonly ArkNode[],
    annotated: ArkNode,
    place: Place,
  ): ArgumentNode {
    const annotations = this.#annotations(annotated, place);
    const values: Literal[] = [];
    for (const { inner: { unit } } of units) {
      if (isLiteralValue(unit)) values.push(unit);
      else {
        const { reason, instead } = adviceFor(nameOfUnit(unit));
        return this.#refuse(place, reason, instead);
      }
    }
    if (!(values.includes(true) && values.includes(false))) {
      return { kind: "enum", ...annotations, values };
    }
    const boolean: ArgumentNode = { kind: "boolean", ...annotations };
    const rest = values.filter((value) => typeof value !== "boolean");
    if (rest.length === 0) return boolean;
    const enumeration: EnumNode = {
      kind: "enum",
      ...annotations,
      values: rest,
    };
    return {
      kind: "union",
      ...annotations,
      branches: [boolean, enumeration],
      tag: undefined,
    };
  }

  #readMorph(ark: ArkNode, place: Place): ArgumentNode {
    const annotations = this.#annotations(ark, place);
    const morphs = ark.inner.morphs ?? [];
    const known = morphs.map((morph) => builtInMorph(morph));
    if (known.includes("parse")) {
      return this.#refuse(
        place,
        "is parsed by a keyword of ArkType's that lets bad values through",
        "take the text, and convert it in the body",
      );
    }
    const total = known.every((kind) => kind === "total");
    const words = total ? undefined : annotations.description;
    if (!total && words === undefined) {
      return this.#refuse(
        place,
        "goes through a pipe that no word tells the model of",
        "describe it after the pipe, as in .pipe(...).describe(...)",
      );
    }
    const input: ArgumentNode = ark.inner.in === undefined
      ? { kind: "unknown", secret: annotations.secret, rules: [] }
      : this.#read(ark.inner.in, {
        ...place,
        secret: annotations.secret,
        inheritedDescription: ark.meta.description,
      });
    return {
      ...input,
      ...annotations,
      ...(annotations.description === undefined &&
          input.description !== undefined
        ? { description: input.description }
        : {}),
      rules: input.rules,
      morph: inTurn(input.morph, morphOf(morphs, words)),
    };
  }

  #readAlias(ark: ArkNode, place: Place): ArgumentNode {
    const target = ark.resolution;
    const alias = String(ark.inner.reference).slice(1);
    if (target.kind === "alias" || isAmbiguous(alias, target, place)) {
      // ArkType keeps intersections by their text, so one of another scope may stand here.
      return this.#refuse(
        place,
        `refers to "${alias}", of which ArkType confuses two definitions in different scopes`,
        "give one of them another name",
      );
    }
    let known = this.#references.get(target);
    if (known === undefined) {
      known = {
        name: this.#freeName(ark.inner.reference, place),
        node: undefined,
      };
      this.#references.set(target, known);
      known.node = this.#read(target, { ...place, raw: undefined });
    }
    const { name } = known;
    const reference = known;
    return {
      kind: "reference",
      ...this.#annotations(ark, place),
      name,
      target: () => reference.node!,
    };
  }

  /** A name for `$defs` that is the same in every process: the alias, or the key at which the shape first recurs. */
  #freeName(reference: unknown, place: Place): string {
    const alias = typeof reference === "string" && /^\$\w+$/.test(reference)
      ? reference.slice(1)
      : /(\w+)\W*$/.exec(place.path)?.[1] ?? "shape";
    const taken = new Set(
      [...this.#references.values()].map(({ name }) => name),
    );
    let name = alias;
    for (let count = 2; taken.has(name); count++) name = `${alias}_${count}`;
    return name;
  }
}

const NIL_UUID = "00000000-0000-0000-0000-000000000000";

const KNOWN_META: ReadonlySet<string> = new Set([
  "description",
  "title",
  "examples",
  "deprecated",
  "format",
  "alias",
]);

function isLiteralValue(value: unknown): value is Literal {
  return value === null || typeof value === "string" ||
    typeof value === "boolean" ||
    (typeof value === "number" && Number.isFinite(value));
}

function isAnyText(signature: ArkNode): boolean {
  return signature.kind === "domain" &&
    (signature.inner.domain as unknown) === "string";
}

/** The second morph, on what the first one made. */
function inTurn(first: Morph | undefined, second: Morph): Morph {
  if (first === undefined) return second;
  return {
    words: second.words ?? first.words,
    apply(value) {
      const result = first.apply(value);
      return "faults" in result ? result : second.apply(result.value);
    },
  };
}

/** The place of what is below `ark`. */
function surrounded(place: Place, ark: ArkNode): Place {
  const own = [ark.$, ...ark.inner.structure ? [ark.inner.structure.$] : []];
  const foreign = place.foreign || isForeign(ark);
  return own.every((scope) => place.scopes.has(scope)) &&
      foreign === place.foreign
    ? place
    : { ...place, scopes: new Set([...place.scopes, ...own]), foreign };
}

/** Whether a scope around the place has another definition by the name of the one that was found. */
function isAmbiguous(name: string, found: ArkNode, { scopes }: Place): boolean {
  let text: string | undefined;
  return [...scopes].some(({ resolutions }) => {
    const other = resolutions[name] as Partial<ArkNode> | undefined;
    if (other === found || other?.json === undefined) return false;
    text ??= JSON.stringify(found.json);
    return JSON.stringify(other.json) !== text;
  });
}

function pathOf({ path }: Pick<Place, "path">, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

function ruleNumber(node: ArkNode | undefined): number | undefined {
  return node === undefined ? undefined : Number(node.inner.rule);
}

function boundOf(node: ArkNode | undefined): Bound | undefined {
  return node === undefined ? undefined : {
    value: Number(node.inner.rule),
    exclusive: node.inner.exclusive === true,
  };
}

function keysOf(branch: ArkNode): string[] {
  const { required = [], optional = [] } = branch.inner.structure?.inner ?? {};
  return [...required, ...optional].map(({ inner: { key } }) => String(key));
}

function inOrder(
  entries: readonly ArkNode[],
  keys: readonly string[],
): ArkNode[] {
  const rank = ({ inner: { key } }: ArkNode): number => {
    const index = keys.indexOf(String(key));
    return index === -1 ? keys.length : index;
  };
  return entries.toSorted((left, right) => rank(left) - rank(right));
}

/** The key whose literals tell all object branches apart. */
function tagOf(branches: readonly ArgumentNode[]): string | undefined {
  const objects = branches.filter((branch) => branch.kind === "object");
  const [first, ...others] = objects;
  if (first === undefined || others.length === 0) return undefined;
  return first.properties.find(({ key }) => {
    const seen = new Set<Literal>();
    return objects.every(({ properties }) => {
      const property = properties.find((other) => other.key === key);
      if (!property?.required || property.node.kind !== "enum") return false;
      return property.node.values.every((value) =>
        !seen.has(value) && seen.add(value)
      );
    });
  })?.key;
}
