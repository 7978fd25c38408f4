/**
 * What a definition means, in the closed list of kinds that everything else is derived from: the published schema,
 * the check, the coercion and the words of an error. A new kind does not compile until each of them knows it.
 */
export type ArgumentNode =
  | UnknownNode
  | BooleanNode
  | NumberNode
  | StringNode
  | EnumNode
  | ArrayNode
  | ObjectNode
  | UnionNode
  | ReferenceNode;

/** A value that an enumeration can hold. */
export type Literal = string | number | boolean | null;

/** What every node can carry beside its kind. */
export interface Annotations {
  /** What the model is told about the value. */
  readonly description?: string;
  /** A short name for the value. */
  readonly title?: string;
  /** Values to show, plain JSON. */
  readonly examples?: readonly unknown[];
  /** Whether the model is told to avoid it. */
  readonly deprecated?: boolean;
  /** Whether no part of the value may appear in an error. */
  readonly secret: boolean;
  /** Rules that only words can tell; they narrow what the kind accepts. */
  readonly rules: readonly Rule[];
  /** What is made of the value once all of it fits; `undefined` where it is handed on as it is. */
  readonly morph?: Morph;
}

/** A predicate, with the words that stand for it in the schema. */
export interface Rule {
  readonly words: string;
  /** Gives the faults of `value`, none where it passes. */
  readonly test: (value: unknown) => readonly RuleFault[];
}

/** Where in the value a rule found a fault, and what it expected there. */
export interface RuleFault {
  readonly path: readonly (string | number)[];
  readonly expected: string;
}

/** A transformation of the author's, or a total one of ArkType's. */
export interface Morph {
  /** The words that stand for it in the schema; `undefined` for one that accepts every value of its node. */
  readonly words: string | undefined;
  /** Gives the new value, or the faults that kept it from being made. */
  readonly apply: (
    value: unknown,
  ) => { readonly value: unknown } | { readonly faults: readonly RuleFault[] };
}

/** Any JSON value. */
export interface UnknownNode extends Annotations {
  readonly kind: "unknown";
}

/** `true` or `false`. */
export interface BooleanNode extends Annotations {
  readonly kind: "boolean";
}

/** A finite number; an integer is one within ±(2^53 - 1), the range in which JSON text is read without rounding. */
export interface NumberNode extends Annotations {
  readonly kind: "number";
  readonly integer: boolean;
  /** The least value, and whether it is itself excluded. */
  readonly minimum?: Bound;
  /** The greatest value, and whether it is itself excluded. */
  readonly maximum?: Bound;
  /** An integer above 1 that divides the value. */
  readonly multipleOf?: number;
}

/** One end of a range. */
export interface Bound {
  readonly value: number;
  readonly exclusive: boolean;
}

/** Text; lengths count code points, patterns are read with the `u` flag, as JSON Schema does both. */
export interface StringNode extends Annotations {
  readonly kind: "string";
  readonly minLength: number;
  readonly maxLength?: number;
  /** Every one must match. */
  readonly patterns: readonly Pattern[];
}

/** A regular expression, with the words that ArkType has for it. */
export interface Pattern {
  readonly expression: RegExp;
  readonly words: string | undefined;
}

/** One of a few values, compared exactly. */
export interface EnumNode extends Annotations {
  readonly kind: "enum";
  readonly values: readonly Literal[];
}

/** A list; elements by position first, then any number of `items`. */
export interface ArrayNode extends Annotations {
  readonly kind: "array";
  readonly prefix: readonly Element[];
  /** What may follow the positions; `undefined` where nothing may. */
  readonly items: ArgumentNode | undefined;
  readonly minItems: number;
  readonly maxItems?: number;
}

/** The element at one position of an array. */
export interface Element {
  readonly node: ArgumentNode;
  /** Fills the position where the array ends before it. */
  readonly default?: Default;
}

/** An object with declared keys, in the author's order. */
export interface ObjectNode extends Annotations {
  readonly kind: "object";
  readonly properties: readonly Property[];
  /** What each key that matches must hold, the declared ones included. */
  readonly patterns: readonly {
    readonly expression: RegExp;
    readonly node: ArgumentNode;
  }[];
  /** What keys that are neither declared nor matched may hold, or what becomes of them. */
  readonly undeclared: ArgumentNode | "reject" | "delete";
}

/** One declared key of an object. */
export interface Property {
  readonly key: string;
  readonly required: boolean;
  readonly node: ArgumentNode;
  readonly default?: Default;
}

/** The value of a key that is absent. */
export interface Default {
  /** Gives the value, fresh each time. */
  readonly make: () => unknown;
  /** The value as it is published; absent where two calls of the author's factory do not agree. */
  readonly published?: { readonly value: unknown };
}

/** Any of several; a value that fits one exactly is never touched for another. */
export interface UnionNode extends Annotations {
  readonly kind: "union";
  readonly branches: readonly ArgumentNode[];
  /** The key whose literal alone tells object branches apart, if there is one. */
  readonly tag: string | undefined;
}

/** A definition by its name, which is how a shape contains itself. */
export interface ReferenceNode extends Annotations {
  readonly kind: "reference";
  readonly name: string;
  /** The node that the name stands for, once all of the definition is read. */
  readonly target: () => ArgumentNode;
}

/** Tells that a `switch` over kinds has missed one. */
export function unreachable(node: never): never {
  throw new TypeError(`unknown kind of node ${JSON.stringify(node)}`);
}
