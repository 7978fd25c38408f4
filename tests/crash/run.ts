import { Log } from "./log.ts";
import type { Staged } from "./staged.ts";
import { type WorkerOptions, WorkerProcess } from "./worker_process.ts";

/** Workers that share a store, and what they leave behind in files. */
export class Run implements AsyncDisposable {
  /** The outside world: a line for each effect, written by the effect itself. */
  readonly ledger: Log;
  /** What was published and acknowledged, in this order. */
  readonly journal: Log;
  /** All that were started. */
  readonly workers: WorkerProcess[] = [];
  readonly #directory: string;
  readonly #leaseMs: number;
  #isOver = false;

  private constructor(directory: string, leaseMs: number) {
    this.#directory = directory;
    this.#leaseMs = leaseMs;
    this.ledger = new Log(`${directory}/ledger`);
    this.journal = new Log(`${directory}/journal`);
  }

  static async open(leaseMs: number): Promise<Run> {
    const run = new Run(await Deno.makeTempDir(), leaseMs);
    // Made before there are workers, who would all try.
    (await run.openKv()).close();
    return run;
  }

  openKv(): Promise<Deno.Kv> {
    return Deno.openKv(`${this.#directory}/store.kv`);
  }

  start(
    options: Omit<WorkerOptions, "directory" | "leaseMs"> = {},
  ): WorkerProcess {
    if (this.#isOver) throw new Error("The run is over");
    const worker = new WorkerProcess({
      directory: this.#directory,
      leaseMs: this.#leaseMs,
      ...options,
    });
    this.workers.push(worker);
    return worker;
  }

  /** Ids that need not be delivered again. */
  acknowledged(): ReadonlySet<string> {
    return new Set(
      this.journal.lines().flatMap(([word, id]) => word === "ack" ? id! : []),
    );
  }

  /** Hands a worker all that is not acknowledged, waits until all is, and ends it. */
  async settle(
    worker: WorkerProcess,
    intents: readonly Staged[],
  ): Promise<void> {
    const done = this.acknowledged();
    for (const staged of intents) {
      if (!done.has(staged.intent.intentId)) worker.hand(staged);
    }
    await worker.until("all is acknowledged", () => worker.holding.size === 0);
    worker.kill("SIGTERM");
    await worker.end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    for (const worker of this.workers) await worker[Symbol.asyncDispose]();
    await Deno.remove(this.#directory, { recursive: true });
  }
}
