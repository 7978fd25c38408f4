/** How a record and its result are spread over the values of Deno KV. */
import {
  type DedupRecord,
  type DoneRecord,
  type OpenRecord,
  readDedupRecord,
} from "../../effector/dedup_record.ts";
import { StoreRecordError } from "../../effector/store.ts";

/** What one KV value may hold of a result, in bytes; KV's own limit is 65,536 with the rest of the record. */
const PART_BYTES = 61_440;

/** A record as it was read. */
export interface StoredRecord {
  /** The record itself. */
  readonly record: DedupRecord;
  /** Its result, where it fits beside the record. */
  readonly result: Uint8Array<ArrayBuffer> | undefined;
  /** Number of further values that hold the result, otherwise. */
  readonly parts: number;
  /** Size of the result in bytes. */
  readonly size: number;
}

/** The value of an open record. */
export function encodeOpen(record: OpenRecord): unknown {
  return { version: 1, ...record };
}

/** The value of a done record, and the values of its result where that is too large for one. */
export function encodeDone(
  record: DoneRecord,
  result: Uint8Array<ArrayBuffer>,
): { readonly value: unknown; readonly parts: readonly Uint8Array[] } {
  const size = result.length;
  if (size <= PART_BYTES) {
    return { value: { version: 1, ...record, size, result }, parts: [] };
  }
  const parts: Uint8Array[] = [];
  for (let start = 0; start < size; start += PART_BYTES) {
    parts.push(result.slice(start, start + PART_BYTES));
  }
  return { value: { version: 1, ...record, size, parts: parts.length }, parts };
}

/**
 * Reads what {@linkcode encodeOpen} and {@linkcode encodeDone} wrote.
 *
 * @throws {StoreRecordError} When it is something else.
 */
export function decodeRecord(intentId: string, value: unknown): StoredRecord {
  const record = readDedupRecord(intentId, value);
  const stored = value as Readonly<Record<string, unknown>>;
  if (stored.version !== 1) {
    throw new StoreRecordError(intentId, "it is not of version 1");
  }
  if (record.state !== "done") {
    return { record, result: undefined, parts: 0, size: 0 };
  }
  const { result, parts = 0, size } = stored;
  if (result instanceof Uint8Array && result.length === size) {
    return { record, result: new Uint8Array(result), parts: 0, size };
  }
  if (
    result === undefined && typeof size === "number" &&
    typeof parts === "number" && parts === Math.ceil(size / PART_BYTES) &&
    parts > 0
  ) {
    return { record, result, parts, size };
  }
  throw new StoreRecordError(intentId, "it has no result");
}

/** Puts the values of a large result together; undefined when one is missing or of a wrong size. */
export function joinParts(
  parts: readonly unknown[],
  size: number,
): Uint8Array<ArrayBuffer> | undefined {
  const result = new Uint8Array(size);
  let start = 0;
  for (const part of parts) {
    if (!(part instanceof Uint8Array) || start + part.length > size) {
      return undefined;
    }
    result.set(part, start);
    start += part.length;
  }
  return start === size ? result : undefined;
}
