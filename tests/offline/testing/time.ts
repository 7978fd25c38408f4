/**
 * Stand-in for `@std/testing/time`, over the timers of Sinon.
 *
 * @module
 */
// deno-lint-ignore-file no-import-prefix -- only the stand-ins need it, and a
// linked folder's own import map is not read by a bare `deno check`
// @ts-types="npm:@types/sinonjs__fake-timers@15.0.1"
import { type Clock, install } from "npm:@sinonjs/fake-timers@15.5.0";

/** What cannot be done with faked time. */
export class TimeError extends Error {
  /** Creates the error for one misuse. */
  constructor(message: string) {
    super(message);
    this.name = "TimeError";
  }
}

type InstalledClock = Clock & { uninstall(): void };

const realSetTimeout = globalThis.setTimeout;
const realClearTimeout = globalThis.clearTimeout;

/** Options of {@linkcode FakeTime.delay}. */
export interface DelayOptions {
  /** Ends the wait; the promise then rejects with its reason. */
  signal?: AbortSignal;
}

let current: FakeTime | undefined;

/** From its creation until `restore`, `Date` and the timers move only by `tick`. */
export class FakeTime {
  #clock: InstalledClock;
  readonly #start: number;

  /** Fakes time from `start` on, from now unless set. */
  constructor(start?: number | string | Date | null) {
    if (current !== undefined) throw new TimeError("Time is already faked");
    this.#start = start === undefined || start === null
      ? Date.now()
      : new Date(start).valueOf();
    if (Number.isNaN(this.#start)) {
      throw new TimeError(`Invalid start time: ${start}`);
    }
    this.#clock = fake(this.#start);
    current = this;
  }

  /** Restores real time, whichever instance faked it. */
  static restore(): void {
    if (current === undefined) throw new TimeError("Time is already restored");
    current.restore();
  }

  /** The faked time in milliseconds; setting it calls what falls due until then. */
  get now(): number {
    return this.#clock.now;
  }
  set now(value: number) {
    if (value < this.#clock.now) {
      throw new RangeError("Cannot set current time in the past");
    }
    this.#clock.tick(value - this.#clock.now);
  }

  /** The time at which the fake began. */
  get start(): number {
    return this.#start;
  }

  /** Resolves after that many real milliseconds. */
  delay(ms: number, options: DelayOptions = {}): Promise<void> {
    const { signal } = options;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const abort = () => {
        realClearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = realSetTimeout(() => {
        signal?.removeEventListener("abort", abort);
        resolve();
      }, ms);
      signal?.addEventListener("abort", abort, { once: true });
    });
  }

  /** Lets every pending microtask run. */
  async runMicrotasks(): Promise<void> {
    await this.delay(0);
  }

  /** Moves time on and calls what falls due. */
  tick(ms = 0): void {
    this.now += ms;
  }

  /** As `tick`, after the pending microtasks. */
  async tickAsync(ms = 0): Promise<void> {
    await this.runMicrotasks();
    this.now += ms;
  }

  /** Moves time to the next timer; false if there is none. */
  next(): boolean {
    if (this.#clock.countTimers() === 0) return false;
    this.#clock.next();
    return true;
  }

  /** As `next`, after the pending microtasks. */
  async nextAsync(): Promise<boolean> {
    await this.runMicrotasks();
    return this.next();
  }

  /** Moves time from timer to timer until none is left. */
  runAll(): void {
    while (this.next());
  }

  /** As `runAll`, with the pending microtasks before each timer. */
  async runAllAsync(): Promise<void> {
    await this.runMicrotasks();
    while (await this.nextAsync());
  }

  /** Restores real time. */
  restore(): void {
    if (current !== this) throw new TimeError("Time is already restored");
    current = undefined;
    this.#clock.uninstall();
  }

  /** Restores real time at the end of a `using` block. */
  [Symbol.dispose](): void {
    this.restore();
  }
}

function fake(now: number): InstalledClock {
  return install({
    now,
    toFake: [
      "Date",
      "setTimeout",
      "clearTimeout",
      "setInterval",
      "clearInterval",
    ],
  });
}
