import { isPlain, sortByCodePoint } from "./canonical_json/key_order.ts";
import { ToolError } from "./errors.ts";

/** Containers inside one another; the root counts. */
const MAX_DEPTH = 64;
/** Far above any message that a queue carries, far below what exhausts memory. */
const DEFAULT_MAX_LENGTH = 64 * 1024 * 1024;

/** What makes a value unfit for {@linkcode canonicalJson}. */
export type CanonicalJsonReason =
  | "undefined"
  | "function"
  | "symbol"
  | "symbol_key"
  | "not_finite"
  | "unsafe_integer"
  | "lone_surrogate"
  | "not_plain"
  | "unreadable"
  | "cycle"
  | "too_deep"
  | "too_long";

const EXPLANATIONS: Readonly<Record<CanonicalJsonReason, string>> = {
  undefined: "undefined is no JSON value; leave the key out or write null",
  function: "a function is no JSON value; leave it out",
  symbol: "a symbol is no JSON value; write its description",
  symbol_key: "a key is a symbol, which would be lost; use a text key",
  not_finite: "NaN and infinities are no JSON values; write null or text",
  unsafe_integer: "a whole number beyond 2^53 - 1 may have lost digits; " +
    "pass a bigint or text",
  lone_surrogate: "the text holds half of a surrogate pair, which UTF-8 " +
    "cannot carry; repair it with toWellFormed()",
  not_plain: "only plain objects and arrays have one spelling; " +
    "convert the value to plain data",
  unreadable: "reading the value threw; pass plain data",
  cycle: "the value contains itself; pass a tree",
  too_deep: `the value is nested more than ${MAX_DEPTH} deep; flatten it`,
  too_long: "the text is longer than allowed; pass less or refer to it by id",
};

/**
 * Thrown by {@linkcode canonicalJson} for a value that has no exact spelling; nothing was written.
 *
 * @example See where a value cannot be spelled
 * ```ts
 * import { assertEquals, assertThrows } from "@std/assert";
 * import { canonicalJson, CanonicalJsonError } from "@beam/tools/wire";
 *
 * const error = assertThrows(
 *   () => canonicalJson({ a: [NaN] }),
 *   CanonicalJsonError,
 * );
 *
 * assertEquals(error.path, ["a", 0]);
 * ```
 */
export class CanonicalJsonError extends ToolError {
  /** Stable: logs, and other copies of this package, match on it. */
  override readonly name = "CanonicalJsonError";
  /** Where it is: keys and indexes from the root; `[]` is the root itself. */
  readonly path: readonly (string | number)[];
  /** What is wrong there. */
  readonly reason: CanonicalJsonReason;

  /** Creates the error for the value at one path. */
  constructor(
    path: readonly (string | number)[],
    reason: CanonicalJsonReason,
    options?: ErrorOptions,
  ) {
    super(
      `Cannot write canonical JSON${pathText(path)}: ${EXPLANATIONS[reason]}`,
      options,
    );
    this.path = path;
    this.reason = reason;
  }
}

/** Options of {@linkcode canonicalJson}. */
export interface CanonicalJsonOptions {
  /** Longest text to write, in UTF-16 units; 64 Mi unless set. */
  readonly maxLength?: number | undefined;
}

/**
 * The one spelling of a JSON value, so that equal values give equal bytes in
 * every process and in Python's `json.dumps(value, sort_keys=True,
 * separators=(",", ":"), ensure_ascii=False, allow_nan=False)`.
 *
 * Keys are sorted by code point, nothing is escaped that need not be, numbers
 * are spelled as Python spells them (`1e-05`), `-0` is `0` and a `bigint` is
 * its digits. Whatever has no exact spelling is refused, never dropped or
 * rounded. Each property is read once, and `toJSON` is never called.
 *
 * @param value Plain data: objects, arrays, text, finite numbers, `bigint`,
 * booleans and `null`, at most 64 containers deep.
 * @param options Limits.
 * @returns The text; its UTF-8 bytes are what is signed, stored and compared.
 * @throws {CanonicalJsonError} If the value, or a value in it, has no exact
 * spelling.
 *
 * @example Equal values, equal text
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { canonicalJson } from "@beam/tools/wire";
 *
 * assertEquals(
 *   canonicalJson({ total: 12.5, id: "A-7", lines: [2n ** 60n, 0.00001] }),
 *   '{"id":"A-7","lines":[1152921504606846976,1e-05],"total":12.5}',
 * );
 * ```
 */
export function canonicalJson(
  value: unknown,
  options: CanonicalJsonOptions = {},
): string {
  const { maxLength = DEFAULT_MAX_LENGTH } = options;
  const writer = new Writer(maxLength);
  const text = writer.write(value, 0);
  if (text.length > maxLength) throw new CanonicalJsonError([], "too_long");
  return text;
}

/** One pass over one value; knows where it is, for the error. */
class Writer {
  readonly #maxLength: number;
  /** The key under which each level is being read; longer than the level. */
  readonly #path: (string | number)[] = [];
  /** The container that is open at each level; longer than the level. */
  readonly #open: object[] = [];

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  write(value: unknown, depth: number): string {
    switch (typeof value) {
      case "string":
        return this.#text(value, depth);
      case "number":
        return this.#number(value, depth);
      case "boolean":
        return value ? "true" : "false";
      case "bigint":
        return value.toString();
      case "object":
        return value === null ? "null" : this.#container(value, depth);
      default:
        // What is left are three of the reasons.
        return this.#refuse(typeof value as CanonicalJsonReason, depth);
    }
  }

  #text(text: string, depth: number): string {
    if (isPlain(text)) return `"${text}"`;
    if (!text.isWellFormed()) this.#refuse("lone_surrogate", depth);
    return JSON.stringify(text);
  }

  #number(value: number, depth: number): string {
    if (Number.isSafeInteger(value)) return String(value);
    if (Number.isInteger(value)) return this.#refuse("unsafe_integer", depth);
    if (!Number.isFinite(value)) return this.#refuse("not_finite", depth);
    // Python goes to exponents below 1e-4, JavaScript below 1e-6, and only
    // Python pads the exponent to two digits. Both write the shortest digits
    // that read back as the same number.
    if (Math.abs(value) >= 1e-4) return String(value);
    return value.toExponential().replace(/-(\d)$/, "-0$1");
  }

  #container(value: object, depth: number): string {
    if (depth >= MAX_DEPTH) this.#refuseDepth(value, depth);
    this.#open[depth] = value;
    if (this.#isArray(value, depth)) return this.#array(value, depth);
    return this.#object(value, depth);
  }

  #array(items: object, depth: number): string {
    const length = this.#read(items, "length", depth) as number;
    let text = "[";
    for (let index = 0; index < length; index++) {
      this.#path[depth] = index;
      if (index > 0) text += ",";
      text += this.write(this.#read(items, index, depth + 1), depth + 1);
      if (text.length > this.#maxLength) this.#refuse("too_long", depth);
    }
    return text + "]";
  }

  #object(value: object, depth: number): string {
    const keys = this.#keys(value, depth);
    const plain = sortByCodePoint(keys);
    let text = "{";
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index]!;
      this.#path[depth] = key;
      if (index > 0) text += ",";
      text += plain ? `"${key}":` : `${this.#text(key, depth + 1)}:`;
      text += this.write(this.#read(value, key, depth + 1), depth + 1);
      if (text.length > this.#maxLength) this.#refuse("too_long", depth);
    }
    return text + "}";
  }

  #isArray(value: object, depth: number): boolean {
    let isArray: boolean, prototype: unknown;
    try {
      isArray = Array.isArray(value);
      prototype = Object.getPrototypeOf(value);
    } catch (cause) {
      return this.#refuse("unreadable", depth, cause);
    }
    const plain = isArray ? Array.prototype : Object.prototype;
    if (prototype === plain || prototype === null && !isArray) return isArray;
    return this.#refuse("not_plain", depth);
  }

  #keys(value: object, depth: number): string[] {
    let keys: string[], symbols: symbol[];
    try {
      keys = Object.keys(value);
      const seen = Object.prototype.propertyIsEnumerable;
      symbols = Object.getOwnPropertySymbols(value)
        .filter((symbol) => seen.call(value, symbol));
    } catch (cause) {
      return this.#refuse("unreadable", depth, cause);
    }
    if (symbols.length > 0) this.#refuse("symbol_key", depth);
    return keys;
  }

  #read(container: object, key: string | number, depth: number): unknown {
    try {
      return (container as Record<string | number, unknown>)[key];
    } catch (cause) {
      return this.#refuse("unreadable", depth, cause);
    }
  }

  /** A cycle is always too deep in the end, so it is looked for only here. */
  #refuseDepth(value: object, depth: number): never {
    const containers = [...this.#open.slice(0, depth), value];
    const repeated = containers.findIndex((container, level) =>
      containers.indexOf(container) < level
    );
    if (repeated < 0) this.#refuse("too_deep", depth);
    this.#refuse("cycle", repeated);
  }

  #refuse(reason: CanonicalJsonReason, depth: number, cause?: unknown): never {
    const options = cause === undefined ? undefined : { cause };
    const path = this.#path.slice(0, depth);
    throw new CanonicalJsonError(path, reason, options);
  }
}

/** `path` as `a.b[0]` in quotes, at most about 120 characters. */
function pathText(path: readonly (string | number)[]): string {
  if (path.length === 0) return "";
  const steps = path.map((key) =>
    typeof key === "number" ? `[${key}]` : `.${key.slice(0, 120)}`
  );
  const text = steps.join("").replace(/^\./, "");
  const end = text.length > 120 ? "…" : "";
  return ` at ${JSON.stringify(text.slice(0, 120) + end)}`;
}
