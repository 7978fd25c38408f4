/**
 * Random schedules of three workers that share a store, in time that a test
 * makes pass. Everything that can fail does now and then; workers die at any
 * point. What must hold at the end is checked from outside: by what the tools
 * did, what was published, and what the store answers.
 */
import { assert, assertEquals } from "@std/assert";
import { type OnCrash, tool, ToolRegistry } from "@beam/tools";
import {
  type DedupStore,
  Effector,
  intentId,
  MemoryStore,
  type ToolIntent,
  type ToolResult,
} from "@beam/tools/effector";
import { ManualClock, settled } from "./manual_clock.ts";
import { intent, NOW, storeWith } from "./world.ts";

const POLICIES = ["unknown", "retry", "reconcile"] as const;
const STEPS = 40;
/** Longer than two clocks can differ, as a lease has to be; or far shorter, as it must not. */
const LEASES_MS = [900_000, 1_000];
const YEAR_MS = 365 * 86_400_000;

type Random = () => number;
type Pick = <Item>(items: readonly Item[]) => Item;

interface Worker {
  readonly effector: Effector;
  die(): void;
}

/** One schedule; throws for a promise that was broken. */
export async function runSchedule(random: Random): Promise<void> {
  const pick: Pick = (items) => items[Math.floor(random() * items.length)]!;
  const shop = new Shop(random, pick);
  for (let step = 0; step < STEPS; step++) {
    shop.deliver(pick(shop.intents));
    await settled();
    if (random() < 0.15) shop.kill();
    await shop.clock.advance(pick([0, 0, 10, 1_000, 30_000, 400_000]));
  }
  shop.isFaulty = false;
  await shop.drain();
  await shop.check();
}

class Shop {
  readonly clock = new ManualClock(NOW);
  readonly intents: readonly ToolIntent[];
  isFaulty = true;
  readonly #random: Random;
  readonly #pick: Pick;
  readonly #leaseMs: number;
  readonly #store = new MemoryStore();
  readonly #workers: Worker[];
  readonly #effects: string[] = [];
  readonly #published: ToolResult[] = [];
  readonly #acknowledged = new Set<string>();

  constructor(random: Random, pick: Pick) {
    this.#random = random;
    this.#pick = pick;
    this.#leaseMs = pick(LEASES_MS);
    this.intents = Array.from({ length: 9 }, (_, stepIndex) => {
      const entityKey = new Uint8Array([stepIndex % 4 + 1]);
      return intent({
        entityKey,
        stepIndex,
        intentId: intentId(entityKey, 1n, stepIndex),
        toolName: POLICIES[stepIndex % 3]!,
        argsJson: "{}",
        expiresAtMs: BigInt(NOW + pick([600_000, YEAR_MS])),
      });
    });
    this.#workers = [0, 1, 2].map(() => this.#start());
  }

  deliver(intent: ToolIntent): void {
    this.#pick(this.#workers).effector.execute(intent).then((delivery) => {
      if (delivery.kind === "nack") return;
      assertEquals(delivery.kind, "ack");
      this.#acknowledged.add(intent.intentId);
      const { intentId } = intent;
      // At this very moment, not only in the end.
      assert(this.#published.some((result) => result.intentId === intentId));
    });
  }

  kill(): void {
    const index = Math.floor(this.#random() * this.#workers.length);
    this.#workers[index]!.die();
    this.#workers[index] = this.#start();
  }

  async drain(): Promise<void> {
    for (let round = 0; round < 50; round++) {
      const left = this.intents.filter(({ intentId }) =>
        !this.#acknowledged.has(intentId)
      );
      if (left.length === 0) return;
      for (const intent of left) this.deliver(intent);
      await this.clock.advance(this.#leaseMs + 700_000);
    }
    throw new Error("Some intents never come to an end");
  }

  async check(): Promise<void> {
    const hasFairLease = this.#leaseMs === LEASES_MS[0];
    for (const { intentId, toolName } of this.intents) {
      const results = this.#published.filter((result) =>
        result.intentId === intentId
      );
      const [outcome] = results;
      assert(outcome !== undefined);
      for (const other of results) assertEquals(other, outcome);
      const claim = await this.#store.claim(intentId, {
        token: "check",
        fingerprint: "0".repeat(64),
        leaseMs: 1,
        now: this.clock.now(),
      });
      // Of another fingerprint, and so there is a record.
      assertEquals(claim.kind, "conflict");
      const effects = this.#effects.filter((id) => id === intentId).length;
      // Asked while another worker only seemed to be dead, the other side is wrong.
      const mayBeMisled = toolName === "reconcile" && !hasFairLease;
      switch (outcome.status) {
        case "ok":
          assert(effects >= 1, `${toolName}: ok without an effect`);
          break;
        case "expired":
          if (mayBeMisled) break;
          assertEquals(effects, 0, `${toolName}: expired after an effect`);
          break;
        default:
          assertEquals(outcome.status, "error");
      }
      if (toolName !== "retry" && !mayBeMisled) {
        assert(effects <= 1, `${toolName}: ${effects} effects`);
      }
    }
  }

  /** A worker with a clock of its own; once it is dead, nothing it waits for ever comes. */
  #start(): Worker {
    let isDead = false;
    const live = async <Value>(value: Value | Promise<Value>) => {
      const arrived = await value;
      return isDead ? await new Promise<never>(() => {}) : arrived;
    };
    // With a fraction, as some clocks tell it.
    const skewMs = (this.#random() - 0.5) * 600_000;
    const sleep = this.clock.sleep.bind(this.clock);
    const { isHit, stumble } = this.#faults();
    const body = async (_: object, call: { intent: { intentId: string } }) => {
      await live(sleep(this.#pick([0, 10, 5_000])));
      if (isHit(0.05)) throw new Error("before the effect");
      this.#effects.push(call.intent.intentId);
      await live(sleep(this.#pick([0, 10, 5_000])));
      if (isHit(0.05)) throw new Error("after the effect");
      return "done";
    };
    const registry = new ToolRegistry(POLICIES.map((name) =>
      tool({
        name,
        sideEffect: true,
        parameters: {},
        onCrash: name === "reconcile" ? this.#reconcile : name,
      }, body)
    ));
    const ask = <Value>(call: () => Promise<Value>) =>
      live(null).then(() => live(stumble(call)));
    const store: DedupStore = storeWith(this.#store, {
      claim: (id, options) => ask(() => this.#store.claim(id, options)),
      complete: (id, options) => ask(() => this.#store.complete(id, options)),
      release: (id, options) => ask(() => this.#store.release(id, options)),
    });
    const effector = new Effector({
      registry,
      store,
      publish: (result) =>
        ask(() => Promise.resolve(void this.#published.push(result))),
      signatures: "off",
      leaseMs: this.#leaseMs,
      resultTtlMs: YEAR_MS,
      retry: { tries: 3 },
      clock: {
        now: () => this.clock.now() + skewMs,
        // The dead do not wake up, or they would try to renew again and again.
        sleep: (delayMs, signal) => live(sleep(delayMs, signal)),
      },
    });
    return { effector, die: () => void (isDead = true) };
  }

  /** What the other side knows. */
  readonly #reconcile: OnCrash<object> = (_args, { intentId }) =>
    this.#effects.includes(intentId)
      ? { kind: "happened", result: "found" }
      : { kind: "did_not_happen" };

  /** Fails before the call, or after it, so that its reply is lost. */
  #faults() {
    const isHit = (chance: number) => this.isFaulty && this.#random() < chance;
    const stumble = async <Value>(call: () => Promise<Value>) => {
      if (isHit(0.15)) throw new Error("no connection");
      const value = await call();
      if (isHit(0.15)) throw new Error("the reply was lost");
      return value;
    };
    return { isHit, stumble };
  }
}
