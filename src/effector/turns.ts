/**
 * Lets deliveries of one entity run one after the other, in the order in which
 * they came, and at most so many at once over all entities. A slow entity
 * stops no other, as long as one place is free.
 */
export class Turns {
  readonly #lastOf = new Map<string, Promise<void>>();
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(maxConcurrent: number) {
    this.#free = maxConcurrent;
  }

  /** Runs `work` when it is its turn. */
  async take<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
    const before = this.#lastOf.get(key);
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    this.#lastOf.set(key, over);
    try {
      await before;
      await this.#place();
      try {
        return await work();
      } finally {
        this.#leave();
      }
    } finally {
      if (this.#lastOf.get(key) === over) this.#lastOf.delete(key);
      end();
    }
  }

  #place(): Promise<void> | undefined {
    if (this.#free === 0) {
      return new Promise((resolve) => this.#waiting.push(resolve));
    }
    this.#free--;
  }

  /** The place goes to whoever has waited longest. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free++;
    else next();
  }
}
