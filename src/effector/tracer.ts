import type { ToolIntent } from "../intent.ts";
import type { Delivery } from "./delivery.ts";
import type { Outcome } from "./outcome.ts";

/**
 * Wraps what an effector does, for tracing. Each function has to call `work`
 * once and pass on what it gives; it must not throw by itself.
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
