import fc from "fast-check";
import type { JsonSchema } from "../../src/argument_model.ts";
import { SPECIAL_KEYS } from "./corpus.ts";
import { fromEntries } from "./mutate.ts";
import type { Random } from "./random.ts";
import { TEXTS } from "./texts.ts";

type Schema = JsonSchema | false;

/** Makes values that fit a published schema, or only just do not: bounds are met, and passed by one. */
export class Sampler {
  readonly #root: JsonSchema;
  readonly #random: Random;

  constructor(root: JsonSchema, random: Random) {
    this.#root = root;
    this.#random = random;
  }

  /** One value for the whole schema. */
  sample(): unknown {
    return this.#value(this.#root, 0);
  }

  #value(schema: Schema | undefined, depth: number): unknown {
    if (schema === undefined || schema === false) return this.#anything();
    if (depth > 12) return this.#random.pick([null, {}, [], ""]);
    if ("const" in schema) return schema.const;
    if (Array.isArray(schema.enum)) return this.#random.pick(schema.enum);
    if (typeof schema.$ref === "string") {
      const name = schema.$ref.slice("#/$defs/".length);
      const definitions = this.#root.$defs as Record<string, JsonSchema>;
      return this.#value(definitions[name], depth + 1);
    }
    if (Array.isArray(schema.anyOf)) {
      return this.#value(this.#random.pick(schema.anyOf), depth + 1);
    }
    switch (schema.type) {
      case "null":
        return null;
      case "boolean":
        return this.#random.chance(0.5);
      case "string":
        return this.#text(schema);
      case "number":
      case "integer":
        return this.#number(schema);
      case "array":
        return this.#array(schema, depth);
      case "object":
        return this.#object(schema, depth);
      default:
        return this.#anything();
    }
  }

  #anything(): unknown {
    return this.#random.pick([
      null,
      true,
      0,
      -0,
      1.5,
      1e308,
      "",
      "a",
      "😀",
      [],
      [1],
      {},
      { a: 1 },
      { a: [{}] },
    ]);
  }

  /** A whole number from `least` to `most`, either of them often, at times one beyond. */
  #count(least: number, most: number): number {
    const random = this.#random;
    const choices = [least, least, most, most, least + 1];
    if (random.chance(0.15)) choices.push(least - 1, most + 1);
    return Math.max(0, random.pick(choices));
  }

  #text(schema: JsonSchema): string {
    const random = this.#random;
    if (typeof schema.pattern === "string") {
      return random.pick(textsFor(schema.pattern));
    }
    const least = Number(schema.minLength ?? 0);
    const most = Number(schema.maxLength ?? least + 4);
    if (least === 0 && schema.maxLength === undefined && random.chance(0.5)) {
      return random.pick(TEXTS);
    }
    const letters = random.pick([["a"], ["😀"], ["\ud83d"], [
      "a",
      "é",
      "😀",
      "\ude00",
      "\ud83d",
      "\n",
    ]]);
    return Array.from(
      { length: this.#count(least, Math.min(most, 5000)) },
      () => random.pick(letters),
    ).join("");
  }

  #number(schema: JsonSchema): number {
    const random = this.#random;
    const least = Number(schema.minimum ?? schema.exclusiveMinimum ?? NaN);
    const most = Number(schema.maximum ?? schema.exclusiveMaximum ?? NaN);
    const step = Number(schema.multipleOf ?? 1);
    const inside = Number.isFinite(least) && Number.isFinite(most)
      ? least + random.next() * (most - least)
      : Number.isFinite(least)
      ? least + random.next() * 100
      : Number.isFinite(most)
      ? most - random.next() * 100
      : random.next() * 200 - 100;
    const whole = Math.round(inside / step) * step;
    const near = [least, most, inside, whole, whole, whole, whole + step];
    if (random.chance(0.2)) {
      near.push(least - 1, most + 1, -0, 1e308, whole + 0.5, 2 ** 53);
    }
    const numbers = near.filter((value) => Number.isFinite(value));
    return random.pick(numbers);
  }

  #array(schema: JsonSchema, depth: number): unknown[] {
    const prefix = (schema.prefixItems ?? []) as readonly JsonSchema[];
    const least = Number(schema.minItems ?? 0);
    const most = Number(
      schema.maxItems ??
        (schema.items === false ? prefix.length : Math.max(
          least,
          prefix.length + 2,
        )),
    );
    const length = Math.min(this.#count(least, most), 40);
    return Array.from(
      { length },
      (_, index) =>
        this.#value(prefix[index] ?? schema.items as Schema, depth + 1),
    );
  }

  #object(schema: JsonSchema, depth: number): Record<string, unknown> {
    const random = this.#random;
    const required = new Set(schema.required as readonly string[] | undefined);
    const patterns = Object.entries(
      (schema.patternProperties ?? {}) as Record<string, JsonSchema>,
    );
    const entries: [string, unknown][] = [];
    for (const [key, value] of Object.entries(schema.properties ?? {})) {
      const present = required.has(key)
        ? !random.chance(0.02)
        : random.chance(depth > 4 ? 0.1 : 0.5);
      if (!present) continue;
      const [, narrower] = patterns.find(([source]) =>
        random.chance(0.7) && new RegExp(source, "u").test(key)
      ) ?? [];
      entries.push([key, this.#value(narrower ?? value, depth + 1)]);
    }
    for (const [source, value] of patterns) {
      if (random.chance(0.4)) continue;
      const key = random.pick(textsFor(source));
      entries.push([key, this.#value(value, depth + 1)]);
    }
    const others = schema.additionalProperties as Schema | undefined;
    if (random.chance(others === false ? 0.03 : 0.5)) {
      const key = random.pick(SPECIAL_KEYS);
      entries.push([key, this.#value(others, depth + 1)]);
    }
    if (random.chance(0.1)) entries.reverse();
    return fromEntries(entries);
  }
}

const texts = new Map<string, readonly string[]>();

/** Texts of which most match a pattern. */
export function textsFor(source: string): readonly string[] {
  let known = texts.get(source);
  if (known === undefined) {
    const expression = new RegExp(source, "u");
    const matching = TEXTS.filter((text) => expression.test(text));
    const made = madeFor(expression);
    known = [...matching, ...made];
    if (known.length === 0) known = TEXTS;
    texts.set(source, known);
  }
  return known;
}

function madeFor(expression: RegExp): string[] {
  try {
    return fc.sample(fc.stringMatching(expression), { seed: 1, numRuns: 20 });
  } catch {
    // Look-behind and a few other forms are beyond it; the fixed texts have matches for those that are used.
    return [];
  }
}
