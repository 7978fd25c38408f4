import type { ToolResult } from "@beam/tools/wire";
import type { LedgerEntry } from "./desk.ts";
import type { EffectorRun } from "./effector_process.ts";
import type { Outcome } from "./replay.ts";

/** What became of all calls. The numbers of effects are counted in the desk's own ledger. */
export interface Tally {
  readonly calls: number;
  readonly ran: number;
  readonly staged: number;
  /** Intents with one entry in the ledger. */
  readonly once: number;
  /** Intents with more than one. */
  readonly twice: number;
  /** Intents of which the effector cannot tell whether they were carried out. */
  readonly unknown: number;
  readonly bad: number;
  /** Calls whose tool threw: inline, or at the desk. */
  readonly failed: number;
}

/** Counts what became of the calls of a recording. */
export function tally(
  outcomes: readonly Outcome[],
  runs: readonly EffectorRun[],
): Tally {
  const count = (kind: Outcome["kind"]): number =>
    outcomes.filter((outcome) => outcome.kind === kind).length;
  const effects = countBy(runs.at(-1)?.ledger ?? []);
  // A second delivery publishes the same outcome again.
  const results = new Map(
    runs.flatMap(({ published }) => published).map((
      result,
    ) => [result.intentId, result]),
  );
  const known = [...results.values()];
  return {
    calls: outcomes.length,
    ran: count("ran"),
    staged: count("staged"),
    once: effects.filter((times) => times === 1).length,
    twice: effects.filter((times) => times > 1).length,
    unknown: known.filter(isUnknown).length,
    bad: count("bad_call"),
    failed: count("failed") + known.filter(isFailed).length,
  };
}

/** Whether nobody knows what came of the call. */
export function isUnknown(result: ToolResult): boolean {
  return result.status === "error" && !isFailed(result);
}

/** Whether the tool threw, or was not called at all. This desk throws before it changes anything. */
export function isFailed({ status, errorMessage }: ToolResult): boolean {
  return status === "rejected" || status === "expired" ||
    errorMessage.startsWith("tool_failed:");
}

/** How many entries each intent has. */
function countBy(ledger: readonly LedgerEntry[]): number[] {
  const groups = Map.groupBy(ledger, ({ intentId }) => intentId);
  return [...groups.values()].map((entries) => entries.length);
}
