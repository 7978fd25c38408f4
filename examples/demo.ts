/**
 * Replays recorded tool calls at a ticket desk: `deno task demo [file]`.
 *
 * What only looks runs inline. What has a side effect is staged as an intent,
 * and carried out by an effector in a process of its own, which is killed in
 * mid-call and started again. In the end the desk has done each thing once.
 *
 * @module
 */

import { activate } from "@beam/tools";
import { encodeIntent } from "@beam/tools/wire";
import {
  callText,
  outcomeText,
  type Paint,
  painter,
  summaryText,
} from "./demo_output.ts";
import { Desk, OPENING } from "./desk.ts";
import { ledgerText, runText } from "./effector_output.ts";
import { type EffectorRun, runToTheEnd } from "./effector_process.ts";
import { writeRecords } from "./record_file.ts";
import {
  brokenLinesError,
  type Outcome,
  readCalls,
  readRecording,
  type RecordedCall,
  RecordingError,
  replay,
} from "./replay.ts";
import { tally } from "./tally.ts";
import { openTicketDesk } from "./ticket_desk.ts";

/** The effects in the middle of which the effector is killed. */
const KILLS = [2, 4];

/** Replays `calls` in one activation, puts what they stage into the outbox, and gives what became of each. */
async function replayAll(
  calls: readonly RecordedCall[],
  folder: string,
  paint: Paint,
): Promise<Outcome[]> {
  const { registry, shownArguments } = openTicketDesk(
    new Desk(`${folder}/desk.json`),
  );
  const outcomes: Outcome[] = [];
  const { intents } = await activate({
    entityKey: "ada",
    seq: 1,
    registry,
    // Never read from a clock: the same recording stages the same bytes, whenever it is replayed.
    nowMs: Date.UTC(2026, 0, 5, 9),
    // A recording is replayed years later, and its intents have to be live then.
    intentTtlMs: 100 * 365 * 86_400_000,
  }, async (context) => {
    for (const [index, call] of calls.entries()) {
      const outcome = await replay(call, context);
      const text = callText(call, shownArguments);
      console.log(outcomeText(index, text, outcome, paint));
      outcomes.push(outcome);
    }
  });
  await writeRecords(
    `${folder}/outbox`,
    intents.map((intent) => encodeIntent(intent)),
  );
  return outcomes;
}

/** Has the outbox carried out, with kills in between, and tells what happened. */
async function carryOut(folder: string, paint: Paint): Promise<EffectorRun[]> {
  console.log(
    "\nAn effector carries out the outbox, in processes of its own:",
  );
  const runs = await runToTheEnd(folder, KILLS);
  for (const [index, run] of runs.entries()) {
    console.log(runText(run, runs.slice(0, index), paint));
  }
  console.log(`\n${ledgerText(runs.at(-1)?.ledger ?? [])}`);
  return runs;
}

/** Replays what can be replayed of a file; throws for the rest of it. */
async function demo(file: string | URL, paint: Paint): Promise<void> {
  const { calls, broken } = readCalls(await readRecording(file));
  const folder = await Deno.makeTempDir({ prefix: "ticket_desk_" });
  try {
    await new Desk(`${folder}/desk.json`).write(OPENING);
    const outcomes = await replayAll(calls, folder, paint);
    const staged = outcomes.some(({ kind }) => kind === "staged");
    const runs = staged ? await carryOut(folder, paint) : [];
    const counts = tally(outcomes, runs);
    console.log(`\n${summaryText(counts)}`);
    if (counts.twice > 0) Deno.exitCode = 1;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  if (broken.length > 0) throw brokenLinesError(file, broken);
}

if (import.meta.main) {
  const file = Deno.args[0] ?? new URL("./calls.jsonl", import.meta.url);
  const paint = painter(Deno.stdout.isTerminal() && !Deno.noColor);
  try {
    await demo(file, paint);
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    console.error(error.message);
    Deno.exitCode = 1;
  }
}
