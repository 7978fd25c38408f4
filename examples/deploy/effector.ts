/**
 * The program that acts. It takes signed intents at `POST /intents`, carries
 * each out to one outcome, and sends that back to the agent.
 *
 * @module
 */
import { ToolRegistry } from "@beam/tools";
import {
  Effector,
  keyringFrom,
  superviseProcess,
  type ToolResult,
} from "@beam/tools/effector";
import { DenoKvStore } from "@beam/tools/stores/deno-kv";
import { hasBearer, unauthorized } from "./bearer.ts";
import { milliseconds, required } from "./environment.ts";
import { Ledger } from "./ledger.ts";
import { shopTools } from "./tools.ts";

/** Longer than the agent needs to write one value. */
const PUBLISH_TIMEOUT_MS = 10_000;

const results = new URL("/results", required("AGENT_URL"));
const resultToken = required("RESULT_TOKEN");
const callerToken = required("CALLER_TOKEN");

// On Deno Deploy there is no path: the database is the app's own.
const kv = await Deno.openKv(Deno.env.get("KV_PATH"));
const ledger = new Ledger(kv, milliseconds("OUTSIDE_REPLY_MS", 0));

const effector = new Effector({
  registry: new ToolRegistry(shopTools(ledger)),
  store: new DenoKvStore(kv),
  publish: sendBack,
  keyring: await keyringFrom(Deno.env.get("KEYRING") ?? "env:INTENT_KEYS", {
    readEnv: (name) => Deno.env.get(name),
    readFile: (path) => Deno.readTextFile(path),
  }),
  leaseMs: milliseconds("LEASE_MS", 300_000),
});
superviseProcess(effector);

export default {
  async fetch(request) {
    if (URL.parse(request.url)?.pathname !== "/ledger") {
      return await effector.fetch(request);
    }
    if (!hasBearer(request, callerToken)) return unauthorized();
    return Response.json(await ledger.effects());
  },
} satisfies Deno.ServeDefaultExport;

/** A result is stored by the agent when this resolves; else the effector tries again. */
async function sendBack(
  _result: ToolResult,
  body: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const { ok, status, body: answer } = await fetch(results, {
    method: "POST",
    body,
    headers: { authorization: `Bearer ${resultToken}` },
    signal: AbortSignal.timeout(PUBLISH_TIMEOUT_MS),
  });
  await answer?.cancel();
  if (!ok) throw new Error(`The agent answered ${status}`);
}
