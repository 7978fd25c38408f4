/** A worker under `superviseProcess` that carries out two intents and tells by lines what happens. */
import { tool, ToolRegistry } from "@beam/tools";
import { Effector, MemoryStore, superviseProcess } from "@beam/tools/effector";
import { intent } from "./world.ts";

const charge = tool({
  name: "charge",
  sideEffect: true,
  parameters: { cents: "number" },
}, async ({ cents }, { signal }) => {
  console.log("calling");
  if (cents === 0) {
    signal.addEventListener("abort", () => {
      throw new Error("left behind");
    });
    return await new Promise(() => {});
  }
  // Nobody waits for these.
  Promise.reject(new Error("left behind"));
  setTimeout(() => {
    throw new Error("left behind");
  }, 20);
  await new Promise((resolve) => setTimeout(resolve, 300));
});

const effector = new Effector({
  registry: new ToolRegistry([charge]),
  store: new MemoryStore(),
  signatures: "off",
  timeoutMs: 1_000,
  publish: ({ status }) => console.log(`published ${status}`),
  onEvent: ({ name }) => console.log(name),
});
superviseProcess(effector, {
  beforeExit: () => console.log("the end"),
  onUncaughtError(error) {
    console.error(error);
    throw new Error("the log is full");
  },
});

const now = BigInt(Date.now());
const times = { createdAtMs: now, expiresAtMs: now + 60_000n };
await effector.execute(intent(times));
await effector.execute(
  intent({ ...times, stepIndex: 1, argsJson: '{"cents":0}' }),
);
// Until a signal comes.
setInterval(() => {}, 60_000);
