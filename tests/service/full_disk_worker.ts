/** Carries out intents on the Deno KV file that it is given, until the disk is full or all are done. */
import { tool, ToolRegistry } from "@beam/tools";
import { Effector } from "@beam/tools/effector";
import { DenoKvStore } from "@beam/tools/stores/deno-kv";
import { intent, summary } from "./world.ts";

const [path] = Deno.args;
using kv = await Deno.openKv(path);

let calls = 0;
const registry = new ToolRegistry([
  tool({ name: "report", sideEffect: true }, () => {
    calls++;
    return "x".repeat(100_000);
  }),
]);
const effector = new Effector({
  registry,
  store: new DenoKvStore(kv),
  signatures: "off",
  publish: () => {},
  leaseMs: 300,
  retry: { tries: 2, firstDelayMs: 10 },
});

const now = BigInt(Date.now());
for (let stepIndex = 0; stepIndex < 20; stepIndex++) {
  const delivery = await effector.execute(intent({
    stepIndex,
    toolName: "report",
    argsJson: "{}",
    createdAtMs: now,
    expiresAtMs: now + 60_000n,
  }));
  console.log(summary(delivery));
  if (delivery.kind === "nack") break;
}
console.log(`calls ${calls}`);
