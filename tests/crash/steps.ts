/** The steps of a worker between the delivery of an intent and its acknowledgement. */
export type Step =
  /** The bytes were received. */
  | "received"
  /** The signature was verified; the store is about to be asked. */
  | "verified"
  /** The claim is stored, with the started mark. */
  | "claimed"
  /** The tool was called, and has done nothing. */
  | "called"
  /** The tool has had its effect, and has not returned. */
  | "effected"
  /** The tool has returned; its outcome is about to be stored. */
  | "returned"
  /** The outcome is stored, and about to be published. */
  | "stored"
  /** The outcome is published, and about to be acknowledged. */
  | "answered"
  /** Another worker's claim is waited for. */
  | "in_flight"
  /** The worker was told to stop. */
  | "stopping";

/** What happens at which step, other than going on. */
export interface StepsOptions {
  /** Where the process is killed. */
  readonly deadly: string | undefined;
  /** How many intents have to be there first, so that all of them are cut off at this very step. */
  readonly victims: number;
  /** Where intents wait until {@linkcode Steps.open}. */
  readonly holding: string | undefined;
  /** Told of each intent that waits. */
  readonly onHold: (intentId: string) => void;
}

/** Walks intents through the steps. */
export class Steps {
  readonly #options: StepsOptions;
  readonly #gate = Promise.withResolvers<void>();
  readonly #victims = new Set<string>();

  constructor(options: StepsOptions) {
    this.#options = options;
  }

  /** Resolves when the intent may go on: mostly at once, and never from a deadly step. */
  async reach(step: Step, intentId: string): Promise<void> {
    const { deadly, victims, holding, onHold } = this.#options;
    if (step === deadly) {
      this.#victims.add(intentId);
      if (this.#victims.size === victims) killThisProcess();
      await new Promise<never>(() => {});
    }
    if (step === holding) {
      onHold(intentId);
      await this.#gate.promise;
    }
  }

  /** Lets those that wait go on. */
  open(): void {
    this.#gate.resolve();
  }
}

/** No handler sees it, and nothing is cleaned up. */
export function killThisProcess(): void {
  Deno.kill(Deno.pid, "SIGKILL");
}
