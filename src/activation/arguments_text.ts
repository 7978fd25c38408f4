import { canonicalJson, CanonicalJsonError } from "../canonical_json.ts";

/** What leaves room for the other fields in the 4 MiB of an encoded intent. */
const MAX_ARGUMENTS_BYTES = 4 * 1024 * 1024 - 4096;

/**
 * The canonical JSON of arguments, short enough for the bytes of an intent.
 *
 * @throws {CanonicalJsonError} If there is none.
 */
export function argumentsText(args: object): string {
  const text = canonicalJson(args, { maxLength: MAX_ARGUMENTS_BYTES });
  // A UTF-16 unit has at most three bytes, so short text need not be encoded.
  if (
    text.length * 3 > MAX_ARGUMENTS_BYTES &&
    new TextEncoder().encode(text).length > MAX_ARGUMENTS_BYTES
  ) {
    throw new CanonicalJsonError([], "too_long");
  }
  return text;
}
