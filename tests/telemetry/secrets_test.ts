import { assert, assertEquals } from "@std/assert";
import { tool } from "@beam/tools";
import {
  encodeIntent,
  Keyring,
  signIntent,
  traceId,
} from "@beam/tools/effector";
import { openTelemetry } from "@beam/tools/telemetry/opentelemetry";
import { bytesOf, intent, storeWith, world } from "../service/world.ts";
import { type Sdk, sdk } from "./sdk.ts";

/** Long enough to be found by any part of it. */
const SECRET = "correct-horse-battery-staple";

Deno.test("TEL-3.1 No argument, result or message is exported", async () => {
  const seen = sdk();
  const parameters = {
    mode: "'return' | 'throw' | 'leak'",
    token: ["string", "@", { format: "password" }],
    note: "string",
  } as const;
  const shop = world(() => [
    tool(
      { name: "charge", sideEffect: true, parameters },
      ({ mode, token, note }) => {
        if (mode === "throw") {
          throw new Error(`${SECRET} ${token}`, { cause: note });
        }
        if (mode === "leak") throw Object.assign(new Error(), { name: token });
        return { [token]: note };
      },
    ),
  ]);
  const entityKey = new TextEncoder().encode(`user ${SECRET}`);
  const staged = (stepIndex: number, args: object) =>
    bytesOf({
      entityKey,
      stepIndex,
      traceId: traceId(entityKey, 1n),
      argsJson: JSON.stringify({ token: SECRET, note: SECRET, ...args }),
    });
  const telemetry = openTelemetry(seen);
  const fails = () => Promise.reject(new Error(SECRET));
  const worker = shop.worker(telemetry);
  const unlucky = shop.worker({ ...telemetry, publish: fails });
  const cutOff = shop.worker({
    ...telemetry,
    store: storeWith(shop.store, { claim: fails }),
  });
  const mad = shop.worker({
    ...telemetry,
    store: storeWith(shop.store, {
      claim: () =>
        Promise.resolve({
          get kind(): never {
            throw new Error(SECRET);
          },
        }),
    }),
  });

  await worker.handle(staged(0, { mode: "return" }));
  await worker.handle(staged(1, { mode: "throw" }));
  await worker.handle(staged(2, { mode: "leak" }));
  await worker.handle(staged(3, { mode: SECRET }));
  await worker.handle(staged(4, { [SECRET]: SECRET }));
  await worker.handle(staged(0, { mode: "leak" }));
  await shop.clock.until(unlucky.handle(staged(5, { mode: "return" })));
  await shop.clock.until(cutOff.handle(staged(6, { mode: "return" })));
  await mad.handle(staged(7, { mode: "return" }));

  assertEquals(seen.named("process").length, 9);
  assertEquals(seen.named("execute_tool charge").length, 4);
  const told = await everything(seen);
  assert(told.includes("tool_failed"));
  for (const part of SECRET.split("-")) {
    const hex = new TextEncoder().encode(part).toHex();
    assert(!told.includes(part) && !told.includes(hex), part);
  }
  // They did come about.
  const stored = shop.published.map(({ result }) => result.errorMessage);
  assert(stored.some((message) => message.includes(SECRET)));
});

Deno.test("TEL-3.2 Who forges intents makes no spans and no series", async () => {
  const seen = sdk();
  const keyring = new Keyring([{ id: "k1", secret: new Uint8Array(32) }]);
  const wrong = { id: "k1", secret: new Uint8Array(32).fill(1) };
  const worker = world().worker({
    ...openTelemetry(seen),
    signatures: "require",
    keyring,
  });

  for (let index = 0; index < 100; index++) {
    const bytes = encodeIntent(intent({ toolName: `tool ${index}` }));
    await worker.handle(
      index % 2 === 0 ? bytes : await signIntent(bytes, wrong),
    );
  }

  assertEquals(seen.spans(), []);
  const series = await seen.series("beam_tools.effector.events");
  assertEquals(series.map(({ attributes, value }) => [attributes, value]), [
    [{ "beam_tools.event.name": "unsigned_intent" }, 50],
    [{ "beam_tools.event.name": "intents_dead_lettered" }, 100],
    [{ "beam_tools.event.name": "bad_signature" }, 50],
  ]);
});

/** All that was exported, as text. */
async function everything(seen: Sdk): Promise<string> {
  const spans = seen.spans().map((span) => ({
    name: span.name,
    context: [span.spanContext(), span.parentSpanContext],
    rest: [span.attributes, span.events, span.links, span.status],
  }));
  return JSON.stringify([spans, await seen.metrics()]);
}
