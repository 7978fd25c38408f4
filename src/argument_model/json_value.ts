/** Thrown by {@linkcode copyJson} for what JSON cannot carry, which is its message. */
export class NotJsonError extends Error {
  /** Where in the value it is, filled in from the inside out. */
  readonly path: (string | number)[] = [];
}

/** Deeper values are refused, long before the stack could overflow. */
export const DEEPEST = 256;

/** Whether `value` is an object as `JSON.parse` makes them, or one without a prototype. */
export function isPlainObject(
  value: unknown,
): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype ||
    (!Array.isArray(value) && isForeignObjectPrototype(prototype));
}

/** The `Object.prototype` of another realm, which is where a `vm` or a worker's data may come from. */
function isForeignObjectPrototype(prototype: object): boolean {
  return Object.getPrototypeOf(prototype) === null &&
    Object.hasOwn(prototype, "hasOwnProperty") &&
    Object.hasOwn(prototype, "isPrototypeOf");
}

/** The keys that every object inherits, `__proto__` also where a runtime has none. */
const INHERITED: ReadonlySet<string> = new Set([
  "__proto__",
  ...Object.getOwnPropertyNames(Object.prototype),
]);

/** Sets an own property, also one that an assignment would apply, or refuse, because every object inherits it. */
export function setOwn(target: object, key: string, value: unknown): void {
  if (!INHERITED.has(key)) {
    (target as Record<string, unknown>)[key] = value;
    return;
  }
  Object.defineProperty(target, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/**
 * An own copy of plain data, each value read once; `onNumber` is told of each number in it.
 *
 * @throws {NotJsonError} for anything that JSON text could not say, or that is nested too deep.
 */
export function copyJson(
  value: unknown,
  depth = 0,
  onNumber?: (value: number) => void,
): unknown {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      onNumber?.(value);
      if (Number.isFinite(value)) return value;
      throw new NotJsonError(`${value}, which is not JSON`);
    case "object": {
      if (value === null) return null;
      if (depth >= DEEPEST) {
        throw new NotJsonError(`more than ${DEEPEST} levels of nesting`);
      }
      if (Array.isArray(value)) {
        const copy = new Array<unknown>(value.length);
        // Not `map`, which skips holes: a hole is no JSON value.
        for (let index = 0; index < copy.length; index++) {
          copy[index] = copyMember(value[index], index, depth, onNumber);
        }
        return copy;
      }
      if (!isPlainObject(value)) break;
      const copy = {};
      for (const key of Object.keys(value)) {
        const member = value[key];
        // A caller in JavaScript that sets a key to `undefined` means that it is absent.
        if (member === undefined) continue;
        setOwn(copy, key, copyMember(member, key, depth, onNumber));
      }
      return copy;
    }
  }
  throw new NotJsonError(`${kindOf(value)}, which is not JSON`);
}

function copyMember(
  member: unknown,
  key: string | number,
  depth: number,
  onNumber: ((value: number) => void) | undefined,
): unknown {
  if (typeof member !== "object" || member === null) {
    // Most members are scalars; they cannot fail in a place of their own.
    if (typeof member === "string" || typeof member === "boolean") {
      return member;
    }
  }
  try {
    return copyJson(member, depth + 1, onNumber);
  } catch (error) {
    if (error instanceof NotJsonError) error.path.unshift(key);
    throw error;
  }
}

/** The kind of a value in words, such as `"an array"`. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  switch (typeof value) {
    case "string":
      return "text";
    case "number":
      return "a number";
    case "boolean":
      return "a boolean";
    case "undefined":
      return "undefined";
    case "object":
      return isPlainObject(value) ? "an object" : "a class instance";
    default:
      return `a ${typeof value}`;
  }
}
