/**
 * What only the definition as it was written can tell, because ArkType does not keep it: the order of the keys, and
 * whether an object that takes undeclared keys was meant to.
 */

type Raw = Record<string, unknown>;

/** Whether `definition` is an object literal, not a ready-made Type or anything else. */
export function isLiteral(definition: unknown): definition is Raw {
  if (typeof definition !== "object" || definition === null) return false;
  const prototype = Object.getPrototypeOf(definition);
  return prototype === Object.prototype || prototype === null;
}

/**
 * `definition` with its object literals closed to undeclared keys, except where they say otherwise with `"+"`. To
 * ignore such keys is put as an index signature, which ArkType keeps, while it drops the word `"ignore"`.
 */
export function closeLiterals(definition: unknown): unknown {
  if (Array.isArray(definition)) {
    if (operatorOf(definition) === undefined) {
      return definition.map((element) => closeLiterals(element));
    }
    const [left, operator, right, ...rest] = definition;
    switch (operator) {
      case "|":
        return [closeLiterals(left), operator, closeLiterals(right), ...rest];
      case "&":
        // Two closed shapes have no value in common; the merged one is closed when it is read.
        return definition;
      default:
        return [closeLiterals(left), ...definition.slice(1)];
    }
  }
  if (!isLiteral(definition)) return definition;
  const closed: Raw = {};
  // Symbols are kept for the reader to refuse.
  for (const key of Reflect.ownKeys(definition)) {
    const value = definition[key as string];
    if (key === "+" && value === "ignore") {
      if (!("[string]" in definition)) closed["[string]"] = "unknown";
      continue;
    }
    Object.defineProperty(closed, key, {
      value: key === "..." ? value : closeLiterals(value),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  // Last, because ArkType wants "..." to come first.
  if (!Object.hasOwn(definition, "+")) closed["+"] = "reject";
  return closed;
}

/** The keys that `definition` declares, in its order; `[]` where it is not an object literal. */
export function declaredKeys(definition: unknown): string[] {
  const literal = literalOf(definition);
  if (literal === undefined) return [];
  return Object.keys(literal).flatMap((key) => {
    if (key === "...") return declaredKeys(literal[key]);
    if (key === "+" || (key.startsWith("[") && key.endsWith("]"))) return [];
    return [keyName(key)];
  });
}

/** How `definition` describes the value of `key`; `undefined` where it cannot be told. */
export function definitionOfKey(definition: unknown, key: string): unknown {
  const literal = literalOf(definition);
  if (literal === undefined) return undefined;
  for (const [written, value] of Object.entries(literal)) {
    if (written !== "..." && keyName(written) === key) return value;
  }
  return definitionOfKey(literal["..."], key);
}

/** How `definition` describes the elements of an array, or the one at `index`. */
export function definitionOfElement(
  definition: unknown,
  index: number | undefined,
): unknown {
  const array = unwrapped(definition, "[]");
  if (!Array.isArray(array)) return undefined;
  if (operatorOf(array) === "[]") return array[0];
  if (operatorOf(array) !== undefined) return undefined;
  if (index !== undefined) return array[index];
  const variadic = array.indexOf("...");
  return variadic === -1
    ? undefined
    : definitionOfElement(array[variadic + 1], undefined);
}

/** The branch of a union whose keys are those of `keys`; `undefined` where no literal has them. */
export function definitionOfBranch(
  definition: unknown,
  keys: readonly string[],
): unknown {
  const union = unwrapped(definition, "|");
  if (Array.isArray(union) && operatorOf(union) === "|") {
    return definitionOfBranch(union[0], keys) ??
      definitionOfBranch(union[2], keys);
  }
  const declared = declaredKeys(union);
  return declared.length === keys.length &&
      keys.every((key) => declared.includes(key))
    ? union
    : undefined;
}

/**
 * Whether `definition` calls itself `this` where ArkType would intersect that with something else, at which it may run
 * out of stack or memory: beside `&`, and in an object with several rules for one key.
 */
export function intersectsItself(definition: unknown): boolean {
  if (typeof definition === "string") {
    return definition.includes("&") && unquoted(definition).includes("&") &&
      holdsThis(definition);
  }
  const parts = partsOf(definition);
  const intersects = Array.isArray(definition)
    ? operatorOf(definition) === "&"
    : isLiteral(definition) && hasRulesForOneKey(definition);
  return intersects ? parts.some(holdsThis) : parts.some(intersectsItself);
}

function holdsThis(definition: unknown): boolean {
  return typeof definition === "string"
    ? definition.includes("this") && /\bthis\b/.test(unquoted(definition))
    : partsOf(definition).some(holdsThis);
}

function hasRulesForOneKey(literal: Raw): boolean {
  const rules = Object.entries(literal).filter(([key, value]) =>
    key !== "+" && value !== "unknown"
  );
  return rules.length > 1 && rules.some(([key]) => key.startsWith("["));
}

/** The text of a definition without literals and regular expressions. */
function unquoted(text: string): string {
  return text.replaceAll(/(['"/])(?:\\.|(?!\1)[^\\])*\1/gs, "");
}

/** The definitions that `definition` is made of. */
function partsOf(definition: unknown): readonly unknown[] {
  if (isLiteral(definition)) {
    return Object.entries(definition).flatMap(([key, value]) =>
      key === "+" ? [] : [value]
    );
  }
  if (!Array.isArray(definition)) return [];
  switch (operatorOf(definition)) {
    case undefined:
      return definition;
    case "|":
    case "&":
      return [definition[0], definition[2]];
    case "keyof":
      return [definition[1]];
    case "===":
    case "instanceof":
      return [];
    default:
      return [definition[0]];
  }
}

/** The operator of a tuple expression, such as `"="` in `["string", "=", "x"]`. */
function operatorOf(tuple: readonly unknown[]): unknown {
  const [first, second] = tuple;
  if (first === "keyof" || first === "===" || first === "instanceof") {
    return first;
  }
  return typeof second === "string" && OPERATORS.has(second)
    ? second
    : undefined;
}

const OPERATORS = new Set(["[]", "|", "&", ":", "=>", "|>", "@", "=", "?"]);

/** `definition` without the tuple expressions around it, up to one with the operator `until`. */
function unwrapped(definition: unknown, until: string): unknown {
  let current = definition;
  while (Array.isArray(current)) {
    const operator = operatorOf(current);
    if (operator === undefined || operator === until || operator === "|") break;
    if (operator === "[]" || operator === "&" || current[0] === operator) break;
    current = current[0];
  }
  return current;
}

function literalOf(definition: unknown): Raw | undefined {
  const current = unwrapped(definition, "");
  return isLiteral(current) ? current : undefined;
}

/** `limit` for the written key `limit?`; a backslash keeps a mark that belongs to the name. */
function keyName(written: string): string {
  if (written.endsWith("\\?")) return `${written.slice(0, -2)}?`;
  if (written.endsWith("?")) return written.slice(0, -1);
  if (written.startsWith("\\")) return written.slice(1);
  return written;
}
