/**
 * Lets deliveries of one entity run one after the other, in the order in which
 * they came, and at most so many at once over all entities. A slow entity
 * stops no other, as long as one place is free.
 */
export class Turns {
  readonly #stopping: AbortSignal;
  readonly #lastOf = new Map<string, Promise<void>>();
  /** Not a listener each: removing one of thousands takes long. */
  readonly #toTell = new Set<() => void>();
  readonly #waiting: (() => void)[] = [];
  #free: number;

  /** After `stopping` is aborted nothing begins any more. */
  constructor(maxConcurrent: number, stopping: AbortSignal) {
    this.#free = maxConcurrent;
    this.#stopping = stopping;
    stopping.addEventListener("abort", () => {
      for (const tell of this.#toTell) tell();
    });
  }

  /** Runs `work` when it is its turn; `undefined`, at once, if it has not begun when all is stopped. */
  async take<Value>(
    key: string,
    work: () => Promise<Value>,
  ): Promise<Value | undefined> {
    let hasBegun = false;
    const turn = this.#queue(key, async () => {
      if (this.#stopping.aborted) return undefined;
      hasBegun = true;
      return await work();
    });
    // Whoever waits is told, and can go to another worker.
    const { promise: stopped, resolve } = Promise.withResolvers<undefined>();
    const tell = (): void => {
      if (!hasBegun) resolve(undefined);
    };
    if (this.#stopping.aborted) tell();
    this.#toTell.add(tell);
    try {
      return await Promise.race([turn, stopped]);
    } finally {
      this.#toTell.delete(tell);
    }
  }

  async #queue<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
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
