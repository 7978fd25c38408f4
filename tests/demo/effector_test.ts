/** The demo's effector, started and killed from here and not by the demo. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { ToolIntent } from "@beam/tools";
import type { DecodedResult } from "@beam/tools/effector";
import type { DeskState, LedgerEntry } from "../../examples/desk.ts";
import { DeskFolder } from "./desk_folder.ts";
import { runDemo, runLines, runOwnRecording } from "./run.ts";

const EFFECTOR = new URL("../../examples/demo_effector.ts", import.meta.url);

/** How a process of the effector left the folder. */
interface Left {
  readonly signal: Deno.Signal | null;
  readonly code: number;
  /** What it said in mid-call. */
  readonly said: string;
  readonly state: DeskState;
  /** All results up to then. */
  readonly results: readonly DecodedResult[];
}

function start({ path }: DeskFolder, ...args: string[]): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-prompt",
      `--allow-read=${path}`,
      `--allow-write=${path}`,
      EFFECTOR.href,
      path,
      ...args,
    ],
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
}

/** Kills a process as soon as it says something, and looks at what is left. */
async function killWhereItStops(
  folder: DeskFolder,
  process: Deno.ChildProcess,
): Promise<Left> {
  let said = "";
  const text = process.stdout.pipeThrough(new TextDecoderStream());
  for await (const chunk of text) {
    said += chunk;
    process.kill("SIGKILL");
  }
  const { signal, code } = await process.status;
  const state = await folder.desk.read();
  return { signal, code, said, state, results: await folder.results() };
}

/** Everything that the tests of one journey look at. */
interface Journey {
  readonly intents: readonly ToolIntent[];
  readonly left: readonly [Left, Left, Left];
}

async function travel(): Promise<Journey> {
  await using folder = await DeskFolder.open();
  const intents = await folder.stage();
  return {
    intents,
    left: [
      await killWhereItStops(folder, start(folder, "2")),
      await killWhereItStops(folder, start(folder, "4")),
      await killWhereItStops(folder, start(folder)),
    ],
  };
}

let travelled: Promise<Journey> | undefined;

/** Two kills and the end, made once for all who look at it. */
function journey(): Promise<Journey> {
  return travelled ??= travel();
}

function entriesOf(
  { ledger }: DeskState,
  { intentId }: ToolIntent,
): LedgerEntry[] {
  return ledger.filter((entry) => entry.intentId === intentId);
}

function resultsOf({ results }: Left, { intentId }: ToolIntent) {
  return results.filter((result) => result.intentId === intentId);
}

Deno.test("DEMO-4.1 The effector is killed in mid-call", async () => {
  const { intents, left } = await journey();

  assertEquals(left.map(({ signal }) => signal), ["SIGKILL", "SIGKILL", null]);
  assertEquals(left[2].code, 0);
  assertEquals(left.map(({ state }) => state.ledger.length), [2, 4, 6]);
  for (const [index, cutOff] of [intents[1]!, intents[3]!].entries()) {
    const { said, state } = left[index]!;
    assertEquals(said, `${cutOff.intentId}\n`);
    assertEquals(state.ledger.at(-1)?.intentId, cutOff.intentId);
    assertEquals(resultsOf(left[index]!, cutOff), []);
  }
});

Deno.test("DEMO-4.2 The desk has done each thing once", async () => {
  const { intents, left: [, , { state }] } = await journey();

  assertEquals(
    state.ledger.map(({ intentId, toolName }) => [intentId, toolName]),
    intents.map(({ intentId, toolName }) => [intentId, toolName]),
  );
  assertEquals(
    state.tickets.map(({ id, status, priority }) => [id, status, priority]),
    [[1, "Closed", 5], [2, "Open", 5], [3, "Open", 4]],
  );
  assertEquals(state.user, null);
});

Deno.test("DEMO-4.3 What has its outcome keeps it", async () => {
  const { intents, left } = await journey();
  const [login] = intents;

  const results = resultsOf(left[2], login!);

  const [first] = results;
  assertEquals(first?.status, "ok");
  assertEquals(results, [first, first, first]);
  assertEquals(entriesOf(left[2].state, login!)[0]?.repeats, 0);
});

Deno.test("DEMO-4.4 With retry, the tool is called again under the same key", async () => {
  const { intents, left } = await journey();
  const create = intents[1]!;

  assertEquals(create.toolName, "create_ticket");
  assertEquals(entriesOf(left[0].state, create)[0]?.repeats, 0);
  const after = entriesOf(left[1].state, create);
  assertEquals(after.map(({ repeats }) => repeats), [1]);
  assertEquals(resultsOf(left[1], create)[0]?.status, "ok");
});

Deno.test("DEMO-4.5 Without a policy, the tool is not called again", async () => {
  const { intents, left } = await journey();
  const resolve = intents[3]!;

  assertEquals(resolve.toolName, "resolve_ticket");
  const after = entriesOf(left[2].state, resolve);
  assertEquals(after.map(({ repeats }) => repeats), [0]);
  const [result] = resultsOf(left[2], resolve);
  assertEquals(result?.status, "error");
  assertMatch(result?.errorMessage ?? "", /^effect_unknown:/);
});

Deno.test("DEMO-4.6 The effector may be killed at any moment", async () => {
  await using folder = await DeskFolder.open();
  const intents = await folder.stage();

  // Right after an effect, wherever the process is by then.
  for (let kills = 0; kills < 3; kills++) {
    const { ledger } = await folder.desk.read();
    const process = start(folder);
    await process.stdout.cancel();
    let hasEnded = false;
    process.status.then(() => hasEnded = true);
    while (
      !hasEnded && (await folder.desk.read()).ledger.length === ledger.length
    ) await new Promise((resolve) => setTimeout(resolve));
    if (!hasEnded) process.kill("SIGKILL");
    await process.status;
  }
  const left = await killWhereItStops(folder, start(folder));

  assertEquals(left.code, 0);
  for (const intent of intents) {
    const times = entriesOf(left.state, intent).length;
    const outcome = resultsOf(left, intent)[0]?.errorMessage ?? "no outcome";
    assert(
      times === 1 || times === 0 && outcome.startsWith("effect_unknown:"),
      `${intent.toolName} happened ${times} times: ${outcome}`,
    );
  }
});

Deno.test("DEMO-4.7 The output tells what happened", async () => {
  const { out } = await runOwnRecording();

  const told = out.slice(out.indexOf("Process 1"), out.indexOf("What the"))
    .trimEnd().split(/\n(?=Process)/);
  assertEquals(told.length, 3);
  const [first, second, third] = told as [string, string, string];
  assertMatch(first, /effects at the desk: 2\n/);
  assertMatch(first, /killed by SIGKILL in mid-call: create_ticket /);
  assertMatch(second, /delivered again: 2 intents, 1 with an outcome/);
  assertMatch(second, /in flight: create_ticket, called again /);
  assertMatch(second, /effects at the desk: 2 more\n/);
  assertMatch(second, /killed by SIGKILL in mid-call: resolve_ticket /);
  assertMatch(third, /delivered again: 4 intents, 3 with an outcome/);
  assertMatch(third, /in flight: resolve_ticket, not called again; .*unknown/);
  assertMatch(third, /effects at the desk: 2 more\n/);
  assertMatch(third, /exit code 0$/);
});

Deno.test("DEMO-4.8 The same recording gives the same output", async () => {
  const first = await runOwnRecording();
  const second = await runDemo();

  assertEquals(second.out, first.out);
});

Deno.test("DEMO-4.9 Nothing is left behind", async () => {
  const whole = await runOwnRecording();
  const broken = await runLines(['{"name": "logout"}', "not JSON"]);

  assertEquals(broken.code, 1);
  assertEquals([whole.leftBehind, broken.leftBehind], [[], []]);
});
