import Ajv2020 from "ajv/dist/2020.js";
import type { ArgumentModel, JsonSchema } from "../../src/argument_model.ts";

/** The verdict of a validator that knows nothing of this package. */
export type Judge = (value: unknown) => boolean;

/** Makes a {@linkcode Judge} of a published schema; throws where it is no JSON Schema. */
export type JudgeMaker = (schema: JsonSchema) => Judge;

// The default export of a CommonJS module is typed as the module itself.
const Ajv = Ajv2020 as unknown as typeof Ajv2020.default;

/** Ajv for JSON Schema 2020-12, which checks keys that are own, and no formats. */
export function ajvJudges(): JudgeMaker {
  let ajv = new Ajv({ strict: false, ownProperties: true });
  let used = 0;
  return (schema) => {
    // It keeps what it compiled.
    if (++used % 500 === 0) {
      ajv = new Ajv({ strict: false, ownProperties: true });
    }
    const validate = ajv.compile({ ...schema });
    return (value) => validate(value);
  };
}

/** How a definition and its schema stand to each other on one value. */
export type Verdict =
  | "agree"
  | "loose" // the schema allows what the validator refuses
  | "tight"; // the validator accepts what the schema forbids

/** Compares on one value. */
export function verdictOn(
  model: Pick<ArgumentModel, "accepts">,
  judge: Judge,
  value: unknown,
): Verdict {
  const accepted = model.accepts(value);
  if (accepted === judge(value)) return "agree";
  return accepted ? "tight" : "loose";
}

/** Whether all of `value` could stand in JSON text: `1e400` is read as Infinity, which could not. */
export function isJson(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.values(value).every(isJson);
}

/** A value as text that shows lone surrogates and `-0`. */
export function shown(value: unknown): string {
  return Object.is(value, -0) ? "-0" : JSON.stringify(value);
}
