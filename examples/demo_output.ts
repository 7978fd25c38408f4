import type { Outcome, RecordedCall } from "./replay.ts";
import type { Tally } from "./tally.ts";

const COLOURS = { green: 32, yellow: 33, red: 31, grey: 90 };
const LOOKS = {
  ran: { label: "ran", colour: "green" },
  staged: { label: "staged", colour: "yellow" },
  bad_call: { label: "bad call", colour: "red" },
  failed: { label: "failed", colour: "red" },
} as const;

/** Makes a terminal show a text in a colour, or leaves it as it is. */
export type Paint = (colour: keyof typeof COLOURS, text: string) => string;

/** A brush that paints, or one that does not. */
export function painter(paints: boolean): Paint {
  return (colour, text) =>
    paints ? `\x1b[${COLOURS[colour]}m${text}\x1b[0m` : text;
}

/** A call on one line; `shown` names all that may be shown of tools with a secret argument. */
export function callText(
  call: RecordedCall,
  shown: ReadonlyMap<string, readonly string[]>,
): string {
  const names = shown.get(call.name);
  const args = names === undefined
    ? call.arguments
    : withoutSecrets(call.arguments, names);
  return `${printable(call.name)} ${json(args)}`;
}

/** What became of the call of number `index`, and below it what the model is told. */
export function outcomeText(
  index: number,
  call: string,
  outcome: Outcome,
  paint: Paint,
): string {
  const { label, colour } = LOOKS[outcome.kind];
  const head = `${paint("grey", numbered(index))} ${
    paint(colour, label.padEnd(8))
  } ${call}`;
  return `${head}\n${" ".repeat(13)}${paint("grey", detailText(outcome))}`;
}

function detailText(outcome: Outcome): string {
  switch (outcome.kind) {
    case "ran":
      return json(outcome.result);
    case "staged":
      return `as intent ${outcome.intentId}`;
    default:
      return printable(outcome.message);
  }
}

/** How many calls became what; the last line of the demo. */
export function summaryText(tally: Tally): string {
  const { calls, ran, staged, once, twice, unknown, bad, failed } = tally;
  return `${calls} calls: ${ran} ran inline, ${staged} staged, ` +
    `${once} carried out once each, ${twice} twice, ${unknown} unknown, ` +
    `${bad} bad, ${failed} failed`;
}

/** A number in a list, from 1. */
export function numbered(index: number): string {
  return String(index + 1).padStart(3);
}

/** Whatever is not known to be harmless loses its value, a misspelt secret too. */
function withoutSecrets(args: unknown, shown: readonly string[]): unknown {
  if (typeof args !== "object" || args === null) return "...";
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      shown.includes(name) ? value : "...",
    ]),
  );
}

/** A value as a terminal may see it. */
export function json(value: unknown): string {
  return printable(JSON.stringify(value) ?? "nothing");
}

/** Writes out what a terminal would obey: recorded calls come from a model. */
function printable(text: string): string {
  return text.replace(
    // deno-lint-ignore no-control-regex -- control characters are what is looked for
    /[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) =>
      `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
