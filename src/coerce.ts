/**
 * Which other spellings of a scalar are accepted. Each function gives the value that the spelling stands for, or
 * `undefined` where there is none; none of them rounds. The rules are those of Pydantic's lax mode, which the
 * Python sibling follows, without its lossy cases.
 *
 * @see {@link https://docs.pydantic.dev/latest/concepts/conversion_table/}
 */
import { losesDigits } from "./argument_model/parse_arguments.ts";

const INTEGER_TEXT = /^[+-]?\d+(?:_\d+)*(?:\.0+)?$/;
const DECIMAL_TEXT =
  /^[+-]?(?:\d+(?:_\d+)*\.?(?:\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)(?:[eE][+-]?\d+)?$/;
const ZERO_TEXT = /^[+-]?[0_]*\.?[0_]*(?:[eE]|$)/;
const TRUE_TEXT = /^(?:1|t|true|y|yes|on)$/i;
const FALSE_TEXT = /^(?:0|f|false|n|no|off)$/i;
/** Longer text is no number that a model means, and not worth the time to read. */
const LONGEST_NUMBER = 400;

/** The integer that `value` stands for. */
export function coerceInteger(value: unknown): number | undefined {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value !== "string" || value.length > LONGEST_NUMBER) {
    return undefined;
  }
  const text = value.trim();
  if (!INTEGER_TEXT.test(text)) return undefined;
  const number = Number(text.replaceAll("_", ""));
  return Number.isSafeInteger(number) ? number + 0 : undefined;
}

/** The finite number that `value` stands for. */
export function coerceNumber(value: unknown): number | undefined {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value !== "string" || value.length > LONGEST_NUMBER) {
    return undefined;
  }
  const text = value.trim();
  if (!DECIMAL_TEXT.test(text)) return undefined;
  const digits = text.replaceAll("_", "");
  const number = Number(digits);
  if (!Number.isFinite(number) || losesDigits(digits)) return undefined;
  if (number === 0 && !ZERO_TEXT.test(text)) return undefined;
  return number;
}

/** The boolean that `value` stands for. */
export function coerceBoolean(value: unknown): boolean | undefined {
  if (value === 1) return true;
  if (value === 0) return false;
  if (typeof value !== "string") return undefined;
  if (TRUE_TEXT.test(value)) return true;
  if (FALSE_TEXT.test(value)) return false;
  return undefined;
}

/** The numbers among `values` by the only text that each is taken from. */
export function numberLiterals(
  values: readonly unknown[],
): ReadonlyMap<unknown, number> {
  const numbers = values.filter((value) => typeof value === "number");
  return new Map(numbers.map((number) => [String(number), number]));
}
