import type { Random } from "../oracle/random.ts";
import type { Staged } from "./staged.ts";
import type { WorkerProcess } from "./worker_process.ts";

/** How often an intent is handed out while another worker has it, as queues do now and then. */
const COPIES = 0.05;

/**
 * Where intents wait. The next one of an entity is handed out when the one
 * before it is acknowledged, which keeps their order.
 */
export class Outbox {
  readonly #queues: Map<string, Staged[]>;

  constructor(intents: readonly Staged[]) {
    this.#queues = Map.groupBy(
      intents,
      ({ intent }) => intent.entityKey.toHex(),
    );
  }

  get isEmpty(): boolean {
    return this.#queues.size === 0;
  }

  /** One for this worker, if there is any; it counts as handed out while a worker of `all` holds it. */
  next(
    worker: WorkerProcess,
    all: Iterable<WorkerProcess>,
    random: Random,
  ): Staged | undefined {
    const workers = [...all];
    const holders = random.unit() < COPIES ? 1 : 0;
    const heads = this.#queues.values().map(([head]) => head!)
      .filter(({ intent: { intentId } }) =>
        !worker.holding.has(intentId) &&
        workers.filter(({ holding }) => holding.has(intentId)).length ===
          holders
      ).toArray();
    return heads.length === 0 ? undefined : random.pick(heads);
  }

  /** Forgets an intent; whether it was still there. */
  acknowledge(intentId: string): boolean {
    for (const [entity, queue] of this.#queues) {
      if (queue[0]!.intent.intentId !== intentId) continue;
      queue.shift();
      if (queue.length === 0) this.#queues.delete(entity);
      return true;
    }
    return false;
  }
}
