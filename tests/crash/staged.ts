import {
  encodeIntent,
  intentId,
  type SigningKey,
  signIntent,
  type ToolIntent,
} from "@beam/tools/effector";
import type { Policy } from "./policies.ts";

/** An intent as a pipeline hands it over. */
export interface Staged {
  readonly intent: ToolIntent;
  readonly policy: Policy;
  /** Encoded and signed. */
  readonly bytes: Uint8Array;
}

/** What pipeline and workers share. */
export const SIGNING_KEY: SigningKey = {
  id: "k1",
  secret: new Uint8Array(32).fill(7),
};

/** Stages one call of the tool of a policy. */
export async function stage(
  policy: Policy,
  entity: string,
  seq: number,
): Promise<Staged> {
  const entityKey = new TextEncoder().encode(entity);
  const now = BigInt(Date.now());
  const intent: ToolIntent = {
    intentId: intentId(entityKey, BigInt(seq), 0),
    entityKey,
    seq: BigInt(seq),
    stepIndex: 0,
    toolName: policy,
    argsJson: "{}",
    createdAtMs: now,
    expiresAtMs: now + 3_600_000n,
    attempt: 0,
    kind: "tool",
    traceId: new Uint8Array(),
  };
  const bytes = await signIntent(encodeIntent(intent), SIGNING_KEY);
  return { intent, policy, bytes };
}
