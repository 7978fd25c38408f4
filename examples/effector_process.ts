import { decodeResult, type ToolResult } from "@beam/tools/wire";
import { Desk, type LedgerEntry } from "./desk.ts";
import { readRecords } from "./record_file.ts";

const EFFECTOR = new URL("./demo_effector.ts", import.meta.url).href;

/** What one process of the effector did, and how the folder was left. */
export interface EffectorRun {
  /** How the process ended. */
  readonly status: Deno.CommandStatus;
  /** The intent in whose call it was killed. */
  readonly cutOff: string | undefined;
  /** What it published, in order. */
  readonly published: readonly ToolResult[];
  /** All changes that the desk had made by then. */
  readonly ledger: readonly LedgerEntry[];
}

/**
 * Runs the effector on a folder until the outbox is done. With `killAt` it is
 * killed in the middle of the call that has the effect of that number, if there
 * are so many.
 */
export async function runEffector(
  folder: string,
  killAt?: number,
): Promise<EffectorRun> {
  const before = await readRecords(`${folder}/results`);
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-prompt",
      `--allow-read=${folder}`,
      `--allow-write=${folder}`,
      EFFECTOR,
      folder,
      ...killAt === undefined ? [] : [String(killAt)],
    ],
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let cutOff: string | undefined;
  const lines = child.stdout.pipeThrough(new TextDecoderStream());
  for await (const line of lines) {
    cutOff = line.trim();
    child.kill("SIGKILL");
  }
  const status = await child.status;
  if (cutOff === undefined && !status.success) {
    throw new Error(`The effector ended with exit code ${status.code}`);
  }
  const results = await readRecords(`${folder}/results`);
  const published = results.slice(before.length)
    .map((bytes) => decodeResult(bytes));
  const { ledger } = await new Desk(`${folder}/desk.json`).read();
  return { status, cutOff, published, ledger };
}

/**
 * Starts the effector again and again until it comes to the end of the outbox,
 * having killed it in the middle of the effects of these numbers.
 */
export async function runToTheEnd(
  folder: string,
  kills: readonly number[],
): Promise<EffectorRun[]> {
  const runs: EffectorRun[] = [];
  for (const killAt of [...kills, undefined]) {
    const run = await runEffector(folder, killAt);
    runs.push(run);
    if (run.cutOff === undefined) break;
  }
  return runs;
}
