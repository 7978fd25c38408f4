/**
 * The effector of the demo, a process of its own: carries out the outbox of a
 * folder at the desk of that folder, and ends. It may be killed at any moment
 * and started again.
 *
 * With a number as second argument it stops in the middle of the call that has
 * the desk's effect of that number, says so by the intent's id, and waits there
 * to be killed.
 *
 * @module
 */

import {
  Effector,
  type EffectorTracer,
  superviseProcess,
} from "@beam/tools/effector";
import { DenoKvStore } from "@beam/tools/stores/deno-kv";
import { Desk } from "./desk.ts";
import { appendRecord, readRecords } from "./record_file.ts";
import { openTicketDesk } from "./ticket_desk.ts";

const [folder, killAt] = Deno.args;
const desk = new Desk(`${folder}/desk.json`);

/** Wraps each call of a tool; this is where the demo lets itself be killed. */
const tracer: EffectorTracer = {
  delivery: (_, work) => work(),
  async call({ intentId }, work) {
    const outcome = await work();
    const { ledger } = await desk.read();
    if (outcome.status === "ok" && ledger.length === Number(killAt)) {
      // The effect has happened, and its outcome is stored nowhere yet.
      console.log(intentId);
      await wait(60_000);
    }
    return outcome;
  },
};

using kv = await Deno.openKv(`${folder}/effector.kv`);
const effector = new Effector({
  registry: openTicketDesk(desk).registry,
  store: new DenoKvStore(kv),
  publish: (_, bytes) => appendRecord(`${folder}/results`, bytes),
  // Nobody but the demo writes to its folder; what comes from elsewhere has to be signed.
  signatures: "off",
  // How long the next process waits for a killed one. Short, since people are watching.
  leaseMs: 500,
  tracer,
});
superviseProcess(effector);

// One after the other, since each may depend on the one before it.
for (const bytes of await readRecords(`${folder}/outbox`)) await deliver(bytes);

/** Delivers an intent until it is settled. */
async function deliver(bytes: Uint8Array): Promise<void> {
  for (;;) {
    const delivery = await effector.handle(bytes);
    switch (delivery.kind) {
      case "ack":
        return;
      case "dead_letter":
        return console.error(`Put aside: ${delivery.detail}`);
      case "nack":
        await wait((delivery.retryAtMs ?? Date.now() + 100) - Date.now());
    }
  }
}

function wait(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}
