import type { ToolIntent } from "../intent.ts";
import type { Delivery } from "./delivery.ts";
import type { Outcome } from "./outcome.ts";

/**
 * Wraps what an effector does, for tracing. Each function calls `work` once and
 * waits for it; what it gives, throws or does to the intent changes nothing.
 */
export interface EffectorTracer {
  /** Wraps one delivery, from the admitted intent to its answer. */
  delivery(
    intent: ToolIntent,
    work: () => Promise<Delivery>,
  ): Promise<Delivery>;
  /** Wraps one call of a tool. */
  call(intent: ToolIntent, work: () => Promise<Outcome>): Promise<Outcome>;
}

/** What a tracer sees of one delivery: a copy of its intent, the same for the delivery and its calls. */
export class Trace {
  readonly #tracer: EffectorTracer | undefined;
  readonly #intent: ToolIntent;
  readonly #onError: (cause: unknown) => void;

  /** `onError` is told of what the tracer throws. */
  constructor(
    tracer: EffectorTracer | undefined,
    intent: ToolIntent,
    onError: (cause: unknown) => void,
  ) {
    this.#tracer = tracer;
    this.#intent = tracer === undefined ? intent : structuredClone(intent);
    this.#onError = onError;
  }

  delivery(work: () => Promise<Delivery>): Promise<Delivery> {
    const tracer = this.#tracer;
    if (tracer === undefined) return work();
    return this.#around((once) => tracer.delivery(this.#intent, once), work);
  }

  call(work: () => Promise<Outcome>): Promise<Outcome> {
    const tracer = this.#tracer;
    if (tracer === undefined) return work();
    return this.#around((once) => tracer.call(this.#intent, once), work);
  }

  /** Does the work once, within `wrap` where that calls it. */
  async #around<Value>(
    wrap: (work: () => Promise<Value>) => Promise<Value>,
    work: () => Promise<Value>,
  ): Promise<Value> {
    let result: Promise<Value> | undefined;
    const once = (): Promise<Value> => result ??= work();
    try {
      await wrap(once);
    } catch (cause) {
      // What the work itself throws is no error of the tracer's.
      await once();
      this.#onError(cause);
    }
    return await once();
  }
}
