import { kindOf } from "./json_value.ts";
import { expectedOf, shortened } from "./expected.ts";
import { Memo } from "./memo.ts";
import type { ArgumentNode } from "./node.ts";

/** What is wrong with a value. */
export interface FaultWords {
  /** What was expected. */
  readonly expected: string;
  /** What came instead, or why it is at fault; `""` where nothing came. */
  readonly found: string;
  /** What else helps to mend it. */
  readonly hint?: string | undefined;
}

/** One place at which arguments do not fit. */
export interface Fault extends FaultWords {
  /** Keys and indexes from the root, filled in from the inside out. */
  readonly path: (string | number)[];
}

/** What a check gives for a value that does not fit. */
export const FAULT: unique symbol = Symbol("fault");

/** Faults beyond this many are counted, not kept. */
const KEPT = 64;
/** After this many a walk goes no further. */
export const MOST_FAULTS = 100_000;

/** Most walks find nothing, and need no list of their own. */
const NONE: readonly Fault[] = [];

/** One pass over the arguments of one call. */
export class Walk {
  /** Whether other spellings of a value are accepted. */
  readonly coerce: boolean;
  /** Whether faults only count: a trial of one branch of a union. */
  readonly quiet: boolean;
  /** How deep the value is that is being looked at. */
  depth: number;
  /** Whether a number beyond 2^53 was met, of which the text tells whether digits were lost. */
  large = false;
  /** How many faults were found. */
  count = 0;
  /** How many values were taken for another one. */
  coerced = 0;
  /** The first faults. */
  faults: readonly Fault[] = NONE;

  /** What is known from other trials of the same walk; only a trial has it. */
  readonly memo: Memo | undefined;
  #memoOfTrials: Memo | undefined;

  constructor(coerce: boolean, quiet = false, depth = 0, memo?: Memo) {
    this.coerce = coerce;
    this.quiet = quiet;
    this.depth = depth;
    this.memo = memo;
  }

  /** A quiet walk over the value at hand or a part of it, which may be one of many over the same one. */
  trial(coerce: boolean): Walk {
    const memo = this.memo ?? (this.#memoOfTrials ??= new Memo());
    return new Walk(coerce, true, this.depth, memo);
  }

  /** Records a fault of the value at hand, or below it at `path`. Only a fault that is kept is put in words. */
  fault(
    words: () => FaultWords,
    path: readonly (string | number)[] = [],
  ): typeof FAULT {
    this.count++;
    if (!this.quiet && this.faults.length < KEPT) {
      this.faults = [...this.faults, { path: [...path], ...words() }];
    }
    return FAULT;
  }

  /** Puts `key` in front of the paths of all faults after the first `kept` ones. */
  within(key: string | number, kept: number): void {
    for (let index = kept; index < this.faults.length; index++) {
      this.faults[index]!.path.unshift(key);
    }
  }
}

/** Stands for a key that is part of a secret. */
export const SECRET_KEY = "(secret)";

/** What is wrong with a value that is not what its node expects. */
export function misfit(
  node: ArgumentNode,
  value: unknown,
  secret = node.secret,
  hint?: string,
): () => FaultWords {
  return () => ({
    expected: expectedOf(node),
    found: foundWords(value, secret),
    hint,
  });
}

/** What came, in words, with a short excerpt of a scalar that is no secret. */
export function foundWords(value: unknown, secret: boolean): string {
  const kind = kindOf(value);
  if (secret || value === null) return kind;
  switch (typeof value) {
    case "string":
      return `text ${JSON.stringify(shortened(value, 40))}`;
    case "number":
    case "boolean":
      return String(value);
    default:
      return kind;
  }
}
