import type { ToolIntent } from "../intent.ts";
import { type AfterCrash, afterCrash } from "./after_crash.ts";
import type { DeadLetterReason, Delivery } from "./delivery.ts";
import {
  type EffectorEventName,
  EVENT_OF_STATUS,
  type EventLog,
} from "./events.ts";
import { Expiry } from "./expiry.ts";
import { fingerprint } from "./fingerprint.ts";
import { CLAIM_LOST, Lease } from "./lease.ts";
import type { EffectorOptions, EffectorSettings } from "./options.ts";
import { encodeOutcome, type Outcome, storedResult } from "./outcome.ts";
import { type Plan, planFor } from "./plan.ts";
import { retry, type RetryPlan } from "./retry.ts";
import type { EffectorToolRunner } from "./runner.ts";
import { type ClaimOutcome, StoreRecordError } from "./store.ts";
import { callTool, infoOf } from "./tool_call.ts";
import type { Trace } from "./tracer.ts";

/** What one intent is settled with. */
export interface SettlementOptions extends
  Pick<
    EffectorOptions,
    "registry" | "store" | "publish" | "requestApproval"
  > {
  readonly settings: EffectorSettings;
  readonly runner: EffectorToolRunner;
  readonly events: EventLog;
  readonly trace: Trace;
}

/** Ends a settlement with this answer, from wherever it is. */
class Answer {
  constructor(readonly delivery: Delivery) {}
}

/** The way of one admitted intent to its outcome, in reading order. */
export class Settlement {
  readonly #intent: ToolIntent;
  readonly #options: SettlementOptions;
  readonly #settings: EffectorSettings;
  readonly #plan: Plan;
  /** One for the delivery, so that a call whose reply was lost can be repeated. */
  readonly #token = crypto.randomUUID();
  readonly #expiry: Expiry;

  constructor(intent: ToolIntent, options: SettlementOptions) {
    this.#intent = intent;
    this.#options = options;
    this.#settings = options.settings;
    this.#expiry = new Expiry(intent, options.settings);
    const { registry, requestApproval } = options;
    this.#plan = planFor(intent, registry, requestApproval !== undefined);
  }

  /** Claims, acts, stores, publishes. */
  async settle(): Promise<Delivery> {
    try {
      const claim = await this.#claim();
      const claimedAtMs = this.#settings.clock.now();
      const claimed = await this.#store(claim);
      switch (claimed.kind) {
        case "in_flight": {
          this.#count("in_flight_waits");
          const { retryAtMs } = claimed;
          return { kind: "nack", reason: "in_flight", retryAtMs };
        }
        case "conflict":
          return this.#deadLetter(
            "intent_conflict",
            "its id was used before, for another tool or other arguments",
          );
        case "done":
          this.#count("intents_deduped");
          return await this.#publish(claimed.result, true);
        case "claimed":
          return await this.#own(claimed, claimedAtMs, claim);
        default:
          throw new TypeError(
            "the store gave a claim an answer of no known kind",
          );
      }
    } catch (error) {
      if (error instanceof Answer) return error.delivery;
      if (error === CLAIM_LOST) return this.#claimLost();
      if (error instanceof StoreRecordError) {
        return this.#deadLetter("damaged_record", error.message);
      }
      throw error;
    }
  }

  /** The claim, to be made and to be renewed with. */
  async #claim(): Promise<() => Promise<ClaimOutcome>> {
    const { leaseMs, clock } = this.#settings;
    const claim = {
      token: this.#token,
      fingerprint: await fingerprint(this.#intent),
      leaseMs,
      // In the same write, because the tool is called right after it.
      started: this.#plan.kind === "run" && !this.#expiry.isOver(),
    };
    const { intentId } = this.#intent;
    return () =>
      this.#options.store.claim(intentId, { ...claim, now: clock.now() });
  }

  async #own(
    claimed: Extract<ClaimOutcome, { kind: "claimed" }>,
    claimedAtMs: number,
    renew: () => Promise<ClaimOutcome>,
  ): Promise<Delivery> {
    const { clock, leaseMs, retry: { tryTimeoutMs } } = this.#settings;
    const lease = new Lease({
      clock,
      leaseMs,
      tryTimeoutMs,
      claimedAtMs,
      attempt: claimed.attempt,
      renew,
      onRenewed: () => this.#count("leases_renewed"),
    });
    try {
      const isQuestion = this.#plan.kind === "ask" && !this.#expiry.isOver();
      const outcome = isQuestion
        ? await this.#ask(lease)
        : await this.#act(claimed.started, lease);
      return await this.#complete(outcome, lease);
    } finally {
      void lease.end();
    }
  }

  /** Hands the question on first: a lost one is worse than one that is put twice. */
  async #ask(lease: Lease): Promise<undefined> {
    const intent = this.#intent;
    const { requestApproval, store } = this.#options;
    try {
      await retry(
        // A copy for each try: a sink may change what it is given.
        () => requestApproval?.(structuredClone(intent)),
        this.#retryPlan("publish_retries"),
      );
    } catch (cause) {
      this.#count("publish_failures", cause);
      // A renewal that comes after the release would claim again.
      await lease.end();
      const { kind } = await this.#store(() =>
        store.release(intent.intentId, { token: this.#token })
      );
      if (kind === "released") this.#count("claims_released");
      throw new Answer({ kind: "nack", reason: "approval_failed", cause });
    }
    this.#count("approvals_routed");
  }

  /** The outcome: of the tool, of an earlier claim's crash, or of the wait. */
  async #act(startedBefore: boolean, lease: Lease): Promise<Outcome> {
    let ifExpired: Outcome = { status: "expired" };
    if (startedBefore) {
      this.#count("crashes_found");
      const next = await this.#afterCrash();
      if (next.kind === "settled") return next.outcome;
      if (next.kind === "call") ifExpired = next.ifExpired;
      if (next.kind === "ask_again") {
        const { cause } = next;
        this.#count("reconcile_failures", cause);
        throw new Answer({
          kind: "nack",
          reason: "reconcile_failed",
          retryAtMs: lease.untilMs,
          cause,
        });
      }
    }
    const plan = this.#plan;
    if (plan.kind === "reject") {
      const { code, message } = plan;
      return { status: "rejected", code, message };
    }
    // Again: claiming may have taken long, and so may asking the other side.
    if (plan.kind === "ask" || this.#expiry.isOver()) return ifExpired;
    const { redact, clock } = this.#settings;
    // A worker that was held up calls nothing on a claim that ran out meanwhile.
    if (clock.now() >= lease.untilMs) await lease.renew();
    if (clock.now() >= lease.untilMs) throw CLAIM_LOST;
    return await this.#options.trace.call(() =>
      callTool(this.#options.runner, plan.tool, this.#intent, {
        signal: lease.lost,
        redact,
      })
    );
  }

  #afterCrash(): Promise<AfterCrash> {
    const plan = this.#plan;
    return afterCrash({
      onCrash: plan.kind === "run" ? plan.onCrash : undefined,
      makeArgs: plan.kind === "run" ? plan.makeArgs : () => undefined,
      makeInfo: () => infoOf(this.#intent),
      isExpired: () => this.#expiry.isOver(),
    }, { ...this.#retryPlan(), tryTimeoutMs: this.#settings.timeoutMs });
  }

  /** Stores the outcome, and publishes the one that then stands. `undefined` is for a question: no outcome yet. */
  async #complete(
    outcome: Outcome | undefined,
    lease: Lease,
  ): Promise<Delivery> {
    // A store that renews and does not complete must not be waited for without end.
    void lease.end();
    const intent = this.#intent;
    const now = this.#settings.clock.now();
    const result = outcome === undefined
      ? new Uint8Array()
      : encodeOutcome(intent, outcome, now);
    const completed = await this.#store(
      () =>
        this.#options.store.complete(intent.intentId, {
          token: this.#token,
          result,
          now,
          resultTtlMs: this.#expiry.resultTtlMs(now),
        }),
      // Nobody else may act before the lease ends, and the effect has happened.
      () => lease.untilMs,
    );
    if (completed.kind === "claim_lost") return this.#claimLost();
    if (outcome !== undefined) this.#count(EVENT_OF_STATUS[outcome.status]);
    return await this.#publish(completed.result, false);
  }

  async #publish(
    bytes: Uint8Array<ArrayBuffer>,
    repeated: boolean,
  ): Promise<Delivery> {
    const intent = this.#intent;
    if (bytes.length === 0 && intent.kind === "approval") {
      return { kind: "ack", result: undefined, bytes: undefined, repeated };
    }
    const result = storedResult(intent, bytes);
    try {
      // Copies for each try: a sink may change what it is given.
      await retry(
        () =>
          this.#options.publish(
            storedResult(intent, bytes),
            new Uint8Array(bytes),
          ),
        this.#retryPlan("publish_retries"),
      );
    } catch (cause) {
      this.#count("publish_failures", cause);
      return { kind: "nack", reason: "publish_failed", cause };
    }
    return { kind: "ack", result, bytes, repeated };
  }

  /** Asks the store, again where it fails: each call is safe to repeat under its token. */
  async #store<Value>(
    operation: () => Promise<Value>,
    untilMs?: () => number,
  ): Promise<Value> {
    try {
      return await retry(operation, {
        ...this.#retryPlan("store_retries"),
        isFinal: (error) => error instanceof StoreRecordError,
        ...(untilMs && { untilMs }),
      });
    } catch (cause) {
      if (cause instanceof StoreRecordError) throw cause;
      this.#count("store_failures", cause);
      throw new Answer({ kind: "nack", reason: "store_unavailable", cause });
    }
  }

  #retryPlan(event?: EffectorEventName): RetryPlan {
    const { retry, clock } = this.#settings;
    const onRetry = (cause: unknown): void => {
      if (event !== undefined) this.#count(event, cause);
    };
    return { ...retry, clock, onRetry };
  }

  #claimLost(): Delivery {
    this.#count("claims_lost");
    return { kind: "nack", reason: "claim_lost" };
  }

  #deadLetter(reason: DeadLetterReason, detail: string): Delivery {
    this.#count("intents_dead_lettered");
    return { kind: "dead_letter", reason, detail };
  }

  #count(name: EffectorEventName, cause?: unknown): void {
    this.#options.events.add(name, this.#intent, cause);
  }
}
