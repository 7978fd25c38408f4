/** Workers that are really killed, on one file of Deno KV. */
import { assertEquals } from "@std/assert";
import { audit } from "./crash/audit.ts";
import { POLICIES, type Policy } from "./crash/policies.ts";
import { killAtRandom, KILLS, type RandomRun } from "./crash/random_run.ts";
import { Run } from "./crash/run.ts";
import { stage, type Staged } from "./crash/staged.ts";
import type { Step } from "./crash/steps.ts";
import type { WorkerProcess } from "./crash/worker_process.ts";

/** What became of the intents: for each policy the outcome, and how often its effect happened. */
type Settled = Readonly<
  Record<Policy, readonly [outcome: string, effects: number]>
>;

const AS_EVER: Settled = {
  unknown: ["ok", 1],
  retry: ["ok", 1],
  reconcile: ["ok", 1],
  keyed: ["ok", 1],
};
const NOT_YET: Settled = { ...AS_EVER, unknown: ["effect_unknown", 0] };
const HAPPENED: Settled = {
  ...AS_EVER,
  unknown: ["effect_unknown", 1],
  retry: ["ok", 2],
};

const BOUNDARIES: readonly [string, Step, Settled][] = [
  ["CRASH-1.1 Killed after it received", "received", AS_EVER],
  ["CRASH-1.2 Killed before it claimed", "verified", AS_EVER],
  ["CRASH-1.3 Killed between the claim and the call", "claimed", NOT_YET],
  ["CRASH-1.4 Killed in the call, before the effect", "called", NOT_YET],
  ["CRASH-1.5 Killed in the call, after the effect", "effected", HAPPENED],
  ["CRASH-1.6 Killed before it stored the outcome", "returned", HAPPENED],
  ["CRASH-1.7 Killed before it published", "stored", AS_EVER],
  ["CRASH-1.8 Killed before it acknowledged", "answered", AS_EVER],
];

for (const [name, boundary, expected] of BOUNDARIES) {
  Deno.test(name, async () => {
    await using run = await Run.open(300);
    const intents = await stageEach();
    const [worker, other] = [run.start({ boundary }), run.start()];

    for (const staged of intents) worker.hand(staged);
    assertEquals((await worker.end()).signal, "SIGKILL");
    await run.settle(other, intents);

    await assertSettled(run, intents, expected);
  });
}

Deno.test("CRASH-1.9 Killed while it stops", async () => {
  await using run = await Run.open(300);
  const intents = await stageEach();
  const worker = run.start({ boundary: "stopping", hold: "effected" });
  const other = run.start();

  await holdAll(worker, intents);
  worker.kill("SIGINT");
  assertEquals((await worker.end()).signal, "SIGKILL");
  await run.settle(other, intents);

  await assertSettled(run, intents, HAPPENED);
});

Deno.test("CRASH-1.10 Killed some time after it was told to stop", async () => {
  await using run = await Run.open(300);
  const intents = await stageEach();
  const late = await stage("unknown", "entity-late", 1);
  const worker = run.start({ hold: "called" });
  const other = run.start();

  await holdAll(worker, intents);
  worker.kill("SIGINT");
  await worker.until("it stops", () => worker.count("stopping") === 1);
  worker.hand(late);
  await worker.until("it refuses", () => worker.count("nack") === 1);
  worker.kill("SIGKILL");
  assertEquals((await worker.end()).signal, "SIGKILL");
  await run.settle(other, [...intents, late]);

  await assertSettled(run, intents, NOT_YET);
  await assertSettled(run, [late], AS_EVER);
});

Deno.test("CRASH-1.11 Killed while it waits for another worker's claim", async () => {
  await using run = await Run.open(2_000);
  const intents = await stageEach();
  const owner = run.start({ hold: "called" });
  const worker = run.start({ boundary: "in_flight" });
  const other = run.start();

  await holdAll(owner, intents);
  for (const staged of intents) worker.hand(staged);
  assertEquals((await worker.end()).signal, "SIGKILL");
  for (const staged of intents) other.hand(staged);
  await other.until(
    "all are in flight",
    () => other.count("nack") >= intents.length,
  );
  owner.open();
  await run.settle(owner, []);
  await run.settle(other, []);

  await assertSettled(run, intents, AS_EVER);
});

Deno.test("CRASH-1.12 A stop that ran out of its grace", async () => {
  await using run = await Run.open(300);
  const intents = await stageEach();
  const worker = run.start({ hold: "effected" });

  await holdAll(worker, intents);
  worker.kill("SIGINT");
  // After four seconds by itself; a platform would kill it after five.
  assertEquals((await worker.end()).code, 0);
  await run.settle(run.start(), intents);

  await assertSettled(run, intents, HAPPENED);
});

/** Hands a worker intents that it holds in mid-call. */
async function holdAll(
  worker: WorkerProcess,
  intents: readonly Staged[],
): Promise<void> {
  for (const staged of intents) worker.hand(staged);
  await worker.until(
    "all are under way",
    () => worker.count("holding") === intents.length,
  );
}

async function stageEach(): Promise<readonly Staged[]> {
  return await Promise.all(
    POLICIES.map((policy) => stage(policy, `entity-${policy}`, 1)),
  );
}

async function assertSettled(
  run: Run,
  intents: readonly Staged[],
  expected: Settled,
): Promise<void> {
  const { findings, broken } = await audit(run, intents);
  assertEquals(
    findings.map((
      { staged, outcome, effects },
    ) => [staged.policy, outcome, effects.length]),
    intents.map(({ policy }) => [policy, ...expected[policy]]),
  );
  assertEquals(broken, []);
}

/** Made once: both of its tests look at the same run. */
let randomRun: Promise<RandomRun> | undefined;

Deno.test("CRASH-2.1 Kills at random times break no promise", async () => {
  const { broken, kills, line } = await (randomRun ??= killAtRandom());

  console.log(line);
  assertEquals(broken, []);
  assertEquals(kills, KILLS);
});

Deno.test("CRASH-2.2 Kills do not change the order of an entity", async () => {
  const { outOfOrder } = await (randomRun ??= killAtRandom());

  assertEquals(outOfOrder, []);
});
