/** A worker under `superviseProcess` that carries out one intent and tells by lines what happens. */
import { tool, ToolRegistry } from "@beam/tools";
import { Effector, MemoryStore, superviseProcess } from "@beam/tools/effector";
import { intent } from "./world.ts";

const charge = tool({
  name: "charge",
  sideEffect: true,
  parameters: { cents: "number" },
}, async () => {
  console.log("calling");
  // Nobody waits for this one.
  Promise.reject(new Error("left behind"));
  await new Promise((resolve) => setTimeout(resolve, 300));
});

const effector = new Effector({
  registry: new ToolRegistry([charge]),
  store: new MemoryStore(),
  signatures: "off",
  publish: ({ status }) => console.log(`published ${status}`),
  onEvent: ({ name }) => console.log(name),
});
superviseProcess(effector, { beforeExit: () => console.log("the end") });

const now = BigInt(Date.now());
await effector.execute(
  intent({ createdAtMs: now, expiresAtMs: now + 60_000n }),
);
// Until a signal comes.
setInterval(() => {}, 60_000);
