import type { Random } from "../oracle/random.ts";
import type { Outbox } from "./outbox.ts";
import type { Run } from "./run.ts";
import type { WorkerProcess } from "./worker_process.ts";

/** How a {@linkcode Fleet} works and dies. */
export interface FleetOptions {
  readonly run: Run;
  readonly outbox: Outbox;
  readonly random: Random;
  /** How many workers there are at a time. */
  readonly size: number;
  /** A worker is killed each time that so many intents are acknowledged, in growing order. */
  readonly killsAt: readonly number[];
}

/** Most intents that one worker has at a time. */
const WINDOW = 6;
/** Nobody waits for anything as long as this. */
const LONGEST_SILENCE_MS = 40_000;

/** Workers that empty an outbox, while one of them is killed now and then and replaced at once. */
export class Fleet {
  readonly #options: FleetOptions;
  readonly #workers = new Set<WorkerProcess>();
  #acknowledged = 0;
  #kills = 0;
  #heardAtMs = Date.now();

  constructor(options: FleetOptions) {
    this.#options = options;
  }

  get kills(): number {
    return this.#kills;
  }

  /** Resolves when all is acknowledged and all workers have ended. */
  async empty(): Promise<void> {
    const { promise: stuck, reject } = Promise.withResolvers<never>();
    const timer = setInterval(() => {
      if (Date.now() - this.#heardAtMs < LONGEST_SILENCE_MS) return;
      reject(new Error("Stuck: no worker has said anything for long"));
    }, 1_000);
    const places = Array.from(
      { length: this.#options.size },
      () => this.#keep(),
    );
    try {
      await Promise.race([Promise.all(places), stuck]);
    } finally {
      clearInterval(timer);
    }
  }

  /** Keeps one place filled. */
  async #keep(): Promise<void> {
    const { run, outbox } = this.#options;
    while (!outbox.isEmpty) {
      const worker = run.start({
        onLine: (worker, line) => this.#hear(worker, line),
      });
      this.#workers.add(worker);
      const status = await worker.ended;
      this.#workers.delete(worker);
      const isStopped = worker.sent === "SIGTERM" && status.code === 0;
      const isKilled = worker.sent === "SIGKILL" && status.signal === "SIGKILL";
      if (!isStopped && !isKilled) throw worker.untimely(status, "it was told");
      // What it acknowledged and did not live to say.
      const acknowledged = run.acknowledged();
      for (const id of worker.holding) {
        if (acknowledged.has(id)) this.#acknowledge(id);
      }
      this.#handOut();
    }
  }

  #hear(worker: WorkerProcess, line: string): void {
    this.#heardAtMs = Date.now();
    const [word, intentId = ""] = line.split(" ");
    if (word === "ack") this.#acknowledge(intentId);
    // A dead one has nothing more to get.
    if (worker.sent === undefined) this.#handOut();
  }

  #acknowledge(intentId: string): void {
    const { outbox, killsAt } = this.#options;
    if (outbox.acknowledge(intentId)) this.#acknowledged++;
    if (this.#acknowledged >= (killsAt[this.#kills] ?? Infinity)) this.#kill();
  }

  /** Kills one that is in the middle of something; the next time, if there is none. */
  #kill(): void {
    const busy = this.#living().filter(({ holding }) => holding.size > 0);
    if (busy.length === 0) return;
    this.#options.random.pick(busy).kill("SIGKILL");
    this.#kills++;
  }

  #handOut(): void {
    const { outbox, random } = this.#options;
    for (const worker of this.#living()) {
      while (worker.holding.size < WINDOW) {
        const staged = outbox.next(worker, this.#workers, random);
        if (staged === undefined) break;
        worker.hand(staged);
      }
      if (outbox.isEmpty && worker.holding.size === 0) worker.kill("SIGTERM");
    }
  }

  #living(): readonly WorkerProcess[] {
    return [...this.#workers].filter((worker) =>
      worker.isReady && worker.sent === undefined
    );
  }
}
