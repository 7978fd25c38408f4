/** Calls as the suite makes them: one intent, one lease, one time, unless a test says otherwise. */
import type {
  ClaimOutcome,
  CompleteOutcome,
  DedupStore,
} from "../../../src/effector/store.ts";
import type { OpenedStore } from "../dedup_store.ts";

/** Registers one scenario of the suite. */
export type TestStore = (
  name: string,
  body: (opened: OpenedStore) => Promise<void>,
) => void;

export const LEASE_MS = 300_000;
export const TTL_MS = 86_400_000;
export const MINUTE_MS = 60_000;
export const NOON = 1_700_000_000_000;
export const FINGERPRINT = "5f".repeat(32);

interface ClaimChanges {
  readonly id?: string;
  readonly now?: number;
  readonly leaseMs?: number;
  readonly fingerprint?: string;
  readonly started?: boolean;
}

export function claim(
  store: DedupStore,
  token: string,
  changes: ClaimChanges = {},
): Promise<ClaimOutcome> {
  const { id = "intent", ...options } = changes;
  return store.claim(id, {
    token,
    fingerprint: FINGERPRINT,
    leaseMs: LEASE_MS,
    now: NOON,
    ...options,
  });
}

export function complete(
  store: DedupStore,
  token: string,
  text: string,
  changes: { id?: string; now?: number; resultTtlMs?: number } = {},
): Promise<CompleteOutcome> {
  const { id = "intent", now = NOON, resultTtlMs = TTL_MS } = changes;
  return store.complete(id, { token, result: bytes(text), now, resultTtlMs });
}

export async function twice<Outcome>(
  call: () => Promise<Outcome>,
): Promise<[Outcome, Outcome]> {
  return [await call(), await call()];
}

export function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

export function pattern(size: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: size }, (_, index) => (index * 31) >> 3);
}

export function same(actual: Uint8Array, expected: Uint8Array): boolean {
  return actual.length === expected.length &&
    actual.every((byte, index) => byte === expected[index]);
}
