import {
  type Attributes,
  type Context,
  context,
  type Histogram,
  type SpanOptions,
  SpanStatusCode,
  trace,
  type Tracer,
} from "@opentelemetry/api";
import { ERROR_TYPE } from "./conventions.ts";
import { thrownErrorType } from "./error_type.ts";
import { quietly } from "./quietly.ts";

/** How one piece of work is observed. */
export interface Observation<Value> {
  readonly tracer: Tracer | undefined;
  readonly spanName: string;
  readonly spanOptions: SpanOptions;
  /** Holds the parent of the span. */
  readonly parent: Context;
  /** Gets the duration in seconds. */
  readonly duration: Histogram | undefined;
  /** What the duration is recorded with. */
  readonly attributes: Attributes;
  /** What it failed with, if it did. */
  readonly errorType: (value: Value) => string | undefined;
  /** What else the span tells of how it ended. */
  readonly outcome?: (value: Value) => Attributes;
}

/**
 * Does the work once, with a span around it that is active meanwhile, and
 * passes on what it gives or throws. What a tracer or a histogram throws is
 * ignored. The work is told of the context that it runs in.
 */
export async function observe<Value>(
  work: (scope: Context) => Promise<Value>,
  observation: Observation<Value>,
): Promise<Value> {
  const { tracer, spanName, spanOptions, parent } = observation;
  const { duration, attributes, errorType, outcome } = observation;
  const startedMs = performance.now();
  const span = quietly(() => tracer?.startSpan(spanName, spanOptions, parent));
  const scope = span === undefined
    ? context.active()
    : trace.setSpan(parent, span);
  let running: Promise<Value> | undefined;
  quietly(() => context.with(scope, () => running = work(scope)));
  // It may have thrown before it came to the work, or after.
  const [settled] = await Promise.allSettled([running ?? work(scope)]);

  const failed = settled.status === "rejected"
    ? thrownErrorType(settled.reason)
    : errorType(settled.value);
  const error = failed === undefined ? {} : { [ERROR_TYPE]: failed };
  const ended = settled.status === "fulfilled" && outcome?.(settled.value);
  quietly(() => span?.setAttributes({ ...ended, ...error }));
  if (failed !== undefined) {
    // No description: it would be the error's message, which may hold a secret.
    quietly(() => span?.setStatus({ code: SpanStatusCode.ERROR }));
  }
  // Next to each other, because the conventions want one duration for both.
  const seconds = (performance.now() - startedMs) / 1_000;
  quietly(() => span?.end());
  quietly(() => duration?.record(seconds, { ...attributes, ...error }, scope));
  if (settled.status === "rejected") throw settled.reason;
  return settled.value;
}
