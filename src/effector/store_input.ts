/**
 * What every {@linkcode DedupStore} refuses before it looks at a record.
 */
import {
  type ClaimOptions,
  type CompleteOptions,
  MAX_RESULT_BYTES,
  ResultTooLargeError,
} from "./store.ts";

/** Whether `text` is a SHA-256 in lower-case hex digits. */
export function isFingerprint(text: unknown): text is string {
  // In half the time that /^[0-9a-f]{64}$/ takes: each claim is checked.
  return typeof text === "string" && text.length === 64 &&
    !/[^0-9a-f]/.test(text);
}

/**
 * Checks what a claim is made with.
 *
 * @throws {RangeError} When a value is out of its range.
 */
export function checkClaim(intentId: string, options: ClaimOptions): void {
  const { token, fingerprint, leaseMs, now } = options;
  checkOwner("claim", intentId, token);
  if (!isFingerprint(fingerprint)) {
    throw new RangeError(
      `Cannot claim ${
        JSON.stringify(intentId)
      }: the fingerprint is not a SHA-256; give 64 lower-case hex digits`,
    );
  }
  checkMilliseconds("claim", intentId, "leaseMs", leaseMs, 1);
  checkMilliseconds("claim", intentId, "now", now, 0);
}

/**
 * Checks what a claim is completed with.
 *
 * @throws {RangeError} When a value is out of its range.
 * @throws {ResultTooLargeError} When the result is too large to be kept.
 */
export function checkComplete(
  intentId: string,
  options: CompleteOptions,
): void {
  const { token, result, now, resultTtlMs } = options;
  checkOwner("complete", intentId, token);
  checkMilliseconds("complete", intentId, "resultTtlMs", resultTtlMs, 1);
  checkMilliseconds("complete", intentId, "now", now, 0);
  if (result.length > MAX_RESULT_BYTES) {
    throw new ResultTooLargeError(intentId, result.length);
  }
}

/**
 * Checks an intent id and a token.
 *
 * @throws {RangeError} When one is empty, too long or not well-formed text.
 */
export function checkOwner(
  action: string,
  intentId: string,
  token: string,
): void {
  // Ill-formed text would be replaced when stored, and two ids become one.
  if (intentId === "" || intentId.length > 256 || !intentId.isWellFormed()) {
    throw new RangeError(
      `Cannot ${action} ${
        JSON.stringify(intentId.slice(0, 64))
      }: it is no intent id; give 1 to 256 characters of well-formed text`,
    );
  }
  if (token === "" || token.length > 128 || !token.isWellFormed()) {
    throw new RangeError(
      `Cannot ${action} ${
        JSON.stringify(intentId)
      }: the token cannot be used; give 1 to 128 characters of well-formed text`,
    );
  }
}

/** The error of a call on a store that was closed. */
export function closedError(action: string): TypeError {
  return new TypeError(
    `Cannot ${action} an intent: the store is closed; ` +
      `close it after the last delivery was handled`,
  );
}

function checkMilliseconds(
  action: string,
  intentId: string,
  field: string,
  value: number,
  lowest: number,
): void {
  if (Number.isSafeInteger(value) && value >= lowest && value <= MAX_MS) return;
  throw new RangeError(
    `Cannot ${action} ${
      JSON.stringify(intentId)
    }: "${field}" is ${value}; give whole milliseconds from ${lowest} on`,
  );
}

/** Half of the safe integers, so that a sum of two is still one. */
const MAX_MS = 2 ** 52;
