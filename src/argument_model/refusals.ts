/** Why a value cannot be an argument, and what to write instead. */
export interface Refusal {
  readonly reason: string;
  readonly instead: string;
}

const INSTEAD: Readonly<Record<string, string>> = {
  undefined: 'use an optional key, as in "note?"',
  bigint: 'use "number.integer", or text for integers beyond 2^53',
  symbol: "use text, or a few literals such as \"'a' | 'b'\"",
  Date: 'use "string.date.iso", and make the Date in the body',
  Map: 'use an object such as { "[string]": "number" }',
  Set: "use an array",
  RegExp: "use text",
  URL: 'use "string.url", and make the URL in the body',
  Function: "pass the name of what is to be called",
  Promise: "pass the value itself",
  Infinity: "use null for no limit",
  "-Infinity": "use null for no limit",
  NaN: "use null for no number",
};

/** The advice for a type or a literal that JSON does not have, by its name or constructor. */
export function adviceFor(kind: string | { readonly name: string }): Refusal {
  const name = typeof kind === "string" ? kind : kind.name;
  return {
    reason: `is ${name}, which is not JSON`,
    instead: INSTEAD[name] ?? "use a JSON value, and convert it in the body",
  };
}

/** The name by which a literal that is not JSON is known. */
export function nameOfUnit(unit: unknown): string {
  if (typeof unit === "number" || unit === undefined) return String(unit);
  if (typeof unit === "object" && unit !== null) {
    return unit.constructor?.name ?? "an object";
  }
  return typeof unit === "function" ? "Function" : typeof unit;
}
