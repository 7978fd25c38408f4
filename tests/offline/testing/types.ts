/**
 * Stand-in for `@std/testing/types`, over the package it descends from.
 *
 * @module
 */
// deno-lint-ignore-file no-import-prefix -- only the stand-ins need it, and a
// linked folder's own import map is not read by a bare `deno check`
export type {
  AssertFalse,
  AssertTrue,
  Has,
  IsAny,
  IsExact,
  IsNever,
  IsNullable,
  IsUnknown,
  NotHas,
} from "npm:conditional-type-checks@1.0.6";

/** Compiles if the type argument resolves to the boolean that is given. */
export function assertType<T extends true | false>(_expectTrue: T): void {}
