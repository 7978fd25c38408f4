import { Random } from "../oracle/random.ts";
import { audit, brokenOrder } from "./audit.ts";
import { Fleet } from "./fleet.ts";
import { Outbox } from "./outbox.ts";
import { POLICIES } from "./policies.ts";
import { report } from "./report.ts";
import { Run } from "./run.ts";
import { stage } from "./staged.ts";

const INTENTS = 2_000;
const ENTITIES = 40;
/** How many workers are killed. */
export const KILLS = 40;

/** What was found after a run with kills at random times. */
export interface RandomRun {
  readonly kills: number;
  /** Promises that were broken. */
  readonly broken: readonly string[];
  /** Effects that were out of order. */
  readonly outOfOrder: readonly string[];
  /** What was counted, to be printed. */
  readonly line: string;
}

/**
 * Carries out many intents with three workers, of which one is killed again and
 * again. The seed decides on the tools, on who gets what, and on the kills by
 * the progress that was made; what a worker is doing at that moment is chance.
 */
export async function killAtRandom(): Promise<RandomRun> {
  const given = Deno.env.get("CRASH_SEED");
  const seed = given === undefined
    ? crypto.getRandomValues(new Uint32Array(1))[0]!
    : Number(given);
  console.log(`CRASH_SEED=${seed}`);
  const random = new Random(seed);
  const began = performance.now();
  await using run = await Run.open(400);
  const intents = await Promise.all(
    Array.from(
      { length: INTENTS },
      (_, index) =>
        stage(random.pick(POLICIES), `entity-${index % ENTITIES}`, index),
    ),
  );
  // One in each of the equal parts of the way, the last part left out.
  const part = INTENTS / (KILLS + 1);
  const killsAt = Array.from(
    { length: KILLS },
    (_, index) => Math.ceil((index + random.unit()) * part),
  );
  const outbox = new Outbox(intents);
  const fleet = new Fleet({ run, outbox, random, size: 3, killsAt });
  await fleet.empty();
  const found = await audit(run, intents);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  return {
    kills: fleet.kills,
    broken: found.broken,
    outOfOrder: brokenOrder(run, intents),
    line: `${report(run, found, fleet.kills)}; ${seconds} s`,
  };
}
