/**
 * The names under which spans and metrics are known: those of the OpenTelemetry
 * semantic conventions where these have one, all of status Development.
 *
 * - Semantic conventions 1.45.0: messaging spans, messaging metrics, recording errors.
 * - GenAI semantic conventions 0.1.0: the span and the metric of a tool execution.
 */
import type { MetricOptions } from "@opentelemetry/api";

/** Name of an operation, and so of its span: no destination is known here. */
export const PROCESS = "process";
/** Name of the other operation, and the first word of its span's name. */
export const EXECUTE_TOOL = "execute_tool";

export const ERROR_TYPE = "error.type";
/** For an error that has no name of its own. */
export const ERROR_TYPE_OTHER = "_OTHER";

export const MESSAGING_SYSTEM = "messaging.system";
export const MESSAGING_OPERATION_NAME = "messaging.operation.name";
export const MESSAGING_OPERATION_TYPE = "messaging.operation.type";
export const MESSAGING_MESSAGE_ID = "messaging.message.id";

export const GEN_AI_OPERATION_NAME = "gen_ai.operation.name";
export const GEN_AI_TOOL_NAME = "gen_ai.tool.name";
export const GEN_AI_TOOL_TYPE = "gen_ai.tool.type";
export const GEN_AI_TOOL_CALL_ID = "gen_ai.tool.call.id";

// No convention has a name for these.
export const DELIVERY_KIND = "beam_tools.delivery.kind";
export const DELIVERY_REASON = "beam_tools.delivery.reason";
export const DELIVERY_REPEATED = "beam_tools.delivery.repeated";
export const RESULT_STATUS = "beam_tools.result.status";
export const INTENT_TOOL_NAME = "beam_tools.intent.tool_name";
export const EVENT_NAME = "beam_tools.event.name";

export const PROCESS_DURATION = "messaging.process.duration";
/** The buckets are those that the conventions ask for. */
export const PROCESS_DURATION_OPTIONS: MetricOptions = {
  description: "Duration of processing operation.",
  unit: "s",
  advice: {
    explicitBucketBoundaries: [
      ...[0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25],
      ...[0.5, 0.75, 1, 2.5, 5, 7.5, 10],
    ],
  },
};

export const EXECUTE_TOOL_DURATION = "gen_ai.execute_tool.duration";
/** The buckets are those that the conventions ask for. */
export const EXECUTE_TOOL_DURATION_OPTIONS: MetricOptions = {
  description: "The duration of a single tool execution.",
  unit: "s",
  advice: {
    explicitBucketBoundaries: [
      ...[0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64],
      ...[1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92],
    ],
  },
};

/**
 * One counter with the event as an attribute, not a counter for each event: a
 * new event then needs no new instrument, and one query shows all of them.
 */
export const EVENTS = "beam_tools.effector.events";
export const EVENTS_OPTIONS: MetricOptions = {
  description: "What happened in an effector.",
  unit: "{event}",
};
