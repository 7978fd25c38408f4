import { poll } from "./poll.ts";

/** One of the two programs, as a process under `deno serve`. */
type Name = "agent" | "effector";

/** One call as a model sends it. */
export interface Call {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

/** What the agent shows of one staged intent. */
export interface Shown {
  readonly intentId: string;
  readonly toolName: string;
  readonly state: "waiting" | "settled" | "refused";
  readonly status?: string;
  readonly result?: unknown;
  readonly errorMessage?: string;
  readonly reason?: string;
}

const HOST = "127.0.0.1";
const PROGRAMS = import.meta.resolve("../../examples/deploy/");
const CALLER_TOKEN = "caller";
const SETTINGS = {
  INTENT_KEYS: `k1=${new Uint8Array(32).fill(1).toBase64()}`,
  RESULT_TOKEN: "result",
  CALLER_TOKEN,
  // Longer than anything here takes, short enough to wait for.
  LEASE_MS: "1000",
};

/** An agent and an effector with databases of their own; `await using` ends them and removes all. */
export class Site implements AsyncDisposable {
  readonly #folder = Deno.makeTempDirSync({ prefix: "deploy-test-" });
  readonly #ports = { agent: freePort(), effector: freePort() };
  readonly #running = new Map<Name, Deno.ChildProcess>();

  /** Where a program is, or will be. */
  url(name: Name): string {
    return `http://${HOST}:${this.#ports[name]}`;
  }

  /** Starts a program, for the first time or again, and waits until it is healthy. */
  async start(
    name: Name,
    env: Readonly<Record<string, string>> = {},
    flags: readonly string[] = [],
  ): Promise<void> {
    const process = new Deno.Command(Deno.execPath(), {
      args: [
        "serve",
        "--quiet",
        "--allow-all",
        ...flags,
        `--host=${HOST}`,
        `--port=${this.#ports[name]}`,
        `${PROGRAMS}${name}.ts`,
      ],
      env: {
        ...SETTINGS,
        KV_PATH: `${this.#folder}/${name}.kv`,
        EFFECTOR_URL: this.url("effector"),
        AGENT_URL: this.url("agent"),
        ...env,
      },
      stdin: "null",
    }).spawn();
    this.#running.set(name, process);
    await poll(
      `a healthy ${name}`,
      async () => (await this.health(name)).status === "ok",
    );
  }

  /** Kills a program without a warning. */
  async kill(name: Name): Promise<void> {
    const process = this.#running.get(name)!;
    process.kill("SIGKILL");
    await process.status;
    this.#running.delete(name);
  }

  async health(name: Name): Promise<Record<string, unknown>> {
    return await (await fetch(`${this.url(name)}/health`)).json();
  }

  /** Asks a program, with the token of a caller unless told otherwise. */
  ask(
    name: Name,
    path: string,
    init: RequestInit = {},
    token = CALLER_TOKEN,
  ): Promise<Response> {
    const headers = { authorization: `Bearer ${token}` };
    return fetch(`${this.url(name)}${path}`, { ...init, headers });
  }

  /** Runs the first activation of an entity. */
  async run(entity: string, ...calls: readonly Call[]): Promise<unknown[]> {
    const body = JSON.stringify({ calls });
    const path = `/activations/${entity}/1`;
    const response = await this.ask("agent", path, { method: "PUT", body });
    return (await response.json()).outputs;
  }

  /** What the first activation of an entity staged. */
  async intents(entity: string): Promise<readonly Shown[]> {
    const response = await this.ask("agent", `/activations/${entity}/1`);
    return (await response.json()).intents;
  }

  /** The same, once nothing of it waits. */
  async settled(entity: string): Promise<readonly Shown[]> {
    let intents: readonly Shown[] = [];
    await poll(`results for ${entity}`, async () => {
      intents = await this.intents(entity);
      return intents.every(({ state }) => state !== "waiting");
    });
    return intents;
  }

  /** How many refunds and mails there have been. */
  async effects(): Promise<{ refunds: number; mails: number }> {
    const response = await this.ask("effector", "/ledger");
    const { refunds, mails } = await response.json();
    return { refunds: refunds.length, mails: mails.length };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const name of this.#running.keys()) await this.kill(name);
    await Deno.remove(this.#folder, { recursive: true });
  }
}

/** An agent and an effector that are both healthy. */
export async function startSite(
  env: Partial<Record<Name, Readonly<Record<string, string>>>> = {},
  flags: readonly string[] = [],
): Promise<Site> {
  const site = new Site();
  try {
    await Promise.all([
      site.start("agent", env.agent, flags),
      site.start("effector", env.effector, flags),
    ]);
    return site;
  } catch (error) {
    await site[Symbol.asyncDispose]();
    throw error;
  }
}

export function refund(cents: number): Call {
  return { name: "refund", arguments: { order_id: "o-1", cents } };
}

export function mail(text: string): Call {
  return { name: "send_mail", arguments: { to: "ada@example.com", text } };
}

/** Both programs need the other one's port before either starts. */
function freePort(): number {
  using listener = Deno.listen({ hostname: HOST, port: 0 });
  return listener.addr.port;
}
