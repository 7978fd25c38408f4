import {
  isSpanContextValid,
  type SpanContext,
  TraceFlags,
} from "@opentelemetry/api";
import { stagingSpanId, type ToolIntent } from "../../intent.ts";

/**
 * The span in which an intent came to be: the message's creation context, in
 * the words of the conventions. `undefined` for an intent without a trace.
 *
 * Its trace is the intent's. Its id is the one that the Python package derives
 * for the event of staging it: the first 8 bytes of the UUID, version 5, of the
 * key's hex, seq, `INTENT_EMITTED` and step. Where a pipeline exports that
 * event, it is the parent of the delivery; where not, the parent is a span that
 * nobody has, and the deliveries of one intent still share it.
 *
 * It counts as sampled, since an intent does not say whether its trace is. To
 * sample fewer, decide by trace id: all deliveries of an activation share one.
 */
export function creationContext(intent: ToolIntent): SpanContext | undefined {
  const spanContext: SpanContext = {
    traceId: intent.traceId.toHex(),
    spanId: stagingSpanId(intent).toHex(),
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  };
  return isSpanContextValid(spanContext) ? spanContext : undefined;
}
