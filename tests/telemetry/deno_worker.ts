/** An effector as an application runs it under `OTEL_DENO=true`: it serves HTTP, posts itself one intent, and its tool calls `fetch`. */
import { metrics, trace } from "@opentelemetry/api";
import { tool, ToolRegistry } from "@beam/tools";
import {
  Effector,
  encodeIntent,
  Keyring,
  MemoryStore,
  signIntent,
  traceId,
} from "@beam/tools/effector";
import { openTelemetry } from "@beam/tools/telemetry/opentelemetry";
import { intent } from "../service/world.ts";

const key = { id: "k1", secret: new Uint8Array(32).fill(7) };
const charge = tool({
  name: "charge",
  sideEffect: true,
  parameters: { cents: "number" },
}, async () => {
  const response = await fetch(new URL("/health", origin));
  await response.body?.cancel();
});
const effector = new Effector({
  registry: new ToolRegistry([charge]),
  store: new MemoryStore(),
  publish: () => {},
  keyring: new Keyring([key]),
  ...openTelemetry({
    tracer: trace.getTracer("my-effector"),
    meter: metrics.getMeter("my-effector"),
  }),
});
await using server = Deno.serve({
  port: 0,
  hostname: "127.0.0.1",
  onListen: () => {},
}, effector.fetch);
const origin = `http://127.0.0.1:${server.addr.port}`;

const now = BigInt(Date.now());
const bytes = encodeIntent(intent({
  createdAtMs: now,
  expiresAtMs: now + 60_000n,
  traceId: traceId("user-1", 1n),
}));
const response = await fetch(new URL("/intents", origin), {
  method: "POST",
  body: await signIntent(bytes, key),
});
await response.body?.cancel();
console.log(response.status);
