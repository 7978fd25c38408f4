import type { LedgerEntry } from "./desk.ts";
import { json, numbered, type Paint } from "./demo_output.ts";
import type { EffectorRun } from "./effector_process.ts";
import { isFailed, isUnknown } from "./tally.ts";

/** What one process did, given all before it. */
export function runText(
  run: EffectorRun,
  before: readonly EffectorRun[],
  paint: Paint,
): string {
  const { status, cutOff, published, ledger } = run;
  const known = new Set(
    before.flatMap(({ published }) => published).map(({ intentId }) =>
      intentId
    ),
  );
  const repeated = published.filter(({ intentId }) => known.has(intentId));
  const first = published.filter(({ intentId }) => !known.has(intentId));
  const lines = [`Process ${before.length + 1}`];

  const inFlight = before.at(-1)?.cutOff;
  if (inFlight !== undefined) {
    lines.push(
      `delivered again: ${repeated.length + 1} intents, ${repeated.length} ` +
        "with an outcome and the one in flight",
      `in flight: ${inFlightText(inFlight, run, paint)}`,
    );
  }
  const effects = ledger.length - (before.at(-1)?.ledger.length ?? 0);
  const failed = first.filter(isFailed).length;
  lines.push(
    `effects at the desk: ${effects}` + (before.length > 0 ? " more" : "") +
      (failed > 0 ? `; refused by the desk: ${failed}` : ""),
  );
  lines.push(
    cutOff === undefined
      ? `came to the end of the outbox, exit code ${status.code}`
      : `${paint("red", `killed by ${status.signal}`)} in mid-call: ` +
        `${toolOf(cutOff, ledger)} had its effect, ` +
        "its outcome is stored nowhere",
  );
  return lines.join("\n    ");
}

/** What became of the intent in whose call the process before was killed. */
function inFlightText(
  intentId: string,
  { published, ledger }: EffectorRun,
  paint: Paint,
): string {
  const name = toolOf(intentId, ledger);
  const result = published.find((result) => result.intentId === intentId);
  const entries = ledger.filter((entry) => entry.intentId === intentId);
  if (result !== undefined && isUnknown(result)) {
    return `${name}, ${paint("yellow", "not called again")}; its outcome is ` +
      "unknown, for a person to look at";
  }
  return `${name}, ${paint("green", "called again")} with the same key; ` +
    (entries.length === 1
      ? "the desk knew it and changed nothing"
      : "it happened twice");
}

/** All that the desk did, as it has noted it. */
export function ledgerText(ledger: readonly LedgerEntry[]): string {
  const lines = ledger.map(({ toolName, result, repeats }, index) =>
    `${numbered(index)} ${toolName} ${shortened(json(result))}` +
    (repeats > 0 ? ` (asked for ${repeats + 1} times, done once)` : "")
  );
  return ["What the desk did, by its own ledger:", ...lines].join("\n");
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function toolOf(intentId: string, ledger: readonly LedgerEntry[]): string {
  return ledger.find((entry) => entry.intentId === intentId)?.toolName ??
    intentId;
}
