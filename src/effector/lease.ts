import type { EffectorClock } from "./clock.ts";
import { inTime } from "./retry.ts";
import type { ClaimOutcome } from "./store.ts";

/** What a lease needs to renew itself. */
export interface LeaseOptions {
  readonly clock: EffectorClock;
  readonly leaseMs: number;
  /** When it was claimed, before the answer came. */
  readonly claimedAtMs: number;
  /** The attempt that the claim was answered with. */
  readonly attempt: number;
  /** The longest wait for the answer to one renewal; less where the lease is short. */
  readonly tryTimeoutMs: number;
  /** Claims again, under the same token. */
  readonly renew: () => Promise<ClaimOutcome>;
  /** Told of each renewal. */
  readonly onRenewed: () => void;
}

/** The reason with which a call is cancelled whose claim another worker has taken over. */
export const CLAIM_LOST: Error = new Error(
  "the claim was taken over by another worker",
);

/**
 * Keeps one claim while its intent is worked on, by claiming again after each
 * third of the lease, or sooner after a try that failed. The signal is aborted
 * once the claim is another's.
 */
export class Lease {
  readonly #options: LeaseOptions;
  readonly #lost = new AbortController();
  readonly #over = new AbortController();
  #untilMs: number;
  #renewing: Promise<boolean> = Promise.resolve(true);

  constructor(options: LeaseOptions) {
    this.#options = options;
    this.#untilMs = options.claimedAtMs + options.leaseMs;
    this.#keep();
  }

  /** Aborted with {@linkcode CLAIM_LOST}. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Until when the claim keeps others out, by this worker's clock. */
  get untilMs(): number {
    return this.#untilMs;
  }

  /** Ends the renewals, and waits for one under way; the claim is left to the store. */
  async end(): Promise<void> {
    this.#over.abort();
    await this.#renewing;
  }

  /** Claims again, and tells whether the store answered. If not, the claim stands as it is. */
  renew(): Promise<boolean> {
    return this.#renewing = this.#renew();
  }

  async #renew(): Promise<boolean> {
    const { clock, leaseMs, attempt, renew, onRenewed } = this.#options;
    // A reply that was lost leaves time for another try before the lease ends.
    const tryTimeoutMs = Math.min(this.#options.tryTimeoutMs, leaseMs / 6);
    const askedAtMs = clock.now();
    let outcome: ClaimOutcome;
    try {
      outcome = await inTime(renew, { clock, tryTimeoutMs });
    } catch {
      return false;
    }
    if (this.#over.signal.aborted) return true;
    // Another attempt: somebody had the intent in between, and may have acted.
    if (outcome?.kind !== "claimed" || outcome.attempt !== attempt) {
      this.#lost.abort(CLAIM_LOST);
      return true;
    }
    this.#untilMs = askedAtMs + leaseMs;
    onRenewed();
    return true;
  }

  async #keep(): Promise<void> {
    const { clock, leaseMs } = this.#options;
    const stop = AbortSignal.any([this.#over.signal, this.#lost.signal]);
    for (let answered = true;;) {
      await clock.sleep(leaseMs / (answered ? 3 : 12), stop);
      if (stop.aborted) return;
      answered = await this.renew();
    }
  }
}
