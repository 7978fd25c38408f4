/** The time of a worker, handed in by tests. */
export interface EffectorClock {
  /** Milliseconds since 1970; a fraction is dropped. */
  now(): number;
  /** Resolves after a time in milliseconds, or as soon as the signal is aborted. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}

/** The longest delay of a timer, in milliseconds: 24.8 days. */
export const MAX_TIMER_MS = 2_147_483_647;

/** The machine's own time. */
export const SYSTEM_CLOCK: EffectorClock = {
  now: () => Date.now(),
  sleep: (delayMs, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", done);
        resolve();
      };
      // A longer timer would ring at once. Whoever sleeps that long may wake early.
      const timer = setTimeout(done, Math.min(delayMs, MAX_TIMER_MS));
      signal?.addEventListener("abort", done);
    }),
};

/** The same time in whole milliseconds, which is what records and results are written in. */
export function wholeMilliseconds(clock: EffectorClock): EffectorClock {
  return {
    now: () => Math.floor(clock.now()),
    sleep: (delayMs, signal) => clock.sleep(delayMs, signal),
  };
}

/**
 * Refuses a delay that no timer can keep.
 *
 * @throws {RangeError} For anything but 0 to {@linkcode MAX_TIMER_MS}.
 */
export function requireDelay(action: string, name: string, ms: number): void {
  if (ms >= 0 && ms <= MAX_TIMER_MS) return;
  throw new RangeError(
    `Cannot ${action}: ${name} is ${ms}; give 0 to ${MAX_TIMER_MS}`,
  );
}
