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
import {
  type Attributes,
  type Context,
  context,
  type Link,
  type Meter,
  SpanKind,
  trace,
  type Tracer,
} from "@opentelemetry/api";
import type { Delivery } from "../effector/delivery.ts";
import type { EffectorEvent, EffectorTracer } from "../effector/events.ts";
import type { ToolIntent } from "../intent.ts";
import * as names from "./opentelemetry/conventions.ts";
import { creationContext } from "./opentelemetry/creation_context.ts";
import {
  deliveryErrorType,
  outcomeErrorType,
} from "./opentelemetry/error_type.ts";
import { observe } from "./opentelemetry/observe.ts";
import { quietly } from "./opentelemetry/quietly.ts";

/** What {@linkcode openTelemetry} reports to. */
export interface OpenTelemetryOptions {
  /** Gets the spans; there are none without it. */
  readonly tracer?: Tracer | undefined;
  /** Gets durations and counts; there are none without it. */
  readonly meter?: Meter | undefined;
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
  /** Counts. */
  readonly onEvent: (event: EffectorEvent) => void;
}

/** Longest name of a tool on the span of a delivery, where nobody has looked it up yet. */
const LONGEST_TOOL_NAME = 128;

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
  const { tracer, meter, messagingSystem } = options;
  const processDuration = meter?.createHistogram(
    names.PROCESS_DURATION,
    names.PROCESS_DURATION_OPTIONS,
  );
  const executeToolDuration = meter?.createHistogram(
    names.EXECUTE_TOOL_DURATION,
    names.EXECUTE_TOOL_DURATION_OPTIONS,
  );
  const events = meter?.createCounter(names.EVENTS, names.EVENTS_OPTIONS);
  const messaging: Attributes = {
    [names.MESSAGING_OPERATION_NAME]: names.PROCESS,
    [names.MESSAGING_OPERATION_TYPE]: "process",
    ...messagingSystem !== undefined &&
      { [names.MESSAGING_SYSTEM]: messagingSystem },
  };
  /** A call hangs under its delivery also where no context manager is registered. */
  const scopes = new WeakMap<ToolIntent, Context>();

  return {
    tracer: {
      delivery(intent, work) {
        const { parent, links } = placeOf(intent);
        return observe((scope) => {
          scopes.set(intent, scope);
          return work();
        }, {
          tracer,
          spanName: names.PROCESS,
          spanOptions: {
            kind: SpanKind.CONSUMER,
            links,
            attributes: {
              ...messaging,
              [names.MESSAGING_MESSAGE_ID]: intent.intentId,
              [names.INTENT_TOOL_NAME]: intent.toolName
                .slice(0, LONGEST_TOOL_NAME),
            },
          },
          parent,
          duration: processDuration,
          attributes: messaging,
          errorType: deliveryErrorType,
          outcome: deliveryAttributes,
        });
      },
      call(intent, work) {
        const tool: Attributes = {
          [names.GEN_AI_TOOL_NAME]: intent.toolName,
          [names.GEN_AI_TOOL_TYPE]: "function",
        };
        return observe(work, {
          tracer,
          spanName: `${names.EXECUTE_TOOL} ${intent.toolName}`,
          spanOptions: {
            kind: SpanKind.INTERNAL,
            attributes: {
              ...tool,
              [names.GEN_AI_OPERATION_NAME]: names.EXECUTE_TOOL,
              [names.GEN_AI_TOOL_CALL_ID]: intent.intentId,
            },
          },
          parent: scopes.get(intent) ?? context.active(),
          duration: executeToolDuration,
          attributes: tool,
          errorType: outcomeErrorType,
        });
      },
    },
    onEvent({ name }) {
      // Not the tool's name: forged intents are counted too, and could name any.
      events?.add(1, { [names.EVENT_NAME]: name });
    },
  };
}

/** Where the span of a delivery hangs: under the span that staged the intent, as the conventions allow for single messages. */
function placeOf(
  intent: ToolIntent,
): { readonly parent: Context; readonly links: Link[] } {
  const active = context.active();
  const creation = quietly(() => creationContext(intent));
  if (creation === undefined) return { parent: active, links: [] };
  const ambient = trace.getSpanContext(active);
  return {
    parent: trace.setSpanContext(active, creation),
    links: [creation, ...ambient === undefined ? [] : [ambient]]
      .map((context) => ({ context })),
  };
}

/** How a delivery ended, beside its error. */
function deliveryAttributes(delivery: Delivery): Attributes {
  const { kind } = delivery;
  switch (kind) {
    case "ack":
      return {
        [names.DELIVERY_KIND]: kind,
        [names.DELIVERY_REPEATED]: delivery.repeated,
        ...delivery.result && { [names.RESULT_STATUS]: delivery.result.status },
      };
    case "nack":
    case "dead_letter":
      return {
        [names.DELIVERY_KIND]: kind,
        [names.DELIVERY_REASON]: delivery.reason,
      };
  }
}
