/**
 * Which stable code, if any, a delivery or a call failed with. No text that
 * comes from a tool, a model or a store gets through: it may hold a secret.
 */
import type { Delivery, NackReason } from "../../effector/delivery.ts";
import { CLAIM_LOST } from "../../effector/lease.ts";
import type {
  EffectErrorCode,
  Outcome,
  RejectionCode,
} from "../../effector/outcome.ts";
import type { ToolResult } from "../../wire/codec.ts";
import { ERROR_TYPE_OTHER } from "./conventions.ts";

/** All codes; a new one does not compile until it stands here. */
const CODES: Readonly<Record<EffectErrorCode | RejectionCode, true>> = {
  effect_unknown: true,
  tool_failed: true,
  timed_out: true,
  unencodable_result: true,
  result_too_large: true,
  unknown_tool: true,
  read_only_tool: true,
  invalid_arguments: true,
  unknown_kind: true,
  no_approval_channel: true,
};

/** With these, a delivery has only come too early or too late. */
const UNTIMELY: readonly NackReason[] = ["in_flight", "stopping"];

/** Of a delivery. */
export function deliveryErrorType(delivery: Delivery): string | undefined {
  switch (delivery.kind) {
    case "ack":
      return delivery.result && resultErrorType(delivery.result);
    case "nack":
      return UNTIMELY.includes(delivery.reason) ? undefined : delivery.reason;
    case "dead_letter":
      return delivery.reason;
  }
}

/** Of a call. */
export function outcomeErrorType(outcome: Outcome): string | undefined {
  switch (outcome.status) {
    case "ok":
      return undefined;
    case "expired":
      return "expired";
    case "error":
    case "rejected":
      return outcome.code;
  }
}

/** Of either, when it threw. */
export function thrownErrorType(error: unknown): string {
  return error === CLAIM_LOST ? "claim_lost" : "unexpected";
}

function resultErrorType(
  { status, errorMessage }: ToolResult,
): string | undefined {
  if (status === "ok") return undefined;
  if (status === "expired") return "expired";
  // Another writer of the store may have put other words in front.
  const [code = ""] = errorMessage.split(":", 1);
  return Object.hasOwn(CODES, code) ? code : ERROR_TYPE_OTHER;
}
