/**
 * Replays recorded tool calls at a ticket desk: `deno task demo [file]`.
 *
 * What only looks runs inline and shows its result. What has a side effect is
 * refused, and listed as what an effector would have to do. A bad call shows
 * the error that the model would get.
 *
 * @module
 */

import {
  callText,
  effectsText,
  outcomeText,
  type Paint,
  painter,
  summaryText,
} from "./demo_output.ts";
import {
  brokenLinesError,
  type Outcome,
  readCalls,
  readRecording,
  type RecordedCall,
  RecordingError,
  replay,
} from "./replay.ts";
import { openTicketDesk, type Ticket, type TicketDesk } from "./ticket_desk.ts";

const TICKETS: readonly Ticket[] = [
  {
    id: 1,
    title: "Printer on floor 2 smokes",
    description: "It smells of burnt paper.",
    priority: 5,
    status: "Open",
    resolution: "",
    createdBy: "ada",
  },
  {
    id: 2,
    title: "New keyboard",
    description: "",
    priority: 1,
    status: "Open",
    resolution: "",
    createdBy: "ada",
  },
];

/** Replays `calls` one after the other and prints what becomes of each. */
async function replayAll(
  calls: readonly RecordedCall[],
  desk: TicketDesk,
  paint: Paint,
): Promise<void> {
  const outcomes: Outcome[] = [];
  const effects: string[] = [];
  const refused = new Set<string>();
  for (const [index, call] of calls.entries()) {
    const text = callText(call, desk.shownArguments);
    const outcome = await replay(call, desk.registry);
    // A refusal is the same for each call of a tool.
    const told = !refused.has(call.name);
    console.log(outcomeText(index, text, outcome, { paint, told }));
    outcomes.push(outcome);
    if (outcome.kind === "refused") {
      effects.push(text);
      refused.add(call.name);
    }
  }
  if (effects.length > 0) console.log(`\n${effectsText(effects)}`);
  console.log(`\n${summaryText(outcomes)}`);
}

/** Replays what can be replayed of a file; throws for the rest of it. */
async function demo(file: string | URL, paint: Paint): Promise<void> {
  const { calls, broken } = readCalls(await readRecording(file));
  const desk = openTicketDesk({ tickets: TICKETS, user: "ada" });
  await replayAll(calls, desk, paint);
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
