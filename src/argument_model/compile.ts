import type { Check } from "./check.ts";
import {
  hasOnlyDeclaredKeys,
  ownsItsKeys,
  undeclaredKeys,
} from "./check_other_keys.ts";
import { missing, tooDeep } from "./common_faults.ts";
import { DEEPEST, setOwn } from "./json_value.ts";
import type { ArgumentNode, ArrayNode, ObjectNode, Property } from "./node.ts";
import { FAULT, MOST_FAULTS } from "./walk.ts";

/** Where the checks come from that compiled code calls instead of doing them itself. */
export interface CheckSource {
  /** The check of a node that has no code of its own. */
  readonly part: (node: ArgumentNode) => Check;
  /** The check of a node that has, for values its code does not take: what says why they do not fit. */
  readonly whole: (node: ArgumentNode) => Check;
}

/**
 * The check of an object or array as code of its own, in which every key is a constant and a scalar that fits as it
 * is costs one comparison. It only ever takes what fits without a change; any other value goes to the check that
 * `source` has for it, so the rules stand in one place. `undefined` for a node that gains nothing, and where the
 * runtime forbids to make code from text.
 */
export function compileCheck(
  node: ArgumentNode,
  source: CheckSource,
): Check | undefined {
  const writer = new CodeWriter(source);
  const name = writer.functionFor(node);
  if (name === undefined) return undefined;
  try {
    // Keys and literals are the only parts of a definition that reach the text, as JSON.
    return new Function(
      ...Object.keys(HELPERS),
      "constants",
      `${writer.code}return ${name};`,
    )(
      ...Object.values(HELPERS),
      writer.constants,
    );
  } catch {
    return undefined;
  }
}

const HELPERS = {
  EMPTY: Object.freeze({}),
  FAULT,
  ObjectPrototype: Object.prototype,
  getPrototypeOf: Object.getPrototypeOf,
  hasOwn: Object.hasOwn,
  isArray: Array.isArray,
  isSafeInteger: Number.isSafeInteger,
  missing,
  setOwn,
  tooDeep,
};

class CodeWriter {
  /** What the code refers to as `constants[index]`. */
  readonly constants: unknown[] = [];
  /** Declarations, the inner ones first. */
  code = "";
  #functions = 0;
  readonly #source: CheckSource;

  constructor(source: CheckSource) {
    this.#source = source;
  }

  /** A name for a function; constants are no count of them, because not each function has one. */
  #nextName(): string {
    return `check${this.#functions++}`;
  }

  /** Writes the function of a node and gives its name. */
  functionFor(node: ArgumentNode): string | undefined {
    if (node.rules.length > 0) return undefined;
    if (
      node.kind === "object" && hasOnlyDeclaredKeys(node) &&
      node.properties.length <= 200
    ) {
      return this.#object(node);
    }
    if (
      node.kind === "array" && node.prefix.length === 0 &&
      node.items !== undefined
    ) {
      return this.#array(node, node.items);
    }
    return undefined;
  }

  #constant(value: unknown): string {
    const name = `k${this.constants.push(value) - 1}`;
    this.code += `const ${name} = constants[${this.constants.length - 1}];\n`;
    return name;
  }

  /** The check for values that the code of a node does not take, made when the first of them comes. */
  #whole(node: ArgumentNode): string {
    let check: Check | undefined;
    const later: Check = (value, walk) =>
      (check ??= this.#source.whole(node))(value, walk);
    return this.#constant(later);
  }

  #object(node: ObjectNode): string {
    const whole = this.#whole(node);
    const reads = node.properties.map(({ key }, index) =>
      `let v${index} = ${ownValue(key)};`
    );
    const checks = node.properties.map((property, index) =>
      this.#property(property, `v${index}`)
    );
    const name = this.#nextName();
    // A key more than was read is not declared; a key less was read from elsewhere than the object.
    const owns = this.#constant(ownsItsKeys(node));
    const more = node.undeclared === "delete"
      ? ""
      : `if (keys !== read && !${
        this.#constant(undeclaredKeys(node))
      }(value, walk)) fits = false;`;
    const count = `
      let keys = 0;
      for (const key in value) keys++;
      if (keys !== read && !${owns}(value, walk)) fits = false;
      ${more}`;
    this.code += `
    function ${name}(value, walk) {
      if (typeof value !== "object" || value === null || isArray(value)) return ${whole}(value, walk);
      ${this.#inherited(node, whole)}
      ${reads.join("\n      ")}
      // Asked after the reads, when the engine knows the shape: a third of the time of asking before.
      const prototype = getPrototypeOf(value);
      if (prototype !== ObjectPrototype && prototype !== null) return ${whole}(value, walk);
      if (++walk.depth > ${DEEPEST}) return tooDeep(walk);
      let fits = true, read = 0;${checks.join("")}${count}
      walk.depth--;
      if (!fits) return FAULT;
      ${construction(node.properties)}
      return result;
    }\n`;
    return name;
  }

  /** Leaves to the other check an object for whose keys somebody has given every object a value. */
  #inherited(node: ObjectNode, whole: string): string {
    const names = node.properties.map(({ key }) => key)
      .filter((key) => !(key in Object.prototype));
    if (names.length === 0) return "";
    // Asked of an object without keys, this costs the engine next to nothing.
    const any = names.map((key) => `${JSON.stringify(key)} in EMPTY`);
    return `if (${any.join(" || ")}) return ${whole}(value, walk);`;
  }

  #property(property: Property, variable: string): string {
    const key = JSON.stringify(property.key);
    return `
      if (${variable} === undefined) {${this.#absent(property, variable)}}
      else { read++; ${this.#checked(property.node, variable, key)} }`;
  }

  #absent(property: Property, variable: string): string {
    if (property.default) {
      return ` ${variable} = ${this.#constant(property.default.make)}(); `;
    }
    if (!property.required) return "";
    return ` missing(${this.#constant(property)}, walk); fits = false; `;
  }

  #array(node: ArrayNode, items: ArgumentNode): string {
    const whole = this.#whole(node);
    const check = this.#checked(items, "element", "index");
    const name = this.#nextName();
    const unfit = [
      "!isArray(value)",
      ...node.minItems === 0 ? [] : [`value.length < ${node.minItems}`],
      ...node.maxItems === undefined ? [] : [`value.length > ${node.maxItems}`],
    ];
    this.code += `
    function ${name}(value, walk) {
      if (${unfit.join(" || ")}) return ${whole}(value, walk);
      if (++walk.depth > ${DEEPEST}) return tooDeep(walk);
      const length = value.length, result = length < 1000 ? new Array(length) : [];
      let fits = true;
      for (let index = 0; index < length; index++) {
        let element = value[index];
        ${check}
        result[index] = element;
        if (!fits && walk.count > ${MOST_FAULTS}) break;
      }
      walk.depth--;
      return fits ? result : FAULT;
    }\n`;
    return name;
  }

  /** Statements that make of `variable` what the callable gets. */
  #checked(node: ArgumentNode, variable: string, key: string): string {
    const inner = this.functionFor(node) ??
      this.#constant(this.#source.part(node));
    const call =
      `{ const before = walk.faults.length; ${variable} = ${inner}(${variable}, walk); if (${variable} === FAULT) { walk.within(${key}, before); fits = false; } }`;
    const condition = node.rules.length === 0
      ? this.#fits(node, variable)
      : undefined;
    if (condition === undefined) return call;
    // Adding zero turns the integer -0 into 0, which is the same JSON value.
    const kept = node.kind === "number" && node.integer
      ? `${variable} += 0;`
      : "";
    return `if (${condition}) {${kept}} else ${call}`;
  }

  /** A condition under which a scalar fits as it is; it may leave out some that fit, such as large numbers. */
  #fits(node: ArgumentNode, variable: string): string | undefined {
    switch (node.kind) {
      case "boolean":
        return `typeof ${variable} === "boolean"`;
      case "string": {
        const { minLength, maxLength, patterns } = node;
        return [
          `typeof ${variable} === "string"`,
          // A code point has one or two units, so these lengths fit however they are counted.
          ...minLength === 0 ? [] : [`${variable}.length >= ${minLength * 2}`],
          ...maxLength === undefined
            ? []
            : [`${variable}.length <= ${maxLength}`],
          ...patterns.map(({ expression }) =>
            `${this.#constant(expression)}.test(${variable})`
          ),
        ].join(" && ");
      }
      case "number": {
        const { integer, minimum, maximum, multipleOf } = node;
        return [
          integer
            ? `isSafeInteger(${variable})`
            : `typeof ${variable} === "number" && ${variable} >= ${Number.MIN_SAFE_INTEGER} && ${variable} <= ${Number.MAX_SAFE_INTEGER}`,
          ...minimum
            ? [`${variable} ${minimum.exclusive ? ">" : ">="} ${minimum.value}`]
            : [],
          ...maximum
            ? [`${variable} ${maximum.exclusive ? "<" : "<="} ${maximum.value}`]
            : [],
          ...multipleOf === undefined
            ? []
            : [`${variable} % ${multipleOf} === 0`],
        ].join(" && ");
      }
      case "enum":
        return node.values.length > 12 ||
            node.values.some((value) => typeof value === "number")
          ? undefined
          : node.values.map((value) =>
            `${variable} === ${JSON.stringify(value)}`
          ).join(" || ");
      default:
        return undefined;
    }
  }
}

/** An expression for the object's own value of a key; a name that every object inherits is its own only where it has it. */
function ownValue(key: string): string {
  const name = JSON.stringify(key);
  return key in Object.prototype
    ? `hasOwn(value, ${name}) ? value[${name}] : undefined`
    : `value[${name}]`;
}

/** Statements that build the result with its keys in the declared order. */
function construction(properties: readonly Property[]): string {
  const sure = (property: Property): boolean =>
    property.required || property.default !== undefined;
  const doubtful = properties.findIndex((property) => !sure(property));
  const first = doubtful === -1 ? properties.length : doubtful;
  const literal = properties.slice(0, first).map(({ key }, index) =>
    `${JSON.stringify(key)}: v${index}`
  );
  const rest = properties.slice(first).map((property, offset) => {
    const variable = `v${first + offset}`;
    const key = JSON.stringify(property.key);
    const set = property.key in Object.prototype
      ? `setOwn(result, ${key}, ${variable});`
      : `result[${key}] = ${variable};`;
    return sure(property) ? set : `if (${variable} !== undefined) ${set}`;
  });
  return [`const result = { ${literal.join(", ")} };`, ...rest].join(
    "\n      ",
  );
}
