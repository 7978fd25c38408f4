/** The effector as the default export of a module, in a process of its own. */
import { assertEquals } from "@std/assert";
import { decodeResult, encodeIntent } from "@beam/tools/effector";
import { serveModule } from "./http/serve_process.ts";
import { ask, brief, signed } from "./http/served.ts";
import { intent } from "./service/world.ts";

const WORKER = new URL("./http/served_worker.ts", import.meta.url);

Deno.test("HTTP-4.1 An effector is a default export that deno serve serves", async () => {
  await using worker = await serveModule(WORKER);
  const post = (body: Uint8Array<ArrayBuffer>) =>
    ask(`${worker.url}/intents`, { method: "POST", body });
  const now = BigInt(Date.now());
  const live = { createdAtMs: now, expiresAtMs: now + 60_000n };

  const health = await ask(`${worker.url}/health`);
  const first = await post(await signed(live));
  const second = await post(await signed(live));
  const unsigned = await post(encodeIntent(intent(live)));
  worker.kill("SIGINT");
  const { code } = await worker.status;

  assertEquals(
    [health, first, second, unsigned].map(brief),
    ["200", "200", "200", "401 unsigned_intent"],
  );
  assertEquals(decodeResult(first.bytes).status, "ok");
  assertEquals(second.bytes, first.bytes);
  assertEquals(code, 0);
});
