import { type Answer, postIntent } from "./post_intent.ts";

/** An intent that the effector has not settled yet. */
interface Waiting {
  readonly intentId: string;
  /** Signed. */
  readonly bytes: Uint8Array;
  readonly tries: number;
  /** Not to be sent before this time, in milliseconds since 1970. */
  readonly nextAtMs: number;
}

/** An intent that the effector will never carry out, for a person to look at. */
export interface DeadIntent {
  readonly status: number;
  readonly reason: string;
  readonly bytes: Uint8Array;
}

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 60_000;
/** How long a send under way is waited for when the program stops. */
const GRACE_MS = 4_000;

/**
 * Keeps staged intents until the effector has settled them. It sends those of
 * one entity one after the other, in their order, and sends again what was not
 * answered: the effector knows each intent by its id, so too often is harmless
 * and too seldom is not.
 */
export class Outbox {
  readonly #kv: Deno.Kv;
  readonly #effectorUrl: string;
  /** The last round of each entity; one begins when the one before is over. */
  readonly #rounds = new Map<string, Promise<void>>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  #isStopped = false;

  constructor(kv: Deno.Kv, effectorUrl: string) {
    this.#kv = kv;
    this.#effectorUrl = effectorUrl;
  }

  /** Writes an intent down, as part of the commit of its activation. */
  add(
    commit: Deno.AtomicOperation,
    place: { entity: string; seq: bigint; stepIndex: number },
    intent: { intentId: string; bytes: Uint8Array },
  ): void {
    const { entity, seq, stepIndex } = place;
    const waiting: Waiting = { ...intent, tries: 0, nextAtMs: 0 };
    commit.set(["outbox", entity, seq, stepIndex], waiting);
  }

  /** Sends whatever is due, of all entities; for the start, and for a cron job. */
  async sweep(): Promise<void> {
    const entities = new Set<string>();
    for await (const { key } of this.#kv.list({ prefix: ["outbox"] })) {
      entities.add(String(key[1]));
    }
    await Promise.all([...entities].map((entity) => this.send(entity)));
  }

  /** Sends what one entity has. It never rejects: what fails is sent later. */
  send(entity: string): Promise<void> {
    const before = this.#rounds.get(entity);
    const round = Promise.resolve(before).then(() => this.#round(entity))
      .catch((error) => {
        console.error("The outbox failed and goes on later:", error);
        this.#later(entity, FIRST_DELAY_MS);
      })
      .finally(() => {
        if (this.#rounds.get(entity) === round) this.#rounds.delete(entity);
      });
    this.#rounds.set(entity, round);
    return round;
  }

  /** The dead letter of an intent, if it is one. */
  async dead(intentId: string): Promise<DeadIntent | null> {
    return (await this.#kv.get<DeadIntent>(["dead", intentId])).value;
  }

  /** How many intents are waiting, and how many are dead. */
  async counts(): Promise<{ readonly waiting: number; readonly dead: number }> {
    const count = async (prefix: string) => {
      let number = 0;
      for await (const _ of this.#kv.list({ prefix: [prefix] })) number++;
      return number;
    };
    return { waiting: await count("outbox"), dead: await count("dead") };
  }

  /** Sends nothing more, and waits a while for what is being sent. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    const grace = new Promise((resolve) => setTimeout(resolve, GRACE_MS));
    await Promise.race([Promise.all(this.#rounds.values()), grace]);
  }

  async #round(entity: string): Promise<void> {
    while (!this.#isStopped) {
      const prefix = ["outbox", entity];
      const entries = this.#kv.list<Waiting>({ prefix }, { limit: 1 });
      const [head] = await Array.fromAsync(entries);
      if (head === undefined) return;
      const waitMs = head.value.nextAtMs - Date.now();
      // The ones behind it wait as well, so that they stay in order.
      if (waitMs > 0) return this.#later(entity, waitMs);
      const { bytes } = head.value;
      await this.#note(head, await postIntent(this.#effectorUrl, bytes));
    }
  }

  /** Writes down what came of a try, unless another instance did so first. */
  async #note(head: Deno.KvEntry<Waiting>, answer: Answer): Promise<void> {
    const { key, value } = head;
    const commit = this.#kv.atomic().check(head);
    switch (answer.kind) {
      case "settled":
        commit.delete(key);
        break;
      case "refused": {
        const { status, reason } = answer;
        const { intentId, bytes } = value;
        const dead: DeadIntent = { status, reason, bytes };
        commit.delete(key).set(["dead", intentId], dead);
        break;
      }
      case "again": {
        const tries = value.tries + 1;
        const delayMs = Math.min(
          LONGEST_DELAY_MS,
          FIRST_DELAY_MS * 2 ** value.tries,
        );
        const nextAtMs = Date.now() + Math.max(delayMs, answer.afterMs);
        commit.set(key, { ...value, tries, nextAtMs });
      }
    }
    await commit.commit();
  }

  /** A timer serves as long as the instance lives; after that, a sweep does. */
  #later(entity: string, delayMs: number): void {
    clearTimeout(this.#timers.get(entity));
    if (this.#isStopped) return;
    const timer = setTimeout(() => {
      this.#timers.delete(entity);
      this.send(entity);
    }, delayMs);
    this.#timers.set(entity, timer);
  }
}
