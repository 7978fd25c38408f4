import { readLines } from "../fixtures/process.ts";
import type { Staged } from "./staged.ts";
import type { Step } from "./steps.ts";

/** How a worker ends that finds something wrong with itself and not with the effector. */
export const BROKEN_CODE = 70;

/** What is particular about one worker. */
export interface WorkerOptions {
  readonly directory: string;
  readonly leaseMs: number;
  /** Where it kills itself. */
  readonly boundary?: Step | undefined;
  /** Where its intents wait for {@linkcode WorkerProcess.open}. */
  readonly hold?: Step | undefined;
  /** Told of each line. */
  readonly onLine?: ((worker: WorkerProcess, line: string) => void) | undefined;
}

/** Nothing that a test waits for takes nearly as long. */
const LONGEST_WAIT_MS = 40_000;

/** Why an intent may not be acknowledged at any time. */
const EXPECTED = ["in_flight", "stopping"];

/** A worker, seen from the process that hands it intents. */
export class WorkerProcess implements AsyncDisposable {
  /** Ids of what it was handed and has not acknowledged; once it has ended, of what was cut off. */
  readonly holding = new Set<string>();
  /** Ids whose claim it lost while it lived, its lease having run out. */
  readonly lost = new Set<string>();
  /** How it ended. */
  readonly ended: Promise<Deno.CommandStatus>;
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #leaseMs: number;
  readonly #said: string[] = [];
  #sent: Deno.Signal | undefined;
  #hasEnded = false;
  #fault: Error | undefined;
  #changed = Promise.withResolvers<void>();

  constructor(options: WorkerOptions) {
    const { directory, leaseMs, boundary, hold, onLine } = options;
    this.#leaseMs = leaseMs;
    const script = new URL("./worker.ts", import.meta.url).href;
    this.#child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", script, directory, String(leaseMs)],
      env: {
        ...boundary && { CRASH_BOUNDARY: boundary },
        ...hold && { CRASH_HOLD: hold },
      },
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    this.#input = this.#child.stdin.getWriter();
    this.ended = this.#listen(onLine);
    // Whoever waits for it hears of it; nobody has to.
    this.ended.catch(() => {});
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** Whether it has said anything: the first thing is that it is ready. */
  get isReady(): boolean {
    return this.#said.length > 0;
  }

  /** The last signal that it was sent from here. */
  get sent(): Deno.Signal | undefined {
    return this.#sent;
  }

  /** How many lines began with this. */
  count(start: string): number {
    return this.#said.filter((line) => line.startsWith(start)).length;
  }

  hand({ intent, bytes }: Staged): void {
    this.holding.add(intent.intentId);
    this.#write(bytes.toBase64());
  }

  /** Lets those that wait go on. */
  open(): void {
    this.#write("go");
  }

  kill(signal: Deno.Signal): void {
    this.#sent = signal;
    try {
      this.#child.kill(signal);
    } catch {
      // It has ended by itself, and `ended` tells how.
    }
  }

  /** Resolves once this is so, which is looked at after each line. */
  async until(what: string, isSo: () => boolean): Promise<void> {
    const timer = setTimeout(() => this.#giveUp(what), LONGEST_WAIT_MS);
    try {
      while (!isSo()) {
        if (this.#hasEnded) throw this.untimely(await this.ended, what);
        await this.#changed.promise;
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** How it ended, once it has; it has to come to that. */
  async end(): Promise<Deno.CommandStatus> {
    await this.until("its end", () => this.#hasEnded);
    return await this.ended;
  }

  /** What an end says that nobody wanted. */
  untimely({ signal, code }: Deno.CommandStatus, what: string): Error {
    const how = `with ${signal ?? code}, before ${what}`;
    return new Error(
      this.isReady && code !== BROKEN_CODE
        ? `Invariant: a worker ended, ${how}`
        : `Environment: a worker could not work and ended, ${how}`,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#hasEnded) this.kill("SIGKILL");
    await this.ended.catch(() => {});
    await this.#input.close().catch(() => {});
  }

  async #listen(
    onLine: WorkerOptions["onLine"],
  ): Promise<Deno.CommandStatus> {
    for await (const line of readLines(this.#child.stdout)) {
      this.#hear(line);
      onLine?.(this, line);
      this.#change();
    }
    const status = await this.#child.status;
    this.#hasEnded = true;
    this.#change();
    if (this.#fault !== undefined) throw this.#fault;
    return status;
  }

  #hear(line: string): void {
    this.#said.push(line);
    const [word, intentId = "", reason, tookMs] = line.split(" ");
    if (word === "ack" || reason === "stopping") this.holding.delete(intentId);
    // A machine that is busy may hold a worker up for longer than its lease.
    const isExcused = reason === "store_unavailable" ||
      reason === "claim_lost" && Number(tookMs) >= this.#leaseMs;
    if (isExcused) this.lost.add(intentId);
    if (reason === undefined || isExcused || EXPECTED.includes(reason)) return;
    this.#fault = new Error(`Invariant: a worker said: ${line}`);
    this.kill("SIGKILL");
  }

  #giveUp(what: string): void {
    const last = this.#said.slice(-5).join("; ");
    this.#fault = new Error(`Stuck: waited for ${what}; it last said: ${last}`);
    this.kill("SIGKILL");
  }

  #change(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  #write(line: string): void {
    const bytes = new TextEncoder().encode(`${line}\n`);
    // A dead worker reads nothing; it still holds what it was handed.
    this.#input.write(bytes).catch(() => {});
  }
}
