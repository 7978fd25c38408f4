/**
 * A worker that is made to be killed. It takes signed intents in base64, a line
 * each, carries them out, and says by lines what becomes of them. In the
 * environment, CRASH_BOUNDARY names the step at which it kills itself and
 * CRASH_HOLD the one at which intents wait for the line `go`.
 */
import { ToolRegistry } from "@beam/tools";
import {
  decodeIntent,
  type DedupStore,
  Effector,
  Keyring,
  superviseProcess,
} from "@beam/tools/effector";
import { DenoKvStore } from "@beam/tools/stores/deno-kv";
import { storeWith } from "../service/world.ts";
import { readLines } from "../fixtures/process.ts";
import { Log } from "./log.ts";
import { POLICIES, policyTools } from "./policies.ts";
import { SIGNING_KEY } from "./staged.ts";
import { killThisProcess, type Step, Steps } from "./steps.ts";
import { BROKEN_CODE } from "./worker_process.ts";

const [directory = "", leaseMs] = Deno.args;
const deadly = Deno.env.get("CRASH_BOUNDARY");
const steps = new Steps({
  deadly,
  victims: POLICIES.length,
  holding: Deno.env.get("CRASH_HOLD"),
  onHold: (intentId) => say("holding", intentId),
});
const ledger = new Log(`${directory}/ledger`);
const journal = new Log(`${directory}/journal`);
const kv = await Deno.openKv(`${directory}/store.kv`);

const effector = new Effector({
  registry: new ToolRegistry(policyTools(ledger, steps)),
  store: watched(new DenoKvStore(kv)),
  publish: ({ intentId }, bytes) =>
    journal.append("result", intentId, bytes.toBase64()),
  keyring: new Keyring([SIGNING_KEY]),
  leaseMs: Number(leaseMs),
  maxConcurrent: POLICIES.length,
  retry: { firstDelayMs: 10, maxDelayMs: 100 },
});

superviseProcess(effector);
// After the one of superviseProcess, so that the effector is stopping by then.
Deno.addSignalListener("SIGINT", () => {
  say("stopping");
  if (deadly === ("stopping" satisfies Step)) killThisProcess();
});

say("ready");
for await (const line of readLines(Deno.stdin.readable)) {
  if (line === "go") steps.open();
  else carryOut(Uint8Array.fromBase64(line)).catch(giveUp);
}

/** Delivers an intent until it may be forgotten, which is what an acknowledgement says. */
async function carryOut(bytes: Uint8Array): Promise<void> {
  const { intentId } = decodeIntent(bytes);
  await steps.reach("received", intentId);
  for (;;) {
    const beganAtMs = Date.now();
    const delivery = await effector.handle(bytes);
    if (delivery.kind === "ack") break;
    const tookMs = Date.now() - beganAtMs;
    say(delivery.kind, intentId, delivery.reason, String(tookMs));
    if (delivery.kind === "dead_letter" || delivery.reason === "stopping") {
      return;
    }
    if (delivery.reason === "in_flight") {
      await steps.reach("in_flight", intentId);
    }
    const waitMs = (delivery.retryAtMs ?? 0) - Date.now();
    await new Promise((resolve) => setTimeout(resolve, Math.max(10, waitMs)));
  }
  await steps.reach("answered", intentId);
  journal.append("ack", intentId);
  say("ack", intentId);
}

/** The store, with the steps that only it sees. */
function watched(store: DedupStore): DedupStore {
  return storeWith(store, {
    async claim(intentId, options) {
      await steps.reach("verified", intentId);
      const outcome = await store.claim(intentId, options);
      if (outcome.kind === "claimed") await steps.reach("claimed", intentId);
      return outcome;
    },
    async complete(intentId, options) {
      await steps.reach("returned", intentId);
      const outcome = await store.complete(intentId, options);
      await steps.reach("stored", intentId);
      return outcome;
    },
  });
}

function say(...words: readonly string[]): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${words.join(" ")}\n`));
}

/** A fault of this file must not look like one of the effector. */
function giveUp(error: unknown): void {
  console.error(error);
  Deno.exit(BROKEN_CODE);
}
