/**
 * Random numbers that are the same for the same seed: Mulberry32, which is small
 * and more than even enough for choosing test values.
 */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer from 0 up to, not including, `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** Whether something happens that happens in `share` of all cases. */
  chance(share: number): boolean {
    return this.next() < share;
  }

  /** One of `values`, which are not empty. */
  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }
}
