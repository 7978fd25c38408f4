import type { ToolIntent } from "../intent.ts";
import { encodeIntent } from "../wire/codec.ts";
import {
  checkSignature,
  identityProblem,
  readIntent,
  type Refusal,
  type SignatureMode,
} from "./admission.ts";
import type { Delivery } from "./delivery.ts";
import { type EffectorCounts, EventLog } from "./events.ts";
import { respond } from "./http.ts";
import {
  type EffectorOptions,
  type EffectorSettings,
  settingsOf,
} from "./options.ts";
import { requireDelay } from "./clock.ts";
import { retry } from "./retry.ts";
import { EffectorToolRunner } from "./runner.ts";
import { Settlement } from "./settlement.ts";
import { Trace } from "./tracer.ts";
import { Turns } from "./turns.ts";

/** How an {@linkcode Effector} is stopped. */
export interface StopOptions {
  /** How long calls under way are waited for, in milliseconds; 4,000 unless set. Deno Deploy kills after 5,000. */
  readonly graceMs?: number | undefined;
}

/** What was left when an {@linkcode Effector} had stopped. */
export interface StopReport {
  /** Deliveries still under way. Their claims stand until the leases end, then another worker settles them. */
  readonly running: number;
}

/**
 * Carries out staged intents: one agreed outcome for each id, and at most one
 * call of the tool for each claim, whatever crashes in between.
 *
 * A delivery goes through these phases: read, verify the signature, check the
 * id, plan, claim with the started mark, call the tool, store the outcome,
 * publish it, answer. Only an answer `ack` means that the intent may be
 * forgotten by whoever delivered it.
 *
 * @example Carry out what an activation staged
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { activate, tool, ToolRegistry } from "@beam/tools";
 * import { Effector, MemoryStore } from "@beam/tools/effector";
 *
 * const sent: string[] = [];
 * const send = tool({
 *   name: "send",
 *   sideEffect: true,
 *   parameters: { to: "string" },
 * }, ({ to }, { intent }) => void sent.push(`${to} ${intent.intentId}`));
 * const registry = new ToolRegistry([send]);
 *
 * const { intents: [intent] } = await activate(
 *   { entityKey: "user-1", seq: 1, registry, nowMs: Date.now() },
 *   (context) => context.act("send", { to: "ada" }),
 * );
 *
 * const effector = new Effector({
 *   registry,
 *   store: new MemoryStore(),
 *   publish: () => {},
 *   signatures: "off", // this intent never left the process
 * });
 * await effector.execute(intent!);
 * const again = await effector.execute(intent!);
 *
 * assertEquals(again.kind === "ack" && again.result?.status, "ok");
 * assertEquals(sent, ["ada ec14275e-be6c-59a1-b081-c36a6408d260"]);
 * ```
 */
export class Effector {
  readonly #options: EffectorOptions;
  readonly #settings: EffectorSettings;
  readonly #events: EventLog;
  readonly #runner: EffectorToolRunner;
  readonly #turns: Turns;
  readonly #running = new Set<Promise<unknown>>();
  /** Settles once the signatures of all deliveries so far are checked. */
  #checked: Promise<void> = Promise.resolve();
  readonly #stopping = new AbortController();

  /**
   * Answers HTTP: `POST /intents` with the bytes of a signed intent, and
   * `GET /health`. It can be handed to `Deno.serve`, or the effector exported as
   * `export default effector` for `deno serve` and Deno Deploy.
   *
   * An intent has to be signed here, whatever `signatures` says. Dead letters
   * stay with the sender, who is told by the status.
   *
   * | outcome | status |
   * | --- | --- |
   * | stored and published | 200 with the bytes of the result |
   * | a question was handed on | 202 |
   * | in flight elsewhere | 409 with `Retry-After` |
   * | to be sent again | 503 with `Retry-After` |
   * | no intent, or an impossible one | 400, 413 where it is too large |
   * | not signed by a known key | 401 |
   * | id used for something else, record damaged | 422 |
   */
  readonly fetch: (request: Request) => Promise<Response>;

  /**
   * Creates an effector. It opens nothing and listens to nothing by itself.
   *
   * @throws {TypeError} If a part is missing or an option does not exist, or if
   * there is no key and signatures are not off.
   * @throws {RangeError} If a number is out of its range.
   */
  constructor(options: EffectorOptions) {
    // A copy: whoever changes the object afterwards must not change the store.
    this.#options = { ...options };
    this.#settings = settingsOf(options);
    const { timeoutMs, maxConcurrent } = this.#settings;
    this.#runner = new EffectorToolRunner({ timeoutMs });
    this.#events = new EventLog(options.onEvent);
    this.#turns = new Turns(maxConcurrent, this.#stopping.signal);
    this.fetch = (request) =>
      respond(request, {
        maxIntentBytes: this.#settings.maxIntentBytes,
        now: () => this.#settings.clock.now(),
        deliver: (bytes) => this.#guard(() => this.#deliver(bytes, "require")),
        isStopping: () => this.#stopping.signal.aborted,
        storeId: () => this.#options.store.storeId(),
      });
  }

  /** How often each event has happened since the effector was created. */
  get counts(): EffectorCounts {
    return this.#events.counts;
  }

  /**
   * Handles one delivery of an intent's bytes. It never rejects.
   *
   * Deliveries of one entity run one after the other, in the order of the calls.
   */
  handle(bytes: Uint8Array): Promise<Delivery> {
    return this.#guard(async () => {
      if (!(bytes instanceof Uint8Array)) {
        throw new TypeError(
          "Cannot handle an intent that is not a Uint8Array; pass its bytes",
        );
      }
      // What a client does with its buffer afterwards must change nothing.
      const copy = new Uint8Array(bytes);
      const delivery = await this.#deliver(copy, this.#settings.signatures);
      const { deadLetter } = this.#options;
      if (delivery.kind !== "dead_letter" || deadLetter === undefined) {
        return delivery;
      }
      const { reason, detail } = delivery;
      const { clock, retry: plan } = this.#settings;
      const onRetry = (error: unknown): void =>
        this.#events.add("publish_retries", undefined, error);
      try {
        await retry(
          // A copy for each try: a sink may change what it is given.
          () => deadLetter(new Uint8Array(copy), { reason, detail }),
          { ...plan, clock, onRetry },
        );
        return delivery;
      } catch (cause) {
        this.#events.add("publish_failures", undefined, cause);
        return { kind: "nack", reason: "dead_letter_failed", cause };
      }
    });
  }

  /**
   * Carries out an intent that a trusted caller holds, without bytes and so
   * without a signature; `deadLetter` is not told. It never rejects.
   */
  execute(intent: ToolIntent): Promise<Delivery> {
    return this.#guard(async () => {
      let bytes: Uint8Array;
      try {
        // A copy, and one of which an outcome can be written.
        bytes = encodeIntent(intent, { maxBytes: Infinity });
      } catch (error) {
        // The message names the field and quotes no argument.
        const detail = error instanceof Error ? error.message : "";
        const reason = "invalid_intent";
        return this.#refuse({ kind: "refused", reason, detail });
      }
      return await this.#deliver(bytes, "off");
    });
  }

  /**
   * Refuses new deliveries, and those that have not started, with a `nack`;
   * waits for those under way. Tools are not cancelled: that would make their
   * effects unknown.
   *
   * @throws {RangeError} If `graceMs` is out of its range.
   */
  async stop(options: StopOptions = {}): Promise<StopReport> {
    const { graceMs = 4_000 } = options;
    requireDelay("stop an effector", "graceMs", graceMs);
    this.#stopping.abort();
    const over = new AbortController();
    await Promise.race([
      Promise.allSettled(this.#running),
      this.#settings.clock.sleep(graceMs, over.signal),
    ]);
    over.abort();
    return { running: this.#running.size };
  }

  /** Counts an error that a tool left behind and that nobody caught; see {@linkcode superviseProcess}. */
  noteUncaughtError(cause: unknown): void {
    this.#events.add("uncaught_errors", undefined, cause);
  }

  async #deliver(
    bytes: Uint8Array,
    signatures: SignatureMode,
  ): Promise<Delivery> {
    if (this.#stopping.signal.aborted) {
      return { kind: "nack", reason: "stopping" };
    }
    const read = readIntent(bytes, this.#settings.maxIntentBytes);
    if (read.kind === "refused") return this.#refuse(read);
    const { intent } = read;
    const { keyring } = this.#settings;
    // Before its turn: what is forged waits for nobody, and nobody for it.
    const signature = await this.#inOrder(
      checkSignature(intent, signatures, keyring),
    );
    if (signature.kind === "refused") return this.#refuse(signature, intent);
    if (signature.kind === "unsigned") {
      this.#events.add("unsigned_intents_accepted", intent);
    }
    const key = intent.entityKey.toHex();
    return await this.#turns.take(key, () => this.#settle(intent)) ??
      { kind: "nack", reason: "stopping" };
  }

  /** Waits for a check and all before it: one that is quicker must not overtake. */
  async #inOrder<Value>(check: Promise<Value>): Promise<Value> {
    const before = this.#checked;
    this.#checked = Promise.allSettled([before, check]).then(() => {});
    await before;
    return await check;
  }

  async #settle(intent: ToolIntent): Promise<Delivery> {
    const problem = identityProblem(intent, this.#settings.checkIds);
    if (problem !== undefined) return this.#refuse(problem, intent);
    const trace = new Trace(
      this.#options.tracer,
      intent,
      (cause) => this.#events.add("tracer_errors", intent, cause),
    );
    const settlement = new Settlement(intent, {
      ...this.#options,
      settings: this.#settings,
      runner: this.#runner,
      events: this.#events,
      trace,
    });
    return await trace.delivery(() => settlement.settle());
  }

  /** Counts the delivery as under way, and lets nothing be thrown. */
  async #guard(work: () => Promise<Delivery>): Promise<Delivery> {
    const running = Promise.try(work).catch((cause): Delivery => {
      this.#events.add("unexpected_errors", undefined, cause);
      return { kind: "nack", reason: "unexpected", cause };
    });
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  #refuse({ reason, detail }: Refusal, intent?: ToolIntent): Delivery {
    switch (reason) {
      case "unsigned_intent":
      case "bad_signature":
      case "unknown_signing_key":
        this.#events.add(reason, intent);
    }
    this.#events.add("intents_dead_lettered", intent);
    return { kind: "dead_letter", reason, detail };
  }
}
