import type { Audit, Finding } from "./audit.ts";
import { POLICIES } from "./policies.ts";
import type { Run } from "./run.ts";

/** One line of what was counted in a run. */
export function report(run: Run, audit: Audit, kills: number): string {
  const { findings, wronglyOk } = audit;
  const lost = run.workers.flatMap((worker) => [...worker.lost]);
  const unknown = findings.filter(({ outcome }) =>
    outcome === "effect_unknown"
  );
  const happened = unknown.filter(({ effects }) => effects.length > 0);
  const duplicates = POLICIES.map((policy) => {
    const ofPolicy = findings.filter(({ staged }) => staged.policy === policy);
    return `${policy} ${sum(ofPolicy, repeats)}`;
  });
  return [
    `${findings.length} intents`,
    `${kills} kills`,
    `${run.workers.length} spawns`,
    `${sum(findings, ({ effects }) => effects.length)} effects`,
    `duplicates: ${duplicates.join(", ")}`,
    `reported unknown: ${unknown.length}, of which ${happened.length} had happened and ${
      unknown.length - happened.length
    } had not`,
    `wrongly ok: ${wronglyOk}`,
    `claims lost alive: ${lost.length}`,
  ].join("; ");
}

function repeats({ effects }: Finding): number {
  return Math.max(0, effects.length - 1);
}

function sum(
  findings: readonly Finding[],
  count: (finding: Finding) => number,
): number {
  return findings.reduce((total, finding) => total + count(finding), 0);
}
