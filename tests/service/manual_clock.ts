import { setImmediate } from "node:timers";
import type { EffectorClock } from "@beam/tools/effector";

interface Sleeper {
  readonly atMs: number;
  readonly wake: () => void;
}

/** Time that passes when a test says so. */
export class ManualClock implements EffectorClock {
  #now: number;
  readonly #sleepers = new Set<Sleeper>();

  constructor(now: number) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const sleeper: Sleeper = {
        atMs: this.#now + delayMs,
        wake: () => {
          this.#sleepers.delete(sleeper);
          resolve();
        },
      };
      this.#sleepers.add(sleeper);
      signal?.addEventListener("abort", sleeper.wake, { once: true });
    });
  }

  /** Sets the time, wakes nobody: a clock that was put back or forward. */
  set(now: number): void {
    this.#now = now;
  }

  /** Lets time pass; whoever sleeps until then is woken in order. */
  async advance(delayMs: number): Promise<void> {
    const end = this.#now + delayMs;
    for (let next = this.#next(); next && next.atMs <= end;) {
      this.#now = Math.max(this.#now, next.atMs);
      next.wake();
      await settled();
      next = this.#next();
    }
    this.#now = end;
    await settled();
  }

  /** Lets time pass from one sleeper to the next, until the promise is settled. */
  async until<Value>(promise: Promise<Value>): Promise<Value> {
    let isSettled = false;
    const note = (): void => void (isSettled = true);
    promise.then(note, note);
    const isOver = deadline();
    let woken = 0;
    while (!isOver()) {
      await settled();
      if (isSettled) return await promise;
      const next = this.#next();
      if (next === undefined) continue;
      this.#now = Math.max(this.#now, next.atMs);
      if (++woken > 10_000) {
        throw new Error("10,000 sleeps have not settled it");
      }
      next.wake();
    }
    throw new Error("It is not settled within ten seconds");
  }

  #next(): Sleeper | undefined {
    let first: Sleeper | undefined;
    for (const sleeper of this.#sleepers) {
      if (first === undefined || sleeper.atMs < first.atMs) first = sleeper;
    }
    return first;
  }
}

/** How many hashes are being made: that is done in other threads, and comes back at any time. */
let hashing = 0;
const { digest } = crypto.subtle;
crypto.subtle.digest = (algorithm, data) => {
  hashing++;
  return digest.call(crypto.subtle, algorithm, data).finally(() => hashing--);
};

/** Lets everything go on that waits for no clock. */
export async function settled(): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve)); while (hashing > 0);
}

/** Ten seconds of real time: much more than a slow machine and a network take. */
function deadline(): () => boolean {
  const end = performance.now() + 10_000;
  return () => performance.now() > end;
}

/** Lets everything go on until something has happened. */
export async function happened(condition: () => boolean): Promise<void> {
  const isOver = deadline();
  while (!isOver()) {
    if (condition()) return;
    await settled();
  }
  throw new Error("It has not happened within ten seconds");
}
