import {
  coerceBoolean,
  coerceInteger,
  coerceNumber,
  numberLiterals,
} from "../coerce.ts";
import { checkArray } from "./check_array.ts";
import { checkObject } from "./check_object.ts";
import { checkUnion } from "./check_union.ts";
import { compileCheck } from "./compile.ts";
import { expectedOf } from "./expected.ts";
import { holdsSecret } from "./holds_secret.ts";
import { copyJson, NotJsonError } from "./json_value.ts";
import type {
  ArgumentNode,
  EnumNode,
  NumberNode,
  StringNode,
  UnknownNode,
} from "./node.ts";
import { unreachable } from "./node.ts";
import { FAULT, foundWords, misfit, type Walk } from "./walk.ts";

/**
 * Gives the value that the callable gets, or {@linkcode FAULT} after recording why. What it gives shares no memory
 * with what it was given, and it reads each value once.
 */
export type Check = (value: unknown, walk: Walk) => unknown;

/** How a {@linkcode CheckBuilder} builds. */
export interface CheckBuilderOptions {
  /** Whether code is made for objects and arrays where the runtime allows it; `true` unless set. */
  readonly compile?: boolean | undefined;
}

/** Makes the checks of a definition, and of each named shape in it once. */
export class CheckBuilder {
  readonly #named = new Map<string, Check>();
  readonly #compile: boolean;

  constructor({ compile = true }: CheckBuilderOptions = {}) {
    this.#compile = compile;
  }

  /** The check of one node and of all below it. */
  build(node: ArgumentNode): Check {
    const check = this.#compiled(node) ?? this.#interpreted(node);
    return node.rules.length === 0 ? check : withRules(check, node);
  }

  #compiled(node: ArgumentNode): Check | undefined {
    if (!this.#compile || (node.kind !== "object" && node.kind !== "array")) {
      return undefined;
    }
    const interpreter = new CheckBuilder({ compile: false });
    return compileCheck({ ...node, rules: [] }, {
      part: (node) => this.build(node),
      whole: (node) => interpreter.build(node),
    });
  }

  #interpreted(node: ArgumentNode): Check {
    switch (node.kind) {
      case "unknown":
        return checkUnknown(node);
      case "boolean":
        return (value, walk) => {
          if (typeof value === "boolean") return value;
          return coerced(node, value, coerceBoolean(value), walk);
        };
      case "number":
        return checkNumber(node);
      case "string":
        return checkString(node);
      case "enum":
        return checkEnum(node);
      case "array":
        return checkArray(node, this);
      case "object":
        return checkObject(node, this);
      case "union":
        return checkUnion(node, this);
      case "reference":
        return this.#reference(node.name, node.target);
      default:
        return unreachable(node);
    }
  }

  #reference(name: string, target: () => ArgumentNode): Check {
    // Built when it is first met, because a shape that contains itself has no end.
    let check: Check | undefined;
    return (value, walk) => {
      if (check === undefined) {
        check = this.#named.get(name) ?? this.build(target());
        this.#named.set(name, check);
      }
      return walk.memo !== undefined && value !== null &&
          (typeof value === "object" || typeof value === "string")
        ? walk.memo.recall(name, check, value, walk)
        : check(value, walk);
    };
  }
}

/** The value that was taken for another one, where the walk allows it and there is one. */
function coerced(
  node: ArgumentNode,
  value: unknown,
  other: unknown,
  walk: Walk,
): unknown {
  if (walk.coerce && other !== undefined) {
    walk.coerced++;
    return other;
  }
  return walk.fault(misfit(node, value));
}

function checkUnknown(node: UnknownNode): Check {
  return (value, walk) => {
    if (typeof value === "string" || typeof value === "boolean") return value;
    try {
      return copyJson(value, walk.depth, (number) => {
        if (isLarge(number)) walk.large = true;
      });
    } catch (error) {
      if (!(error instanceof NotJsonError)) throw error;
      return walk.fault(
        () => ({ expected: expectedOf(node), found: error.message }),
        node.secret ? [] : error.path,
      );
    }
  };
}

function checkNumber(node: NumberNode): Check {
  const { integer, minimum, maximum, multipleOf } = node;
  const least = minimum?.value ?? -Infinity;
  const most = maximum?.value ?? Infinity;
  const above = minimum?.exclusive ?? false;
  const below = maximum?.exclusive ?? false;
  function fits(value: number): boolean {
    return (integer ? Number.isSafeInteger(value) : Number.isFinite(value)) &&
      (above ? value > least : value >= least) &&
      (below ? value < most : value <= most) &&
      (multipleOf === undefined || value % multipleOf === 0);
  }
  return (value, walk) => {
    if (typeof value === "number") {
      if (!integer && isLarge(value)) walk.large = true;
      // Adding zero turns the integer -0 into 0, which is the same JSON value.
      if (fits(value)) return integer ? value + 0 : value;
      return unfit(node, value, walk);
    }
    const other = walk.coerce
      ? (integer ? coerceInteger(value) : coerceNumber(value))
      : undefined;
    if (other === undefined) return unfit(node, value, walk);
    if (!fits(other)) return unfit(node, other, walk);
    walk.coerced++;
    return other;
  };
}

function unfit(node: NumberNode, value: unknown, walk: Walk): typeof FAULT {
  const large = typeof value === "number"
    ? isLarge(value)
    : isLargeInteger(value);
  const hint = node.integer && large
    ? "an integer beyond 2^53 loses digits, so such an id has to be text"
    : undefined;
  return walk.fault(misfit(node, value, node.secret, hint));
}

function isLarge(value: number): boolean {
  return value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER;
}

function isLargeInteger(value: unknown): boolean {
  return typeof value === "string" &&
    /^\s*[+-]?\d{16,}\s*$/.test(value.slice(0, 400));
}

function checkString(node: StringNode): Check {
  const { minLength, maxLength = Infinity, patterns } = node;
  const expressions = patterns.map(({ expression }) => expression);
  if (minLength === 0 && maxLength === Infinity && expressions.length === 0) {
    return (value, walk) =>
      typeof value === "string" ? value : coerced(node, value, undefined, walk);
  }
  return (value, walk) => {
    if (
      typeof value === "string" && hasLength(value, minLength, maxLength) &&
      expressions.every((expression) => expression.test(value))
    ) return value;
    return coerced(node, value, undefined, walk);
  };
}

/** Whether the number of code points is in the range; they are only counted where their number is in doubt. */
function hasLength(text: string, least: number, most: number): boolean {
  const units = text.length;
  if (units < least || units > most * 2) return false;
  if (units >= least * 2 && units <= most) return true;
  let points = 0;
  for (const _ of text) points++;
  return points >= least && points <= most;
}

function checkEnum(node: EnumNode): Check {
  const values: ReadonlySet<unknown> = new Set(node.values);
  const numbers = numberLiterals(node.values);
  return (value, walk) => {
    if (values.has(value)) {
      if (typeof value !== "number") return value;
      if (isLarge(value)) walk.large = true;
      return value + 0;
    }
    return coerced(node, value, numbers.get(value), walk);
  };
}

function withRules(check: Check, node: ArgumentNode): Check {
  const { rules, secret } = node;
  const hidden = holdsSecret(node);
  return (value, walk) => {
    const result = check(value, walk);
    if (result === FAULT) return FAULT;
    let fits = true;
    for (const rule of rules) {
      for (const { path, expected } of rule.test(result)) {
        const place = secret ? [] : path;
        walk.fault(() => ({
          // What the author says of a value may have the value in it.
          expected: hidden ? rule.words : expected,
          found: place.length === 0
            ? foundWords(result, hidden)
            : "a value that breaks this rule",
        }), place);
        fits = false;
      }
    }
    return fits ? result : FAULT;
  };
}
