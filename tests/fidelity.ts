/**
 * `deno task fidelity [seed] [comparisons]`: compares schema and validator on random definitions and values, until 200,000
 * values were compared or two validators disagree. A disagreement is shrunk and printed, and ends the process with an
 * error; the seed makes it again.
 *
 * ArkType keeps every type for the life of a process, so each batch of definitions has a process of its own.
 */
import { fuzz, type FuzzResult } from "./fidelity/fuzz.ts";

const BATCH = 500;
const [first, second] = Deno.args;

if (first === "--batch") {
  const counts = fuzz({ seed: Number(second), runs: BATCH, values: 60 });
  console.log(JSON.stringify(counts));
} else {
  await compareAll(
    Number(first ?? Math.floor(Math.random() * 2 ** 30)),
    Number(second ?? 200_000),
  );
}

async function compareAll(seed: number, target: number): Promise<void> {
  console.log(`seed ${seed}`);
  const started = performance.now();
  const total = { definitions: 0, refused: 0, compared: 0, accepted: 0 };
  for (let batch = 0; total.compared < target; batch++) {
    const counts = await compareBatch(seed + batch);
    total.definitions += counts.definitions;
    total.refused += counts.refused;
    total.compared += counts.compared;
    total.accepted += counts.accepted;
  }
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `0 disagreements in ${total.compared} comparisons (${total.accepted} accepted), ` +
      `${total.definitions} definitions (${total.refused} more refused), ` +
      `${seconds.toFixed(0)} s, ${
        Math.round(total.compared / seconds)
      } comparisons/s`,
  );
}

async function compareBatch(seed: number): Promise<FuzzResult> {
  const script = new URL(import.meta.url).pathname;
  const { success, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", script, "--batch", String(seed)],
    stderr: "inherit",
  }).output();
  const text = new TextDecoder().decode(stdout);
  if (!success) {
    console.log(text);
    console.error(`The batch of seed ${seed} failed`);
    Deno.exit(1);
  }
  return JSON.parse(text.trim().split("\n").at(-1)!);
}
