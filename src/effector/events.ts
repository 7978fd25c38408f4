import type { ToolIntent } from "../intent.ts";
import type { Outcome } from "./outcome.ts";

/** What an effector counts. The names are those of the Python package, where it has them. */
export type EffectorEventName =
  /** An intent was settled as done. */
  | "results_ok"
  /** An intent was settled as an error: its tool was called, or may have been. */
  | "results_error"
  /** An intent was settled as expired. */
  | "intents_expired"
  /** An intent was settled as rejected. */
  | "results_rejected"
  /** A question was handed on to a person. */
  | "approvals_routed"
  /** A delivery was answered with an outcome that was stored before. */
  | "intents_deduped"
  /** An intent was claimed of which an earlier claim had started. */
  | "crashes_found"
  /** After a crash, the tool's `onCrash` function gave no answer, however often it was asked; the delivery is `nack`. */
  | "reconcile_failures"
  /** A delivery met another worker's claim. */
  | "in_flight_waits"
  /** A claim was taken over by another worker, or ran out before its tool was called. */
  | "claims_lost"
  /** A claim was given back, nothing having happened. */
  | "claims_released"
  /** A claim was renewed while its intent was worked on. */
  | "leases_renewed"
  /** A call of the store failed and was made again. */
  | "store_retries"
  /** The store did not answer, however often it was asked. */
  | "store_failures"
  /** A result, a question or a dead letter was not taken and was offered again. */
  | "publish_retries"
  /** A result, a question or a dead letter was not taken, however often it was offered. */
  | "publish_failures"
  /** An unsigned intent was taken, because the mode is `"permissive"`. */
  | "unsigned_intents_accepted"
  /** An intent was refused for want of a signature. */
  | "unsigned_intent"
  /** An intent was refused for its signature. */
  | "bad_signature"
  /** An intent was refused for the key that it names. */
  | "unknown_signing_key"
  /** A delivery was found to be a dead letter, for whatever reason; again, if it comes again because putting it away failed. */
  | "intents_dead_lettered"
  /** A delivery ended in something that never should be thrown; its answer is `nack` with `unexpected`. */
  | "unexpected_errors"
  /** The tracer threw; what it wraps was done all the same. */
  | "tracer_errors"
  /** A tool left an error behind that nobody caught; see `superviseProcess`. */
  | "uncaught_errors";

/** What is counted when an intent is settled. */
export const EVENT_OF_STATUS = {
  ok: "results_ok",
  error: "results_error",
  expired: "intents_expired",
  rejected: "results_rejected",
} as const satisfies Record<Outcome["status"], EffectorEventName>;

/** Something that happened in an effector. */
export interface EffectorEvent {
  /** What. */
  readonly name: EffectorEventName;
  /** To which intent, where one is known. */
  readonly intentId?: string | undefined;
  /** The tool it names. */
  readonly toolName?: string | undefined;
  /** What was thrown; may hold anything, also secrets. */
  readonly cause?: unknown;
}

/** How often each event has happened. */
export type EffectorCounts = {
  readonly [Name in EffectorEventName]?: number;
};

/** Counts, and tells whoever listens. */
export class EventLog {
  readonly #counts = new Map<EffectorEventName, number>();
  readonly #onEvent: ((event: EffectorEvent) => void) | undefined;

  constructor(onEvent: ((event: EffectorEvent) => void) | undefined) {
    this.#onEvent = onEvent;
  }

  add(name: EffectorEventName, intent?: ToolIntent, cause?: unknown): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    const { intentId, toolName } = intent ?? {};
    // A listener that fails, at once or later, must not decide about an effect.
    Promise.try(() => this.#onEvent?.({ name, intentId, toolName, cause }))
      .catch(() => {});
  }

  get counts(): EffectorCounts {
    return Object.fromEntries(this.#counts);
  }
}
