/**
 * What is needed of `@opentelemetry/api`, in types of our own: what belongs to
 * another package cannot be part of a documented API, and a tracer or a meter
 * of a newer version 1 of that package fits these too.
 */

/** What is needed of a `Tracer`. */
export interface OpenTelemetryTracer {
  /** Begins a span; called and answered as that of a `Tracer`. */
  startSpan(name: string, ...rest: never[]): {
    spanContext(): { readonly traceId: string; readonly spanId: string };
    end(): void;
  };
}

/** What is needed of a `Meter`. */
export interface OpenTelemetryMeter {
  /** Makes a counter; called and answered as that of a `Meter`. */
  createCounter(name: string, ...rest: never[]): {
    add(value: number): void;
  };
  /** Makes a histogram; called and answered as that of a `Meter`. */
  createHistogram(name: string, ...rest: never[]): {
    record(value: number): void;
  };
}
