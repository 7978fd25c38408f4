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
import type { Delivery } from "../../effector/delivery.ts";
import type { EffectorTracer } from "../../effector/tracer.ts";
import type { ToolIntent } from "../../intent.ts";
import * as names from "./conventions.ts";
import { creationContext } from "./creation_context.ts";
import { deliveryErrorType, outcomeErrorType } from "./error_type.ts";
import { observe } from "./observe.ts";
import { quietly } from "./quietly.ts";

/** What deliveries and calls are reported to. */
export interface EffectorTracerOptions {
  readonly tracer: Tracer | undefined;
  readonly meter: Meter | undefined;
  readonly messagingSystem?: string | undefined;
}

/** Longest name of a tool on the span of a delivery, where nobody has looked it up yet. */
const LONGEST_TOOL_NAME = 128;

/** Puts a span around each delivery and each call of a tool, and measures them. */
export function effectorTracer(
  { tracer, meter, messagingSystem }: EffectorTracerOptions,
): EffectorTracer {
  const processDuration = meter?.createHistogram(
    names.PROCESS_DURATION,
    names.PROCESS_DURATION_OPTIONS,
  );
  const executeToolDuration = meter?.createHistogram(
    names.EXECUTE_TOOL_DURATION,
    names.EXECUTE_TOOL_DURATION_OPTIONS,
  );
  const messaging: Attributes = {
    [names.MESSAGING_OPERATION_NAME]: names.PROCESS,
    [names.MESSAGING_OPERATION_TYPE]: "process",
    ...messagingSystem !== undefined &&
      { [names.MESSAGING_SYSTEM]: messagingSystem },
  };
  /** A call hangs under its delivery also where no context manager is registered. */
  const scopes = new WeakMap<ToolIntent, Context>();

  return {
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
  };
}

/** Where the span of a delivery hangs: under the span that staged the intent, as the conventions allow for single messages. */
function placeOf(
  intent: ToolIntent,
): { readonly parent: Context; readonly links: Link[] } {
  const active = context.active();
  const creation = quietly(() => creationContext(intent));
  if (creation === undefined) return { parent: active, links: [] };
  const ambient = quietly(() => trace.getSpanContext(active));
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
