import type { Check } from "./check.ts";
import { findUnsafeInteger } from "./parse_arguments.ts";
import { FAULT, type FaultWords, type Walk } from "./walk.ts";

/** Longer text is not decoded; it is no longer a spelling of an argument. */
const LONGEST_TEXT = 1_048_576;

/**
 * The array or object that a model sent as JSON text, a habit that loses nothing to undo: it is decoded once, and
 * only kept if what comes out fits.
 */
export function decodeText(
  text: string,
  opening: "[" | "{",
  walk: Walk,
  words: () => FaultWords,
  check: Check,
): unknown {
  const refuse = (): unknown => walk.fault(words);
  const trimmed = text.trim();
  if (!trimmed.startsWith(opening) || text.length > LONGEST_TEXT) {
    return refuse();
  }
  let value: unknown;
  try {
    value = JSON.parse(trimmed);
  } catch {
    return refuse();
  }
  if (findUnsafeInteger(trimmed)) return refuse();
  const trial = walk.trial(true);
  const result = check(value, trial);
  if (result === FAULT) return refuse();
  walk.coerced += 1 + trial.coerced;
  return result;
}
