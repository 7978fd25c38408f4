/**
 * Deep equality as `@std/assert` has it. `isDeepStrictEqual` of `node:util`
 * is no base for it: that one tells `-0` from `0`, and a null prototype from
 * a plain object.
 */
export function equal(left: unknown, right: unknown): boolean {
  return same(left, right, new Map());
}

function same(
  left: unknown,
  right: unknown,
  seen: Map<object, object>,
): boolean {
  if (left === right || Object.is(left, right)) return true;
  if (!isObject(left) || !isObject(right)) return false;
  if (left instanceof Date && right instanceof Date) {
    return Object.is(left.getTime(), right.getTime());
  }
  if (!samePrototype(left, right)) return false;
  if (left instanceof RegExp || left instanceof URL) {
    return String(left) === String(right);
  }
  if (left instanceof ArrayBuffer) {
    return same(
      new Uint8Array(left),
      new Uint8Array(right as ArrayBuffer),
      seen,
    );
  }
  if (left instanceof WeakMap || left instanceof WeakSet) {
    throw new TypeError(`Cannot compare ${left.constructor.name} instances`);
  }
  if (seen.get(left) === right) return true;
  if (Object.keys(left).length !== Object.keys(right).length) return false;
  seen.set(left, right);
  if (left instanceof Set || left instanceof Map) {
    return sameEntries(
      left,
      right as Set<unknown> | Map<unknown, unknown>,
      seen,
    );
  }
  for (const key of new Set([...keysOf(left), ...keysOf(right)])) {
    if (key in left !== key in right) return false;
    if (!same(Reflect.get(left, key), Reflect.get(right, key), seen)) {
      return false;
    }
  }
  return true;
}

/** Order does not count, and neither does the identity of a key. */
function sameEntries(
  left: Set<unknown> | Map<unknown, unknown>,
  right: Set<unknown> | Map<unknown, unknown>,
  seen: Map<object, object>,
): boolean {
  if (left.size !== right.size) return false;
  const rest = [...right.entries()];
  return [...left.entries()].every(([key, value]) => {
    const at = rest.findIndex(([otherKey, otherValue]) =>
      same(key, otherKey, seen) && same(value, otherValue, seen)
    );
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
}

/** A null prototype counts as a plain object. */
function samePrototype(left: object, right: object): boolean {
  const of = (value: object) =>
    Object.getPrototypeOf(value) ?? Object.prototype;
  return of(left) === of(right);
}

/** Own enumerable keys of plain data; of a class instance also what it inherits. */
function keysOf(value: object): PropertyKey[] {
  const prototype = Object.getPrototypeOf(value);
  if (
    prototype === null || prototype === Object.prototype ||
    prototype === Array.prototype
  ) return Reflect.ownKeys({ ...value });
  if (ArrayBuffer.isView(value)) return [...Object.keys(value), "byteLength"];
  const keys: PropertyKey[] = [];
  for (
    let at: object | null = value;
    at !== null && at !== Object.prototype;
    at = Object.getPrototypeOf(at)
  ) keys.push(...Reflect.ownKeys(at));
  return keys;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
