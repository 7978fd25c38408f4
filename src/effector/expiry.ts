import type { ToolIntent } from "../intent.ts";
import type { EffectorSettings } from "./options.ts";

/** Longest time for which an outcome is kept: ten years, far below what a number can count. */
const LONGEST_TTL_MS = 10 * 366 * 86_400_000;

/** How long one intent is live, and its outcome kept. */
export class Expiry {
  readonly #intent: ToolIntent;
  readonly #settings: EffectorSettings;
  #wasOver = false;

  constructor(intent: ToolIntent, settings: EffectorSettings) {
    this.#intent = intent;
    this.#settings = settings;
  }

  /** Once it is over it stays so: a clock that steps back must not call a tool that was claimed without the mark. */
  isOver(): boolean {
    const { expiresAtMs } = this.#intent;
    this.#wasOver ||= expiresAtMs <= 0n ||
      expiresAtMs <= BigInt(this.#settings.clock.now());
    return this.#wasOver;
  }

  /**
   * An outcome outlives its intent: what is delivered after that is expired,
   * and not carried out again. The lease is a margin for clocks that are behind.
   */
  resultTtlMs(now: number): number {
    const { resultTtlMs, leaseMs } = this.#settings;
    const liveMs = Number(this.#intent.expiresAtMs) - now + leaseMs;
    return Math.min(Math.max(resultTtlMs, liveMs), LONGEST_TTL_MS);
  }
}
