/**
 * `deno task fidelity [seed] [comparisons]`: compares schema and validator on random definitions and values, until 200,000
 * values were compared or two validators disagree. A disagreement is shrunk and printed, and ends the process with an
 * error; the seed makes it again.
 */
import { fuzz } from "./fidelity/fuzz.ts";

const BATCH = 500;
const seed = Number(Deno.args[0] ?? Math.floor(Math.random() * 2 ** 30));
const target = Number(Deno.args[1] ?? 200_000);

console.log(`seed ${seed}`);
const started = performance.now();
const total = { definitions: 0, refused: 0, compared: 0, accepted: 0 };
for (let batch = 0; total.compared < target; batch++) {
  const { definitions, refused, compared, accepted } = fuzz({
    seed: seed + batch,
    runs: BATCH,
    values: 60,
  });
  total.definitions += definitions;
  total.refused += refused;
  total.compared += compared;
  total.accepted += accepted;
}
const seconds = (performance.now() - started) / 1000;
console.log(
  `0 disagreements in ${total.compared} comparisons (${total.accepted} accepted), ` +
    `${total.definitions} definitions (${total.refused} more refused), ` +
    `${seconds.toFixed(0)} s, ${
      Math.round(total.compared / seconds)
    } comparisons/s`,
);
