import type { ToolResult } from "../wire/codec.ts";

/** Why an intent has to be delivered again. */
export type NackReason =
  /** Another worker has it, or had it and died; wait until `retryAtMs`. */
  | "in_flight"
  /** This worker is stopping. */
  | "stopping"
  /** The store did not answer. */
  | "store_unavailable"
  /** The outcome is stored, and could not be published. */
  | "publish_failed"
  /** The claim ran out before the tool was called, or another worker took it over. */
  | "claim_lost"
  /** After a crash, the tool's `onCrash` function threw, did not answer in time or gave no valid answer. */
  | "reconcile_failed"
  /** The question to a person could not be handed on. */
  | "approval_failed"
  /** The dead letter could not be put away. */
  | "dead_letter_failed"
  /** Something threw that never should, such as a tracer; see `cause`. */
  | "unexpected";

/** Why an intent can never be carried out, and has no outcome. */
export type DeadLetterReason =
  /** The bytes are no intent. */
  | "undecodable"
  /** There are more bytes than allowed; they were not looked at. */
  | "too_large"
  /** It is not signed. */
  | "unsigned_intent"
  /** Its signature is not that key's signature of this intent. */
  | "bad_signature"
  /** It names a key that the keyring does not have. */
  | "unknown_signing_key"
  /** It has no id, no entity key or no tool, an id or a key that is too long, or a field that cannot be encoded. */
  | "invalid_intent"
  /** Its id is not derived from its entity key, seq and step. */
  | "id_mismatch"
  /** Its id was used before, for another tool or other arguments. */
  | "intent_conflict"
  /** The store's record of it cannot be read. */
  | "damaged_record";

/**
 * What became of one delivery, and so what to tell whoever delivered it.
 *
 * - `ack`: the outcome is stored and published, or the question was handed on;
 *   never deliver it again.
 * - `nack`: deliver it again, at `retryAtMs` if that is set. Nothing is lost.
 * - `dead_letter`: it can never be carried out. Put the bytes aside for a
 *   person, and do not deliver them again.
 */
export type Delivery =
  | {
    readonly kind: "ack";
    /** The outcome that was published; `undefined` for an approval, which has none yet. */
    readonly result: ToolResult | undefined;
    /** The outcome as it was published. */
    readonly bytes: Uint8Array<ArrayBuffer> | undefined;
    /** Whether an earlier delivery had settled it already. */
    readonly repeated: boolean;
  }
  | {
    readonly kind: "nack";
    /** Why. */
    readonly reason: NackReason;
    /** Not before this time, in milliseconds since 1970. */
    readonly retryAtMs?: number | undefined;
    /** What was thrown. */
    readonly cause?: unknown;
  }
  | {
    readonly kind: "dead_letter";
    /** Why. */
    readonly reason: DeadLetterReason;
    /** The same in words; holds no argument and no secret. */
    readonly detail: string;
  };
