import type { Check } from "./check.ts";
import { expectedOf } from "./expected.ts";
import { setOwn } from "./json_value.ts";
import type { Property } from "./node.ts";
import { FAULT, type Walk } from "./walk.ts";

/** A declared key and the check of its value. */
export interface CheckedProperty {
  readonly property: Property;
  readonly check: Check;
}

/**
 * Reads the declared keys of an object in their order and gives a new object of what their checks made of them.
 * `undeclared` is asked, where given, if the object has keys that were not read.
 */
export type ObjectReader = (
  value: Record<string, unknown>,
  walk: Walk,
  undeclared:
    | ((value: Record<string, unknown>, walk: Walk) => boolean)
    | undefined,
) => unknown;

/** Records that a required key is absent. */
function missing({ key, node }: Property, walk: Walk): void {
  const before = walk.faults.length;
  walk.fault(expectedOf(node), "");
  walk.within(key, before);
}

/**
 * The reader as a loop over the keys. It says what a reader does; {@linkcode compileReader} does the same faster, and
 * a test compares the two.
 */
export function interpretReader(
  properties: readonly CheckedProperty[],
): ObjectReader {
  return (value, walk, undeclared) => {
    const result = {};
    let fits = true;
    let read = 0;
    for (const { property, check } of properties) {
      const { key } = property;
      const member = Object.hasOwn(value, key) ? value[key] : undefined;
      if (member === undefined) {
        if (property.default) setOwn(result, key, property.default.make());
        else if (property.required) {
          missing(property, walk);
          fits = false;
        }
        continue;
      }
      read++;
      const before = walk.faults.length;
      const checked = check(member, walk);
      if (checked === FAULT) {
        walk.within(key, before);
        fits = false;
      } else setOwn(result, key, checked);
    }
    if (
      undeclared && Object.keys(value).length !== read &&
      !undeclared(value, walk)
    ) fits = false;
    return fits ? result : FAULT;
  };
}

/**
 * The reader as a function of its own, in which every key and every check is a constant: an order of magnitude faster
 * than the loop. `undefined` where the runtime forbids to make code from text. Keys are the only part of a definition
 * that reaches the text, as JSON strings.
 */
export function compileReader(
  properties: readonly CheckedProperty[],
): ObjectReader | undefined {
  // Beyond this, compiling costs more than a loop.
  if (properties.length > 200) return undefined;
  const reads: string[] = [];
  const builds: string[] = [];
  let literal: string[] | undefined = [];
  properties.forEach(({ property }, index) => {
    const key = JSON.stringify(property.key).replaceAll("\u2028", "\\u2028")
      .replaceAll("\u2029", "\\u2029");
    // A name that every object inherits is only the object's own where it has it.
    const own = property.key in Object.prototype
      ? `hasOwn(value, ${key}) ? value[${key}] : undefined`
      : `value[${key}]`;
    const absent = property.default
      ? `v${index} = fallback[${index}].make();`
      : property.required
      ? `missing(property[${index}], walk); fits = false;`
      : "";
    reads.push(`
      let v${index} = ${own};
      if (v${index} === undefined) { ${absent} } else {
        read++; before = walk.faults.length;
        v${index} = check${index}(v${index}, walk);
        if (v${index} === FAULT) { walk.within(${key}, before); fits = false; }
      }`);
    if (literal && (property.required || property.default)) {
      literal.push(`${key}: v${index}`);
    } else {
      if (literal) builds.push(`const result = { ${literal.join(", ")} };`);
      literal = undefined;
      builds.push(
        `${
          property.required || property.default
            ? ""
            : `if (v${index} !== undefined) `
        }result[${key}] = v${index};`,
      );
    }
  });
  if (literal) builds.push(`const result = { ${literal.join(", ")} };`);
  const checks = properties.map((_, index) =>
    `const check${index} = check[${index}];`
  ).join("\n");
  const source = `
    ${checks}
    return function readObject(value, walk, undeclared) {
      let fits = true, read = 0, before = 0;
      ${reads.join("")}
      if (undeclared !== undefined) {
        let keys = 0;
        for (const key in value) keys++;
        if (keys !== read && !undeclared(value, walk)) fits = false;
      }
      if (!fits) return FAULT;
      ${builds.join("\n")}
      return result;
    };`;
  try {
    const make = new Function(
      "check",
      "property",
      "fallback",
      "missing",
      "hasOwn",
      "FAULT",
      source,
    );
    return make(
      properties.map(({ check }) => check),
      properties.map(({ property }) => property),
      properties.map(({ property }) => property.default),
      missing,
      Object.hasOwn,
      FAULT,
    );
  } catch {
    return undefined;
  }
}
