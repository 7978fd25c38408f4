import { ToolArgumentError } from "../errors.ts";
import { DEEPEST, kindOf } from "./json_value.ts";

/** How the text of arguments is read. */
export interface ParseArgumentsOptions {
  /** The longest text that is read, in UTF-16 code units; 4,194,304 unless set. */
  readonly maxLength?: number | undefined;
  /** The tool that is named in errors; `""` unless set. */
  readonly toolName?: string | undefined;
}

/**
 * Reads the JSON text that a model provider sends as the arguments of one call.
 *
 * Blank text and `null` are no arguments, `{}`. Text that holds the JSON text of an object (arguments encoded twice)
 * is decoded once more. What the values may be is not judged here; `run` and `act` do that, and take text as well.
 *
 * @param text What the provider sent.
 * @param options How much of it is read.
 * @returns The arguments, plain data of the caller's own.
 * @throws {ToolArgumentError} For text that is not one JSON object, that is too long, that is nested deeper than 256
 * levels, or that has an integer beyond 2^53, which would lose digits.
 *
 * @example Read what a provider sent
 * ```ts
 * import { assertEquals, assertThrows } from "@std/assert";
 * import { parseArguments, ToolArgumentError } from "@beam/tools";
 *
 * assertEquals(parseArguments('{"limit": 5}'), { limit: 5 });
 * assertEquals(parseArguments(""), {});
 * assertThrows(() => parseArguments("[1]"), ToolArgumentError);
 * ```
 */
export function parseArguments(
  text: string,
  options: ParseArgumentsOptions = {},
): Record<string, unknown> {
  const { toolName = "" } = options;
  const { value, source } = decodeArguments(text, options);
  if (findUnsafeInteger(source)) throw unsafeInteger(toolName);
  if (isTooDeep(value, 0)) {
    throw new ToolArgumentError(toolName, [{
      path: [],
      expected: `at most ${DEEPEST} levels`,
      message:
        `the arguments are nested deeper than ${DEEPEST} levels; send flatter data`,
    }]);
  }
  return value;
}

/** Whether there are more levels than the stack of whoever reads them may bear. */
function isTooDeep(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth >= DEEPEST ||
    Object.values(value).some((member) => isTooDeep(member, depth + 1));
}

/** Arguments, and the text in which they stand: the given one, or the one it holds where they are encoded twice. */
interface DecodedArguments {
  readonly value: Record<string, unknown>;
  readonly source: string;
}

/** {@linkcode parseArguments} without the look at integers, which a walk does where it meets a large number. */
export function decodeArguments(
  text: string,
  options: ParseArgumentsOptions = {},
): DecodedArguments {
  const { maxLength = 4_194_304, toolName = "" } = options;
  const refuse = (expected: string, message: string): never => {
    throw new ToolArgumentError(toolName, [{
      path: [],
      expected,
      message: `the arguments ${message}`,
    }]);
  };
  if (typeof text !== "string") {
    throw new TypeError(
      `Cannot parse arguments: expected text, got ${kindOf(text)}`,
    );
  }
  if (text.length > maxLength) {
    refuse(
      `at most ${maxLength} characters`,
      `are longer than ${maxLength} characters; send less`,
    );
  }
  let value = decode(text);
  if (value === NOT_JSON) {
    refuse(
      "one JSON object",
      "are not valid JSON; send one JSON object and nothing else",
    );
  }
  let source = text;
  if (typeof value === "string") {
    source = value;
    value = decode(value);
  }
  if (value === null || value === undefined) return { value: {}, source };
  if (typeof value !== "object" || Array.isArray(value)) {
    refuse(
      "one JSON object",
      `are ${
        value === NOT_JSON ? "text" : kindOf(value)
      }; send one JSON object`,
    );
  }
  return { value: value as Record<string, unknown>, source };
}

/** The error for arguments whose text has an integer that `JSON.parse` rounds. */
export function unsafeInteger(toolName: string): ToolArgumentError {
  return new ToolArgumentError(toolName, [{
    path: [],
    expected: "integers within ±(2^53 - 1)",
    message:
      "the arguments hold an integer beyond 2^53, which loses digits; send it as text if the tool takes text",
  }]);
}

const NOT_JSON: unique symbol = Symbol("not JSON");

function decode(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.trim() === "" ? undefined : NOT_JSON;
  }
}

const LONG_NUMBER = /[1-9][0-9]{15}|[0-9.]{16}[eE]/;
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Whether the JSON text has an integer that `JSON.parse` rounds. Only text with a long run of digits is looked at. */
export function findUnsafeInteger(text: string): boolean {
  if (!LONG_NUMBER.test(text)) return false;
  for (const [token] of text.matchAll(TOKENS)) {
    if (!token.startsWith('"') && losesDigits(token)) return true;
  }
  return false;
}

/**
 * Whether decimal text is a number beyond 2^53 that may lose digits: an integer that is written out, or any other form
 * that does not come out with the digits that it was written with.
 */
export function losesDigits(text: string): boolean {
  const number = Number(text);
  if (Math.abs(number) <= Number.MAX_SAFE_INTEGER) return false;
  // Of more digits than a double has room for some are lost, and they need not be compared.
  return text.length > 400 || /^[+-]?\d+(?:\.0*)?$/.test(text) ||
    significantDigits(text) !== significantDigits(String(number));
}

function significantDigits(text: string): string {
  return text.replace(/e.*/i, "").replaceAll(/\D/g, "")
    .replace(/^0+/, "").replace(/0+$/, "");
}
