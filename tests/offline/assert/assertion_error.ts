import { inspect } from "node:util";

/** What every failed assertion throws. */
export class AssertionError extends Error {
  /** Creates the error for one failed assertion. */
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "AssertionError";
  }
}

/** How an assertion shows a value. */
export function show(value: unknown): string {
  return inspect(value, { depth: 10, sorted: true, breakLength: 80 });
}

/** The end of a message: the caller's own words, if there are any. */
export function suffix(message: string | undefined): string {
  return message ? `: ${message}` : ".";
}
