import type { Outside } from "./tools.ts";

/** What really happened outside. */
export interface Effects {
  readonly refunds: readonly unknown[];
  readonly mails: readonly unknown[];
}

/**
 * Stands for a bank, which knows idempotency keys, and for a mail service, which
 * does not. It writes down what it did, so that effects can be counted.
 */
export class Ledger implements Outside {
  readonly #kv: Deno.Kv;
  readonly #replyMs: number;

  /** Its effects happen at once; its replies come `replyMs` later. */
  constructor(kv: Deno.Kv, replyMs: number) {
    this.#kv = kv;
    this.#replyMs = replyMs;
  }

  /** Pays, once for each key. */
  async refund(
    key: string,
    order: { readonly orderId: string; readonly cents: number },
  ): Promise<{ readonly receipt: string }> {
    const place = ["ledger", "refunds", key];
    const receipt = crypto.randomUUID();
    const payment = { ...order, receipt };
    const { ok } = await this.#kv.atomic()
      .check({ key: place, versionstamp: null }).set(place, payment).commit();
    const first = ok
      ? payment
      : (await this.#kv.get<typeof payment>(place)).value;
    await this.#reply();
    return { receipt: first?.receipt ?? receipt };
  }

  /** Sends, each time. */
  async mail(to: string, text: string): Promise<void> {
    await this.#kv.set(["ledger", "mails", crypto.randomUUID()], { to, text });
    await this.#reply();
  }

  /** All that happened. */
  async effects(): Promise<Effects> {
    return {
      refunds: await this.#all("refunds"),
      mails: await this.#all("mails"),
    };
  }

  #all(kind: string): Promise<readonly unknown[]> {
    const entries = this.#kv.list({ prefix: ["ledger", kind] });
    return Array.fromAsync(entries, ({ value }) => value);
  }

  #reply(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, this.#replyMs));
  }
}
