/**
 * The program that decides. It runs activations, keeps what they staged in its
 * outbox until the effector has settled it, and takes the results.
 *
 * @module
 */
import { ToolError, ToolRegistry } from "@beam/tools";
import { keyringFrom, WireDecodeError } from "@beam/tools/wire";
import {
  type ActivationId,
  Activations,
  type ModelCall,
} from "./activations.ts";
import { hasBearer, unauthorized } from "./bearer.ts";
import { required } from "./environment.ts";
import { Outbox } from "./outbox.ts";
import { NOTHING_OUTSIDE, shopTools } from "./tools.ts";

/** So that an activation with its intents fits into one commit of the database. */
const MAX_BODY_BYTES = 32_768;
const ACTIVATION =
  /^\/activations\/(?<entity>[\w.@-]{1,128})\/(?<seq>\d{1,18})$/;

const callerToken = required("CALLER_TOKEN");
const resultToken = required("RESULT_TOKEN");

const keyring = await keyringFrom(
  Deno.env.get("KEYRING") ?? "env:INTENT_KEYS",
  {
    readEnv: (name) => Deno.env.get(name),
    readFile: (path) => Deno.readTextFile(path),
  },
);
// On Deno Deploy there is no path: the database is the app's own.
const kv = await Deno.openKv(Deno.env.get("KV_PATH"));
const outbox = new Outbox(kv, required("EFFECTOR_URL"));
const activations = new Activations({
  kv,
  registry: new ToolRegistry(shopTools(NOTHING_OUTSIDE)),
  outbox,
  // The newest is the last one; effectors know it before it is used here.
  key: keyring.get(keyring.ids.at(-1)!)!,
});

// What an earlier process left, and on Deno Deploy what a stopped instance left.
outbox.sweep();
if ("cron" in Deno) {
  Deno.cron("send what waits in the outbox", "* * * * *", () => outbox.sweep());
}
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.addSignalListener(signal, async () => {
    await outbox.stop();
    Deno.exit(0);
  });
}

export default {
  async fetch(request) {
    const path = URL.parse(request.url)?.pathname ?? "";
    switch (`${request.method} ${path}`) {
      case "GET /health":
        return Response.json({ status: "ok", ...await outbox.counts() });
      case "POST /results":
        if (!hasBearer(request, resultToken)) return unauthorized();
        return await takeResult(request);
    }
    const { entity, seq } = ACTIVATION.exec(path)?.groups ?? {};
    if (entity === undefined || seq === undefined) {
      return refuse(404, "there is nothing here");
    }
    if (!hasBearer(request, callerToken)) return unauthorized();
    const id = { entity, seq: BigInt(seq) };
    switch (request.method) {
      case "PUT":
        return await runActivation(id, request);
      case "GET":
        return await show(id);
      default:
        return refuse(405, "use PUT or GET");
    }
  },
} satisfies Deno.ServeDefaultExport;

async function runActivation(
  id: ActivationId,
  request: Request,
): Promise<Response> {
  const body = await request.bytes();
  if (body.length > MAX_BODY_BYTES) return refuse(413, "send less at once");
  const calls = readCalls(body);
  if (calls === undefined) {
    return refuse(400, 'send {"calls":[{"name":"...","arguments":{}}]}');
  }
  try {
    await activations.run(id, calls);
  } catch (error) {
    // A call that a model got wrong: nothing was staged, and it may try again.
    if (error instanceof ToolError) return refuse(422, error.message);
    throw error;
  }
  // In the background: the intents are safe, and the caller need not wait.
  outbox.send(id.entity);
  return await show(id);
}

async function show(id: ActivationId): Promise<Response> {
  const activation = await activations.show(id);
  if (activation === null) return refuse(404, "it has not run");
  return Response.json(activation);
}

async function takeResult(request: Request): Promise<Response> {
  try {
    await activations.keepResult(await request.bytes());
  } catch (error) {
    if (error instanceof WireDecodeError) return refuse(400, "it is no result");
    throw error;
  }
  return new Response(null, { status: 204 });
}

function readCalls(body: Uint8Array): readonly ModelCall[] | undefined {
  try {
    const { calls } = JSON.parse(new TextDecoder().decode(body));
    const isCall = (call: ModelCall) => typeof call.name === "string";
    return Array.isArray(calls) && calls.every(isCall) ? calls : undefined;
  } catch {
    return undefined;
  }
}

function refuse(status: number, error: string): Response {
  return Response.json({ error }, { status });
}
