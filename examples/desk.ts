import type { EffectCall } from "@beam/tools";

/** One ticket as it stands. */
export interface Ticket {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  /** From 1, which can wait, to 5. */
  readonly priority: number;
  /** `"Open"`, `"Resolved"`, `"Closed"`, or a word of the desk's own. */
  readonly status: string;
  /** How it was resolved; empty until then. */
  readonly resolution: string;
  readonly createdBy: string;
}

/** A change that the desk has made. */
export interface LedgerEntry {
  readonly toolName: string;
  /** The intent that asked for it. */
  readonly intentId: string;
  /** What the desk answered. */
  readonly result: unknown;
  /** How often the same intent asked again and got this result, without a change. */
  readonly repeats: number;
}

/** All that a desk knows. */
export interface DeskState {
  readonly tickets: readonly Ticket[];
  /** Who is logged in. */
  readonly user: string | null;
  /** Every change, in order. Two entries of one intent are an effect that happened twice. */
  readonly ledger: readonly LedgerEntry[];
}

/** What is done to a desk: the parts that change, and what it answers. */
export type Change<Result> = (
  state: DeskState,
) => { readonly changed: Partial<DeskState>; readonly result: Result };

/** Two open tickets, and somebody at the desk. */
export const OPENING: DeskState = {
  tickets: [
    {
      id: 1,
      title: "Printer on floor 2 smokes",
      description: "It smells of burnt paper.",
      priority: 5,
      status: "Open",
      resolution: "",
      createdBy: "ada",
    },
    {
      id: 2,
      title: "New keyboard",
      description: "",
      priority: 1,
      status: "Open",
      resolution: "",
      createdBy: "ada",
    },
  ],
  user: "ada",
  ledger: [],
};

/**
 * The outside world of the demo: a desk that knows nothing of effectors, only
 * of idempotency keys. Its state is one file that is replaced as a whole, so a
 * change and its ledger entry are both there or neither is, whoever is killed.
 */
export class Desk {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  async read(): Promise<DeskState> {
    return JSON.parse(await Deno.readTextFile(this.#file));
  }

  async write(state: DeskState): Promise<void> {
    await Deno.writeTextFile(`${this.#file}.new`, JSON.stringify(state));
    await Deno.rename(`${this.#file}.new`, this.#file);
  }

  /** Makes a change and notes it in the ledger. Asked twice, it does so twice. */
  async change<Result>(
    toolName: string,
    { intent: { intentId } }: EffectCall,
    change: Change<Result>,
  ): Promise<Result> {
    const state = await this.read();
    const { changed, result } = change(state);
    const entry = { toolName, intentId, result, repeats: 0 };
    await this.write({
      ...state,
      ...changed,
      ledger: [...state.ledger, entry],
    });
    return result;
  }

  /** The same, but only once for each intent: its id is the idempotency key. */
  async changeOnce<Result>(
    toolName: string,
    call: EffectCall,
    change: Change<Result>,
  ): Promise<Result> {
    const state = await this.read();
    const known = state.ledger.find(({ intentId }) =>
      intentId === call.intent.intentId
    );
    if (known === undefined) return await this.change(toolName, call, change);
    const ledger = state.ledger.map((entry) =>
      entry === known ? { ...entry, repeats: entry.repeats + 1 } : entry
    );
    await this.write({ ...state, ledger });
    return known.result as Result; // what the first request was answered with
  }
}
