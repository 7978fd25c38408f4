/**
 * OpenTelemetry for an effector: a span for each delivery and each call of a
 * tool, durations, and a counter of what happened. Names are those of the
 * semantic conventions for messaging and for generative AI.
 *
 * The tracer and the meter are handed in: where spans and metrics go is the
 * application's choice. With `OTEL_DENO=true`, Deno itself exports what the
 * global ones are given.
 *
 * @module
 */
import type { Meter, Tracer } from "@opentelemetry/api";
import type { EffectorEvent } from "../effector/events.ts";
import type { EffectorTracer } from "../effector/tracer.ts";
import * as names from "./opentelemetry/conventions.ts";
import { effectorTracer } from "./opentelemetry/effector_tracer.ts";
import type {
  OpenTelemetryMeter,
  OpenTelemetryTracer,
} from "./opentelemetry/ports.ts";
import { quietly } from "./opentelemetry/quietly.ts";

export type { OpenTelemetryMeter, OpenTelemetryTracer };

/** What {@linkcode openTelemetry} reports to. */
export interface OpenTelemetryOptions {
  /** A `Tracer`, which gets the spans; there are none without it. */
  readonly tracer?: OpenTelemetryTracer | undefined;
  /** A `Meter`, which gets durations and counts; there are none without it. */
  readonly meter?: OpenTelemetryMeter | undefined;
  /**
   * What delivers the intents, as the conventions name it, such as `"kafka"` or
   * `"gcp_pubsub"`: the attribute `messaging.system`, left out unless set.
   */
  readonly messagingSystem?: string | undefined;
}

/** The options of an `Effector` that make it report; to be spread into the others. */
export interface EffectorTelemetry {
  /** Makes the spans, and measures how long they take. */
  readonly tracer: EffectorTracer;
  /** Counts. An application that listens too calls it from its own `onEvent`. */
  readonly onEvent: (event: EffectorEvent) => void;
}

/**
 * Makes an effector report to OpenTelemetry.
 *
 * - `process`, of kind CONSUMER, is the span of a delivery. It continues the
 *   trace of the activation that staged the intent, and links to the span that
 *   was active when it was delivered. Without a trace, that span is its parent.
 * - `execute_tool {tool}`, of kind INTERNAL, is its child, the call of the tool.
 *   It is active meanwhile, so that it is the parent of the tool's own spans.
 * - `error.type` is a stable code, such as `timed_out`. No argument, result or
 *   message becomes an attribute.
 * - `messaging.process.duration` and `gen_ai.execute_tool.duration` are their
 *   durations in seconds; `beam_tools.effector.events` counts by
 *   `beam_tools.event.name`.
 *
 * What a tracer or a meter throws while deliveries are handled is ignored.
 *
 * @example Trace an effector
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { metrics, trace } from "@opentelemetry/api";
 * import { activate, tool, ToolRegistry } from "@beam/tools";
 * import { Effector, MemoryStore } from "@beam/tools/effector";
 * import { openTelemetry } from "@beam/tools/telemetry/opentelemetry";
 *
 * const registry = new ToolRegistry([
 *   tool({ name: "send", sideEffect: true, parameters: { to: "string" } }, () => {}),
 * ]);
 * const effector = new Effector({
 *   registry,
 *   store: new MemoryStore(),
 *   publish: () => {},
 *   signatures: "off", // this intent never leaves the process
 *   ...openTelemetry({
 *     tracer: trace.getTracer("my-effector"),
 *     meter: metrics.getMeter("my-effector"),
 *   }),
 * });
 *
 * const { intents: [intent] } = await activate(
 *   { entityKey: "user-1", seq: 1, registry, nowMs: Date.now() },
 *   (context) => context.act("send", { to: "ada" }),
 * );
 * const delivery = await effector.execute(intent!);
 *
 * assertEquals(delivery.kind, "ack");
 * ```
 */
export function openTelemetry(
  options: OpenTelemetryOptions,
): EffectorTelemetry {
  // The casts: see the ports.
  const tracer = options.tracer as Tracer | undefined;
  const meter = options.meter as Meter | undefined;
  const events = meter?.createCounter(names.EVENTS, names.EVENTS_OPTIONS);
  return {
    tracer: effectorTracer({ ...options, tracer, meter }),
    onEvent({ name }) {
      // Not the tool's name: forged intents are counted too, and could name any.
      quietly(() => events?.add(1, { [names.EVENT_NAME]: name }));
    },
  };
}
