/** How {@linkcode DenoKvStore} waits for a database that another process has locked. */
export interface DenoKvRetryOptions {
  /** How often a call is tried again before its error is passed on; 100 unless set. */
  readonly maxRetries?: number | undefined;
  /** The longest wait before one retry, in milliseconds; 100 unless set. */
  readonly maxDelayMs?: number | undefined;
  /** Waits; a timer unless set. */
  readonly sleep?: ((delayMs: number) => Promise<void>) | undefined;
  /** Gives numbers from 0 to below 1, to spread the waits; `Math.random` unless set. */
  readonly random?: (() => number) | undefined;
}

/**
 * Calls `operation`, and again while it fails because the database is locked:
 * a local KV file has no busy timeout of its own. Nothing was written by a
 * call that failed like this.
 */
export async function retryWhileLocked<Value>(
  operation: () => Promise<Value>,
  options: DenoKvRetryOptions = {},
): Promise<Value> {
  const {
    maxRetries = 100,
    maxDelayMs = 100,
    sleep = (delayMs) => new Promise((done) => setTimeout(done, delayMs)),
    random = Math.random,
  } = options;
  for (let retries = 0;; retries++) {
    try {
      return await operation();
    } catch (error) {
      if (retries >= maxRetries || !isLocked(error)) throw error;
    }
    await sleep(random() * Math.min(maxDelayMs, 2 ** (retries + 1)));
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && error.message.includes("is locked");
}
