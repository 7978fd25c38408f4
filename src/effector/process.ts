import { requireDelay, SYSTEM_CLOCK } from "./clock.ts";
import type { Effector, StopOptions } from "./service.ts";

/** How a process is supervised. */
export interface SuperviseOptions extends StopOptions {
  /** The signals that stop the effector; SIGINT and SIGTERM unless set. */
  readonly signals?: readonly Deno.Signal[] | undefined;
  /** What ends after the effector and before the process, such as `() => server.shutdown()`; waited for no longer than `graceMs`. */
  readonly beforeExit?: (() => void | Promise<void>) | undefined;
  /** Told of errors that a tool, or anything else, left behind; `console.error` unless set. What it throws is ignored. */
  readonly onUncaughtError?: ((error: unknown) => void) | undefined;
  /** Ends the process after the effector has stopped; `Deno.exit` unless set. */
  readonly exit?: ((code: number) => void) | undefined;
}

/** How long the answers to the last requests may take to be written, in milliseconds. */
const ANSWER_MS = 100;

/**
 * Ties an effector to the life of its process, for good: a signal stops it
 * before the process ends, and an error that a tool left behind, in a promise, a
 * timer or a listener, does not take the process, and every other call in it, down.
 * Call it last: what the main module throws after it is logged and ends nothing.
 *
 * @throws {RangeError} If `graceMs` is out of its range.
 *
 * @example In the main module of a worker
 * ```ts
 * import { ToolRegistry } from "@beam/tools";
 * import { Effector, MemoryStore, superviseProcess } from "@beam/tools/effector";
 *
 * const effector = new Effector({
 *   registry: new ToolRegistry(),
 *   store: new MemoryStore(),
 *   publish: () => {},
 *   signatures: "off",
 * });
 *
 * superviseProcess(effector);
 * ```
 */
export function superviseProcess(
  effector: Effector,
  options: SuperviseOptions = {},
): void {
  const { signals = ["SIGINT", "SIGTERM"], exit = Deno.exit } = options;
  const { graceMs = 4_000, beforeExit, onUncaughtError = console.error } =
    options;
  requireDelay("supervise a process", "graceMs", graceMs);
  const tell = (error: unknown): void => {
    // What it throws, at once or later, would come back here as another error.
    Promise.try(() => onUncaughtError(error)).catch(() => {});
  };
  let stopping = false;
  const stop = async (): Promise<void> => {
    // A second signal must not cut the first one's grace short.
    if (stopping) return;
    stopping = true;
    try {
      await effector.stop({ graceMs });
      // A server still has to write the last answers.
      await SYSTEM_CLOCK.sleep(ANSWER_MS);
      await Promise.race([beforeExit?.(), SYSTEM_CLOCK.sleep(graceMs)]);
    } catch (error) {
      tell(error);
      return exit(1);
    }
    exit(0);
  };
  for (const signal of signals) Deno.addSignalListener(signal, stop);
  const keepRunning = (event: Event, error: unknown): void => {
    event.preventDefault();
    effector.noteUncaughtError(error);
    tell(error);
  };
  globalThis.addEventListener(
    "unhandledrejection",
    (event) => keepRunning(event, event.reason),
  );
  globalThis.addEventListener(
    "error",
    (event) => keepRunning(event, event.error),
  );
}
