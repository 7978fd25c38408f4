import type { EffectorClock } from "./clock.ts";
import type { ClaimOutcome } from "./store.ts";

/** What a lease needs to renew itself. */
export interface LeaseOptions {
  readonly clock: EffectorClock;
  readonly leaseMs: number;
  /** When it was claimed, before the answer came. */
  readonly claimedAtMs: number;
  /** The attempt that the claim was answered with. */
  readonly attempt: number;
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
 * third of the lease. The signal is aborted once the claim is another's.
 */
export class Lease {
  readonly #options: LeaseOptions;
  readonly #lost = new AbortController();
  readonly #over = new AbortController();
  #untilMs: number;

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

  /** Ends the renewals; the claim is left to the store. */
  end(): void {
    this.#over.abort();
  }

  /** Claims again. If the store does not answer, the claim stands as it is. */
  async renew(): Promise<void> {
    const { clock, leaseMs, attempt, renew, onRenewed } = this.#options;
    const askedAtMs = clock.now();
    let outcome: ClaimOutcome;
    try {
      outcome = await renew();
    } catch {
      return;
    }
    if (this.#over.signal.aborted) return;
    // Another attempt: somebody had the intent in between, and may have acted.
    if (outcome?.kind !== "claimed" || outcome.attempt !== attempt) {
      return this.#lost.abort(CLAIM_LOST);
    }
    this.#untilMs = askedAtMs + leaseMs;
    onRenewed();
  }

  async #keep(): Promise<void> {
    const { clock, leaseMs } = this.#options;
    const stop = AbortSignal.any([this.#over.signal, this.#lost.signal]);
    for (;;) {
      await clock.sleep(leaseMs / 3, stop);
      if (stop.aborted) return;
      await this.renew();
    }
  }
}
