/** The OpenTelemetry SDK as an application would set it up, with what it exports kept in memory. */
import {
  type Attributes,
  context,
  type Meter,
  SpanKind,
  SpanStatusCode,
  type Tracer,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "npm:@opentelemetry/context-async-hooks@2.12.1";
import {
  type DataPoint,
  type Histogram,
  MeterProvider,
  type MetricData,
  MetricReader,
} from "npm:@opentelemetry/sdk-metrics@2.12.1";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  type Sampler,
  SimpleSpanProcessor,
} from "npm:@opentelemetry/sdk-trace-base@2.12.1";

/** Tracer and meter of one test, and what they exported. */
export interface Sdk {
  readonly tracer: Tracer;
  readonly meter: Meter;
  /** The spans that have ended, in that order. */
  readonly spans: () => readonly ReadableSpan[];
  /** The spans of this name. */
  readonly named: (name: string) => readonly ReadableSpan[];
  readonly metrics: () => Promise<readonly MetricData[]>;
  /** The series of a metric. */
  readonly series: (
    name: string,
  ) => Promise<readonly DataPoint<number | Histogram>[]>;
}

export function sdk(options: { readonly sampler?: Sampler } = {}): Sdk {
  const exporter = new InMemorySpanExporter();
  const tracers = new BasicTracerProvider({
    ...options,
    spanProcessors: [new SimpleSpanProcessor(exporter)],
  });
  const reader = new OnDemand();
  const meters = new MeterProvider({ readers: [reader] });
  const metrics = async () => {
    const { resourceMetrics } = await reader.collect();
    return resourceMetrics.scopeMetrics.flatMap(({ metrics }) => metrics);
  };
  return {
    tracer: tracers.getTracer("test"),
    meter: meters.getMeter("test"),
    spans: () => exporter.getFinishedSpans(),
    named: (name) =>
      exporter.getFinishedSpans().filter((span) => span.name === name),
    metrics,
    async series(name) {
      const metric = (await metrics())
        .find(({ descriptor }) => descriptor.name === name);
      return (metric?.dataPoints ?? []) as DataPoint<number | Histogram>[];
    },
  };
}

class OnDemand extends MetricReader {
  protected override onForceFlush(): Promise<void> {
    return Promise.resolve();
  }

  protected override onShutdown(): Promise<void> {
    return Promise.resolve();
  }
}

/** Lets the active span follow what is asynchronous, until it is disposed of. */
export function contextManager(): Disposable {
  context.setGlobalContextManager(
    new AsyncLocalStorageContextManager().enable(),
  );
  return { [Symbol.dispose]: () => context.disable() };
}

/** A span as far as tests compare it. */
export function shown(
  { name, kind, attributes, status }: ReadableSpan,
): {
  readonly name: string;
  readonly kind: string | undefined;
  readonly attributes: Attributes;
  readonly status: string | undefined;
} {
  return {
    name,
    kind: SpanKind[kind],
    attributes,
    status: SpanStatusCode[status.code],
  };
}

/** The parent's id. */
export function parentOf(span: ReadableSpan): string | undefined {
  return span.parentSpanContext?.spanId;
}

export function idOf(span: ReadableSpan): string {
  return span.spanContext().spanId;
}

export function traceOf(span: ReadableSpan): string {
  return span.spanContext().traceId;
}
