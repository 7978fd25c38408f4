import type { EffectorClock } from "./clock.ts";

/** How a store, a sink or an `onCrash` function that fails is tried again. */
export interface EffectorRetryOptions {
  /** How often a call is made at most; 5 unless set. */
  readonly tries?: number | undefined;
  /** The wait after the first failure, in milliseconds, doubled after each; 100 unless set. */
  readonly firstDelayMs?: number | undefined;
  /** The longest wait, in milliseconds; 5,000 unless set. */
  readonly maxDelayMs?: number | undefined;
  /** The longest wait for a store's or a sink's answer to one try, in milliseconds; 30,000 unless set. */
  readonly tryTimeoutMs?: number | undefined;
}

/** The options with their defaults. */
export interface RetrySettings {
  readonly tries: number;
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  readonly tryTimeoutMs: number;
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
      return await inTime(operation, plan);
    } catch (error) {
      const enough = failures >= tries && clock.now() >= untilMs();
      if (enough || isFinal?.(error)) throw error;
      onRetry?.(error);
    }
    await clock.sleep(Math.min(maxDelayMs, firstDelayMs * 2 ** (failures - 1)));
  }
}

/** Waits no longer than a try may take: what comes later is repeated, as if it had been lost. */
export async function inTime<Value>(
  operation: () => Value | Promise<Value>,
  { clock, tryTimeoutMs }: Pick<RetryPlan, "clock" | "tryTimeoutMs">,
): Promise<Value> {
  const over = new AbortController();
  const late = clock.sleep(tryTimeoutMs, over.signal).then(() => {
    if (over.signal.aborted) return undefined as never;
    throw new Error(`There was no answer within ${tryTimeoutMs} ms`);
  });
  // Nobody waits for it once the operation has ended.
  late.catch(() => {});
  try {
    return await Promise.race([operation(), late]);
  } finally {
    over.abort();
  }
}
