import { activate, type ToolRegistry } from "@beam/tools";
import {
  decodeResult,
  encodeIntent,
  type SigningKey,
  signIntent,
} from "@beam/tools/wire";
import type { Outbox } from "./outbox.ts";

/** One call as a model sends it. */
export interface ModelCall {
  readonly name: string;
  readonly arguments: unknown;
}

/** Which activation: an entity's first, second, and so on. */
export interface ActivationId {
  readonly entity: string;
  readonly seq: bigint;
}

/** What is kept of a committed activation. */
interface Committed {
  readonly outputs: readonly unknown[];
  readonly intents: readonly { intentId: string; toolName: string }[];
}

/** What activations run with. */
export interface ActivationsOptions {
  readonly kv: Deno.Kv;
  readonly registry: ToolRegistry;
  readonly outbox: Outbox;
  readonly key: SigningKey;
}

/** Runs activations, each once, and remembers what became of what they staged. */
export class Activations {
  readonly #options: ActivationsOptions;

  constructor(options: ActivationsOptions) {
    this.#options = options;
  }

  /**
   * Runs an activation, unless it has run before: then it is left as it is, so
   * that a client may ask again when it got no answer.
   */
  async run(id: ActivationId, calls: readonly ModelCall[]): Promise<void> {
    const { kv, registry, outbox, key } = this.#options;
    const place = placeOf(id);
    if ((await kv.get(place)).value !== null) return;
    const { entity, seq } = id;
    const { outputs, intents } = await activate(
      { entityKey: entity, seq, registry, nowMs: Date.now() },
      async (context) => {
        // Here a real agent asks its model; these calls are what one answered.
        for (const { name, arguments: args } of calls) {
          const done = await context.dispatch(name, args);
          if (done.kind === "result") context.emit(done.value);
        }
      },
    );
    const staged = intents.map(({ intentId, toolName }) => ({
      intentId,
      toolName,
    }));
    const committed: Committed = { outputs, intents: staged };
    // All or nothing: an activation without its intents would lose effects.
    const commit = kv.atomic().check({ key: place, versionstamp: null })
      .set(place, committed);
    for (const intent of intents) {
      const { intentId, stepIndex } = intent;
      const bytes = await signIntent(encodeIntent(intent), key);
      outbox.add(commit, { ...id, stepIndex }, { intentId, bytes });
    }
    await commit.commit();
  }

  /** Keeps a result, as often as it comes. Those of these tools fit into one value, 64 KiB. */
  async keepResult(bytes: Uint8Array): Promise<void> {
    const { intentId } = decodeResult(bytes);
    await this.#options.kv.set(["result", intentId], bytes);
  }

  /** An activation with the state of all that it staged; `null` if it has not run. */
  async show(id: ActivationId): Promise<unknown> {
    const { value } = await this.#options.kv.get<Committed>(placeOf(id));
    if (value === null) return null;
    const intents = await Promise.all(value.intents.map(async (intent) => ({
      ...intent,
      ...await this.#stateOf(intent.intentId),
    })));
    return { entity: id.entity, seq: id.seq.toString(), ...value, intents };
  }

  async #stateOf(intentId: string): Promise<Record<string, unknown>> {
    const { kv, outbox } = this.#options;
    const { value } = await kv.get<Uint8Array>(["result", intentId]);
    if (value !== null) {
      const { status, payload, errorMessage } = decodeResult(value);
      if (status !== "ok") return { state: "settled", status, errorMessage };
      const result = JSON.parse(new TextDecoder().decode(payload));
      return { state: "settled", status, result };
    }
    const dead = await outbox.dead(intentId);
    if (dead === null) return { state: "waiting" };
    return { state: "refused", reason: dead.reason };
  }
}

function placeOf({ entity, seq }: ActivationId): Deno.KvKey {
  return ["activation", entity, seq];
}
