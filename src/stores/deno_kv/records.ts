/** The records in Deno KV: keys, conditional writes, and large results. */
import type { DoneRecord, OpenRecord } from "../../effector/dedup_record.ts";
import { StoreRecordError } from "../../effector/store.ts";
import {
  decodeRecord,
  encodeDone,
  encodeOpen,
  joinParts,
  type StoredRecord,
} from "./format.ts";
import { type DenoKvRetryOptions, retryWhileLocked } from "./retry.ts";

/** What is used of a `Deno.Kv`. */
export type DenoKvClient = Pick<Deno.Kv, "get" | "getMany" | "atomic">;

/** What a write builds on: KV refuses it when the record has changed since. */
export interface Entry {
  /** The intent. */
  readonly intentId: string;
  /** KV's version of the record, null when there is none. */
  readonly versionstamp: string | null;
  /** The record, undefined when there is none. */
  readonly stored: StoredRecord | undefined;
  /** Whether this is only what this process wrote last: good enough to write on, not to answer from. */
  readonly guessed: boolean;
}

/** The records of one store. */
export class DenoKvRecords {
  readonly #kv: DenoKvClient;
  readonly #prefix: Deno.KvKey;
  readonly #retry: DenoKvRetryOptions | undefined;
  readonly #latest = new Map<string, Entry>();

  /** Creates them on an opened database. */
  constructor(
    kv: DenoKvClient,
    prefix: Deno.KvKey,
    retry: DenoKvRetryOptions | undefined,
  ) {
    this.#kv = kv;
    this.#prefix = [...prefix];
    this.#retry = retry;
  }

  /** Reads one record. */
  async read(intentId: string): Promise<Entry> {
    const key = this.#recordKey(intentId);
    const { value, versionstamp } = await this.#locked(() => this.#kv.get(key));
    const stored = versionstamp === null
      ? undefined
      : decodeRecord(intentId, value);
    return { intentId, versionstamp, stored, guessed: false };
  }

  /** What an open record most likely is, without reading; undefined when this process did not write it. */
  guess(intentId: string): Entry | undefined {
    return this.#latest.get(intentId);
  }

  /** Writes an open record; false when the record has changed since `entry`. */
  async writeOpen(entry: Entry, record: OpenRecord): Promise<boolean> {
    const { intentId } = entry;
    const versionstamp = await this.#commit((atomic) => {
      const key = this.#recordKey(intentId);
      atomic.check({ key, versionstamp: entry.versionstamp })
        .set(key, encodeOpen(record));
      for (const part of this.#partKeys(entry)) atomic.delete(part);
    });
    this.#latest.delete(intentId);
    if (versionstamp === undefined) return false;
    if (record.state === "claimed") {
      const stored = { record, result: undefined, parts: 0, size: 0 };
      this.#latest.set(intentId, {
        intentId,
        versionstamp,
        stored,
        guessed: true,
      });
      // Claims that nobody completes here must not pile up: forget the oldest.
      if (this.#latest.size > 1_000) {
        for (const oldest of this.#latest.keys()) {
          this.#latest.delete(oldest);
          break;
        }
      }
    }
    return true;
  }

  /** Writes a done record with its result; false when the record has changed since `entry`. */
  async writeDone(
    entry: Entry,
    record: DoneRecord,
    result: Uint8Array<ArrayBuffer>,
    resultTtlMs: number,
  ): Promise<boolean> {
    const { intentId } = entry;
    const { value, parts } = encodeDone(record, result);
    const versionstamp = await this.#commit((atomic) => {
      const key = this.#recordKey(intentId);
      const expireIn = resultTtlMs + HOUR_MS;
      atomic.check({ key, versionstamp: entry.versionstamp })
        .set(key, value, { expireIn });
      parts.forEach((part, index) =>
        atomic.set(this.#partKey(intentId, record.token, index), part, {
          // After the record, which would else have lost its result.
          expireIn: expireIn + HOUR_MS,
        })
      );
    });
    this.#latest.delete(intentId);
    return versionstamp !== undefined;
  }

  /**
   * The result of a done record; undefined when the record has changed since `entry`.
   *
   * @throws {StoreRecordError} When a part of the result is missing.
   */
  async result(entry: Entry): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const { intentId, stored } = entry;
    if (stored?.result !== undefined) return stored.result;
    const keys = this.#partKeys(entry);
    const parts = await this.#locked(() => this.#kv.getMany<unknown[]>(keys));
    const values = parts.map((part) => part.value);
    const result = joinParts(values, stored?.size ?? 0);
    if (result !== undefined) return result;
    const { versionstamp } = await this.read(intentId);
    if (versionstamp !== entry.versionstamp) return undefined;
    throw new StoreRecordError(intentId, "it lacks a part of its result");
  }

  /** The id of the store, made on the first call. */
  async storeId(): Promise<string> {
    const key = [...this.#prefix, "store"];
    for (;;) {
      const { value } = await this.#locked(() => this.#kv.get(key));
      if (typeof value === "string") return value;
      const created: string = crypto.randomUUID();
      const written = await this.#commit((atomic) =>
        atomic.check({ key, versionstamp: null }).set(key, created)
      );
      if (written !== undefined) return created;
    }
  }

  /** The new version, or undefined when a check failed. */
  async #commit(
    build: (atomic: Deno.AtomicOperation) => unknown,
  ): Promise<string | undefined> {
    const outcome = await this.#locked(() => {
      const atomic = this.#kv.atomic();
      build(atomic);
      return atomic.commit();
    });
    return outcome.ok ? outcome.versionstamp : undefined;
  }

  #locked<Value>(operation: () => Promise<Value>): Promise<Value> {
    return retryWhileLocked(operation, this.#retry);
  }

  #recordKey(intentId: string): Deno.KvKey {
    return [...this.#prefix, "intent", intentId];
  }

  #partKeys({ intentId, stored }: Entry): Deno.KvKey[] {
    const { parts = 0, record } = stored ?? {};
    return Array.from(
      { length: parts },
      (_, index) => this.#partKey(intentId, record?.token ?? "", index),
    );
  }

  #partKey(intentId: string, token: string, index: number): Deno.KvKey {
    return [...this.#prefix, "result", intentId, token, index];
  }
}

/** More than workers' clocks differ by, so that no result is given back before its end. */
const HOUR_MS = 3_600_000;
