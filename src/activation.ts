import { argumentsText } from "./activation/arguments_text.ts";
import type {
  ActableName,
  ResultOf,
  RunnableName,
  SentTo,
} from "./activation/known_calls.ts";
import { definitionOf } from "./declared_tool.ts";
import { ActivationClosedError, ReadOnlyToolError } from "./errors.ts";
import { intentId, type ToolIntent, traceId } from "./intent.ts";
import type { ToolRegistry } from "./registry.ts";
import { ToolRunner } from "./runner.ts";
import type { AnyTool } from "./tool.ts";

/** What a message queue takes as an ordering key, in hex: 1,024 letters. */
const MAX_KEY_BYTES = 512;
const ONE_HOUR_MS = 3_600_000;
const CHANNEL = /^[a-zA-Z0-9_-]{1,64}$/;

/** On whose behalf, with which tools and when one activation runs. The same options give the same intents. */
export interface ActivationOptions<Tools extends AnyTool = AnyTool> {
  /** The key of the entity: 1 to 512 bytes; text stands for its UTF-8 bytes. */
  readonly entityKey: string | Uint8Array;
  /** Which activation of that key, a signed 64-bit integer; the same when it is resumed. */
  readonly seq: number | bigint;
  /** The tools that may be run and acted with. */
  readonly registry: ToolRegistry<Tools>;
  /** The activation's own time, in milliseconds since 1970; the same on each replay, so never read from a clock. */
  readonly nowMs: number;
  /** How long after `nowMs` its intents may be carried out, in milliseconds; 3,600,000 (one hour) unless set. */
  readonly intentTtlMs?: number | undefined;
  /** The step of the first intent; 0 unless set. A resumed activation goes on where `stepIndex` was. */
  readonly firstStepIndex?: number | undefined;
  /** Cancels the activation: read-only calls are told, and it can neither go on nor commit. */
  readonly signal?: AbortSignal | undefined;
}

/** What a committed activation leaves. It is frozen. */
export interface ActivationResult {
  /** What it emitted, in order; the values are those that were given. */
  readonly outputs: readonly unknown[];
  /** What it asks to be done, in order of their steps; nothing of it was done. */
  readonly intents: readonly ToolIntent[];
}

/** What became of a call that was dispatched. */
export type Dispatched =
  /** A read-only tool ran and gave this. */
  | { readonly kind: "result"; readonly value: unknown }
  /** A side effect was staged under this id. */
  | { readonly kind: "intent"; readonly intentId: string };

/**
 * One run of an agent for one entity. It runs read-only tools at once and stages side effects as intents, which nobody
 * sees before {@linkcode ActivationContext.commit}.
 *
 * It reads no clock and no randomness: the same options and the same calls give the same intents, byte for byte.
 *
 * @typeParam Tools The tools, where the compiler knows them: then `act` takes no read-only tool, and `run` no other.
 *
 * @example Read, act, commit
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { ActivationContext, tool, ToolRegistry } from "@beam/tools";
 *
 * const balance = tool({ name: "balance" }, () => 1200);
 * const pay = tool(
 *   { name: "pay", sideEffect: true, parameters: { cents: "number.integer > 0" } },
 *   ({ cents }) => cents,
 * );
 * const context = new ActivationContext({
 *   entityKey: "user-1",
 *   seq: 1,
 *   registry: new ToolRegistry([balance, pay]),
 *   nowMs: 1_700_000_000_000,
 * });
 *
 * const cents = await context.run("balance", {});
 * const id = context.act("pay", { cents });
 * const { intents } = context.commit();
 *
 * assertEquals(id, "ec14275e-be6c-59a1-b081-c36a6408d260");
 * assertEquals(intents.map(({ argsJson }) => argsJson), ['{"cents":1200}']);
 * ```
 */
export class ActivationContext<Tools extends AnyTool = AnyTool> {
  readonly #entityKey: Uint8Array;
  readonly #seq: bigint;
  readonly #traceId: Uint8Array;
  readonly #createdAtMs: bigint;
  readonly #expiresAtMs: bigint;
  readonly #registry: ToolRegistry<Tools>;
  readonly #signal: AbortSignal | undefined;
  readonly #runner = new ToolRunner();
  readonly #outputs: unknown[] = [];
  readonly #intents: ToolIntent[] = [];
  #stepIndex: number;
  #state: "open" | "committed" | "discarded" = "open";

  /**
   * Opens an activation. The key is copied.
   *
   * @throws {RangeError} For a key of none or more than 512 bytes, a `seq` beyond 64 bits, a time or step that is not whole.
   * @throws {TypeError} For a key that is neither bytes nor well-formed text, or a `seq` that is not whole.
   */
  constructor(options: ActivationOptions<Tools>) {
    const { entityKey, seq, registry, nowMs, signal } = options;
    const { intentTtlMs = ONE_HOUR_MS, firstStepIndex = 0 } = options;
    // The trace id comes first: it refuses what is no key or no seq.
    this.#traceId = traceId(entityKey, seq);
    this.#entityKey = typeof entityKey === "string"
      ? new TextEncoder().encode(entityKey)
      : new Uint8Array(entityKey);
    requireWhole("entityKey.length", this.#entityKey.length, 1, MAX_KEY_BYTES);
    requireWhole("nowMs", nowMs, 0, Number.MAX_SAFE_INTEGER);
    requireWhole("intentTtlMs", intentTtlMs, 1, Number.MAX_SAFE_INTEGER);
    requireWhole("firstStepIndex", firstStepIndex, 0, 0xffff_ffff);
    this.#seq = BigInt(seq);
    this.#createdAtMs = BigInt(nowMs);
    this.#expiresAtMs = BigInt(nowMs) + BigInt(intentTtlMs);
    this.#registry = registry;
    this.#signal = signal;
    this.#stepIndex = firstStepIndex;
  }

  /** The step of the next intent: where a resumed activation goes on. Read-only tools do not advance it. */
  get stepIndex(): number {
    return this.#stepIndex;
  }

  /**
   * Runs a read-only tool, at once.
   *
   * @param name Its name.
   * @param args An object, or its JSON text.
   * @returns What it gave, awaited.
   * @throws {ToolNotFoundError} If no tool has the name.
   * @throws {SideEffectToolError} For a side-effecting tool.
   * @throws {ToolArgumentError} If the arguments do not fit. Whatever the tool throws comes through as it is.
   * @throws {ActivationClosedError} After the commit.
   */
  async run<Name extends RunnableName<Tools>>(
    name: Name,
    args: SentTo<Tools, Name>,
  ): Promise<ResultOf<Tools, Name>> {
    this.#requireOpen("run a tool");
    // The runner refuses at run time what the compiler let through.
    return await this.#runner.run(this.#registry.get(name) as never, args, {
      signal: this.#signal,
    });
  }

  /**
   * Stages a side effect and runs nothing. The arguments are checked now and kept as text. If it throws, nothing is
   * staged and the step stays.
   *
   * @param name The name of a side-effecting tool.
   * @param args An object, or its JSON text.
   * @returns The id of the intent.
   * @throws {ToolNotFoundError} If no tool has the name.
   * @throws {ReadOnlyToolError} For a read-only tool.
   * @throws {ToolArgumentError} If the arguments do not fit.
   * @throws {CanonicalJsonError} If they have no exact JSON text, or one beyond 4 MiB less 4 KiB.
   * @throws {ActivationClosedError} After the commit.
   */
  act<Name extends ActableName<Tools>>(
    name: Name,
    args: SentTo<Tools, Name>,
  ): string {
    this.#requireOpen("act");
    const { sideEffect, model } = definitionOf(this.#registry.get(name));
    if (!sideEffect) throw new ReadOnlyToolError(name);
    return this.#stage("tool", name, model.coerce(name, args));
  }

  /**
   * What an agent's loop does with a call of its model: runs a read-only tool, stages any other. A side effect is
   * staged before this returns, so the order of calls is the order of steps, awaited or not.
   *
   * @param name The name that the model sent.
   * @param args The arguments that the model sent: an object, or its JSON text.
   * @returns The result, or the id of the intent.
   * @throws {ToolError} As `run` and `act` do.
   */
  async dispatch(name: string, args: unknown): Promise<Dispatched> {
    this.#requireOpen("dispatch a call");
    const { sideEffect } = definitionOf(this.#registry.get(name));
    // The names and arguments of a model are not known to the compiler.
    const open = this as unknown as ActivationContext;
    return sideEffect
      ? { kind: "intent", intentId: open.act(name, args) }
      : { kind: "result", value: await open.run(name, args) };
  }

  /**
   * Stages a question to a person. It takes a step, as a side effect does.
   *
   * @param channel Who is asked: 1 to 64 of `A-Z a-z 0-9 _ -`.
   * @param args What is asked: a plain object.
   * @returns The id of the intent, under which the answer comes.
   * @throws {RangeError} For another channel name.
   * @throws {TypeError} If `args` is not an object.
   * @throws {CanonicalJsonError} If it has no exact JSON text, or one beyond 4 MiB less 4 KiB.
   * @throws {ActivationClosedError} After the commit.
   */
  requestApproval(channel: string, args: object): string {
    this.#requireOpen("request an approval");
    if (typeof channel !== "string" || !CHANNEL.test(channel)) {
      throw new RangeError(
        `Cannot request an approval from ${
          JSON.stringify(String(channel).slice(0, 80))
        }: that is no channel; use 1 to 64 of the characters A-Z a-z 0-9 _ -`,
      );
    }
    if (typeof args !== "object" || args === null || Array.isArray(args)) {
      throw new TypeError(
        `Cannot request an approval from "${channel}": what is asked is not one object; pass a plain object`,
      );
    }
    return this.#stage("approval", channel, args);
  }

  /**
   * Adds an output of the activation. The value is kept as it is, not copied.
   *
   * @throws {ActivationClosedError} After the commit.
   */
  emit(output: unknown): void {
    this.#requireOpen("emit");
    this.#outputs.push(output);
  }

  /**
   * Ends the activation and gives what it leaves, once.
   *
   * @throws {ActivationClosedError} After the commit, or after it was discarded.
   */
  commit(): ActivationResult {
    this.#requireOpen("commit");
    this.#state = "committed";
    return Object.freeze({
      outputs: Object.freeze(this.#outputs),
      intents: Object.freeze(this.#intents),
    });
  }

  /** Ends the activation and leaves nothing. After the commit it does nothing. */
  discard(): void {
    if (this.#state === "open") this.#state = "discarded";
  }

  #stage(kind: "tool" | "approval", toolName: string, args: object): string {
    const argsJson = argumentsText(args);
    // Reading the arguments may have run code of the caller.
    this.#requireOpen("act");
    const stepIndex = this.#stepIndex;
    const id = intentId(this.#entityKey, this.#seq, stepIndex);
    this.#intents.push(Object.freeze({
      intentId: id,
      entityKey: this.#entityKey.slice(),
      seq: this.#seq,
      stepIndex,
      toolName,
      argsJson,
      createdAtMs: this.#createdAtMs,
      expiresAtMs: this.#expiresAtMs,
      attempt: 0,
      kind,
      traceId: this.#traceId.slice(),
    }));
    this.#stepIndex++;
    return id;
  }

  #requireOpen(operation: string): void {
    if (this.#state !== "open") {
      throw new ActivationClosedError(operation, this.#state);
    }
    this.#signal?.throwIfAborted();
  }
}

function requireWhole(
  option: string,
  value: number,
  least: number,
  most: number,
): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return;
  throw new RangeError(
    `Cannot open an activation: ${option} is ${value}; give a whole number from ${least} to ${most}`,
  );
}
