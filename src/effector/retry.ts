/** The time of a worker, handed in by tests. */
export interface EffectorClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after a time in milliseconds, or as soon as the signal is aborted. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}

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
      const timer = setTimeout(done, delayMs);
      signal?.addEventListener("abort", done);
    }),
};

/** How a store or a sink that fails is tried again. */
export interface EffectorRetryOptions {
  /** How often a call is made at most; 5 unless set. */
  readonly tries?: number | undefined;
  /** The wait after the first failure, in milliseconds, doubled after each; 100 unless set. */
  readonly firstDelayMs?: number | undefined;
  /** The longest wait, in milliseconds; 5,000 unless set. */
  readonly maxDelayMs?: number | undefined;
}

/** The options with their defaults. */
export interface RetrySettings {
  readonly tries: number;
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
}

/** What is repeated, and until when. */
export interface RetryPlan extends RetrySettings {
  readonly clock: EffectorClock;
  /** Until then, in milliseconds since 1970, it is tried again however often it failed; 0 unless set. */
  readonly untilMs?: () => number;
  /** Errors that trying again cannot cure. */
  readonly isFinal?: (error: unknown) => boolean;
  /** Told of each failure that is followed by another try. */
  readonly onRetry?: (error: unknown) => void;
}

/** Calls `operation` until it succeeds, fails for good, or was tried often enough. */
export async function retry<Value>(
  operation: () => Value | Promise<Value>,
  plan: RetryPlan,
): Promise<Value> {
  const { tries, firstDelayMs, maxDelayMs, clock, isFinal, onRetry } = plan;
  const { untilMs = () => 0 } = plan;
  for (let failures = 1;; failures++) {
    try {
      return await operation();
    } catch (error) {
      const enough = failures >= tries && clock.now() >= untilMs();
      if (enough || isFinal?.(error)) throw error;
      onRetry?.(error);
    }
    await clock.sleep(Math.min(maxDelayMs, firstDelayMs * 2 ** (failures - 1)));
  }
}
