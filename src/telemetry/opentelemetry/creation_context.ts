import {
  isSpanContextValid,
  type SpanContext,
  TraceFlags,
} from "@opentelemetry/api";
import type { ToolIntent } from "../../intent.ts";
import { sha1 } from "../../sha1.ts";

/** Under which trace and span ids are derived; shared with `src/intent.ts` and the Python package. */
const TRACE_NAMESPACE = "b1d7c4e293a65f088c317e5a9d0f2b46";

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
    spanId: stagedSpanId(intent),
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  };
  return isSpanContextValid(spanContext) ? spanContext : undefined;
}

/** Never all zeros: the seventh byte holds the version. */
function stagedSpanId({ entityKey, seq, stepIndex }: ToolIntent): string {
  const name = `${entityKey.toHex()}|${seq}|INTENT_EMITTED|${stepIndex}`;
  const bytes = new Uint8Array(16 + name.length);
  bytes.setFromHex(TRACE_NAMESPACE);
  new TextEncoder().encodeInto(name, bytes.subarray(16));
  const id = sha1(bytes).slice(0, 8);
  id[6] = id[6]! & 0x0f | 0x50;
  return id.toHex();
}
