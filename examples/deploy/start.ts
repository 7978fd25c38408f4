/**
 * Starts the agent and the effector on this machine, with fresh keys and a
 * temporary folder: `deno task deploy`. Ctrl-C stops both.
 *
 * @module
 */

/** How often it is looked whether both have started. */
const POLL_MS = 50;
const HOST = "127.0.0.1";

/** One of the two programs. */
interface Program {
  readonly name: string;
  readonly url: string;
  readonly process: Deno.ChildProcess;
}

type Environment = Readonly<Record<string, string>>;

function start(name: string, port: number, env: Environment): Program {
  const process = new Deno.Command(Deno.execPath(), {
    args: [
      "serve",
      "--quiet",
      `--host=${HOST}`,
      `--port=${port}`,
      `--allow-net=${HOST}`,
      "--allow-env",
      `--allow-read=${folder}`,
      `--allow-write=${folder}`,
      import.meta.resolve(`./${name}.ts`),
    ],
    env: { ...env, KV_PATH: `${folder}/${name}.kv` },
    stdin: "null",
  }).spawn();
  return { name, url: `http://${HOST}:${port}`, process };
}

/** A port that nobody has; both programs need the other one's before either starts. */
function freePort(): number {
  using listener = Deno.listen({ hostname: HOST, port: 0 });
  return listener.addr.port;
}

function random(): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(32));
}

async function healthy({ url }: Program): Promise<void> {
  for (;;) {
    try {
      const { ok, body } = await fetch(`${url}/health`);
      await body?.cancel();
      if (ok) return;
    } catch {
      // It does not listen yet.
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function stop({ process }: Program): void {
  try {
    process.kill("SIGTERM");
  } catch {
    // It has ended.
  }
}

const folder = await Deno.makeTempDir({ prefix: "beam-tools-deploy-" });
const [agentPort, effectorPort] = [freePort(), freePort()];
const callerToken = random().toHex();
const shared: Environment = {
  INTENT_KEYS: `local=${random().toBase64()}`,
  RESULT_TOKEN: random().toHex(),
  CALLER_TOKEN: callerToken,
};
const agent = start("agent", agentPort, {
  ...shared,
  EFFECTOR_URL: `http://${HOST}:${effectorPort}`,
});
const effector = start("effector", effectorPort, {
  ...shared,
  AGENT_URL: `http://${HOST}:${agentPort}`,
});
const programs = [effector, agent];

const { promise: interrupted, resolve: interrupt } = Promise.withResolvers<
  undefined
>();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.addSignalListener(signal, () => interrupt(undefined));
}
/** The program that ended by itself, if one did; `undefined` for Ctrl-C. */
const ended = Promise.race([
  interrupted,
  ...programs.map((program) => program.process.status.then(() => program)),
]);

await Promise.race([ended, Promise.all(programs.map(healthy)).then(explain)]);
const first = await ended;
for (const program of programs) stop(program);
await Promise.all(programs.map(({ process }) => process.status));
await Deno.remove(folder, { recursive: true });
if (first !== undefined) console.error(`The ${first.name} ended by itself`);
Deno.exit(first === undefined ? 0 : 1);

function explain(): void {
  const calls = JSON.stringify({
    calls: [
      { name: "find_order", arguments: { order_id: "o-1" } },
      { name: "refund", arguments: { order_id: "o-1", cents: 500 } },
      {
        name: "send_mail",
        arguments: { to: "ada@example.com", text: "5.00 are on their way." },
      },
    ],
  });
  console.log(`agent     ${agent.url}
effector  ${effector.url}

Run an activation; run it again to see its results:

curl -X PUT ${agent.url}/activations/ada/1 -H 'authorization: Bearer ${callerToken}' -d '${calls}'

What really happened is at ${effector.url}/ledger, for the same token.
Ctrl-C stops both.`);
}
