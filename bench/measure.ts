/**
 * Measures several ways of doing one thing in one run, and prints them as a table.
 *
 * The ways take turns of a few milliseconds, so that whatever else the machine
 * does meets all of them alike. Of each way a low percentile of its turns counts,
 * because noise only ever adds time. The first way is what the others are
 * compared with; read the ratios, the times are those of one machine.
 */

/** One way of doing it. */
export interface Way {
  /** What the table calls it. */
  readonly name: string;
  /** Does it once, and is awaited if it gives a promise. Without one the table has a dash. */
  readonly run?: (() => unknown) | undefined;
  /** How many calls one `run` makes; 1 unless set. */
  readonly calls?: number | undefined;
}

/** How ways are measured. */
export interface MeasureOptions {
  /** How many turns of each way count; 100 unless set. */
  readonly rounds?: number | undefined;
  /** How many `run`s one turn has; unless set, as many as take about {@linkcode TURN_MS}. */
  readonly batch?: number | undefined;
  /** Which percentile of its turns stands for a way; 20 unless set. */
  readonly percentile?: number | undefined;
}

/** What a turn takes. */
const TURN_MS = 3;

/** How often a way is timed until its code has been made fast, before its turn is sized. */
const WARM_UPS = 10;

/** Measures the ways and prints the table. */
export async function printTable(
  title: string,
  ways: readonly Way[],
  options: MeasureOptions = {},
): Promise<void> {
  const times = await measure(ways, options);
  const base = times[0] ?? NaN;
  const rows = ways.map(({ name }, index) => {
    const time = times[index];
    return time === undefined
      ? [name, "-", "-"]
      : [name, written(time), (time / base).toFixed(2)];
  });
  console.log(`\n${title}`);
  printRows([["way", "per call", `x ${ways[0]?.name}`], ...rows]);
}

/** The nanoseconds that one call of each way takes; `undefined` for a way that cannot do it. */
export async function measure(
  ways: readonly Way[],
  { rounds = 100, batch, percentile = 20 }: MeasureOptions = {},
): Promise<(number | undefined)[]> {
  const turns: Turn[] = [];
  for (const { run, calls = 1 } of ways) {
    if (run === undefined) continue;
    turns.push({ run, calls, batch: batch ?? await turnSize(run), times: [] });
  }
  for (let round = -Math.ceil(rounds / 10); round < rounds; round++) {
    // Back and forth, so that no way always comes after the same other one.
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) {
      const ms = await time(turn.run, turn.batch);
      // The rounds before 0 warm up.
      if (round >= 0) {
        turn.times.push(ms * 1_000_000 / (turn.batch * turn.calls));
      }
    }
  }
  return ways.map(({ run }) => {
    const turn = turns.find((turn) => turn.run === run);
    if (turn === undefined) return undefined;
    const sorted = turn.times.toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length * percentile / 100)];
  });
}

/** A way that takes turns. */
interface Turn {
  readonly run: () => unknown;
  readonly calls: number;
  readonly batch: number;
  /** The nanoseconds of one call, of each turn that counts. */
  readonly times: number[];
}

/** How many runs take about {@linkcode TURN_MS}. */
async function turnSize(run: () => unknown): Promise<number> {
  let size = 1;
  for (let warmUp = 0; warmUp < WARM_UPS; warmUp++) {
    size = 1;
    let ms = await time(run, size);
    while (ms < TURN_MS) ms = await time(run, size *= 2);
    size = Math.ceil(size * TURN_MS / ms);
  }
  return size;
}

/** The milliseconds that so many calls take. */
async function time(run: () => unknown, count: number): Promise<number> {
  const start = performance.now();
  for (let call = 0; call < count; call++) {
    const given = run();
    if (given instanceof Promise) await given;
  }
  return performance.now() - start;
}

function written(ns: number): string {
  if (ns < 10_000) return `${ns.toFixed(0)} ns`;
  if (ns < 10_000_000) return `${(ns / 1_000).toFixed(1)} µs`;
  return `${(ns / 1_000_000).toFixed(1)} ms`;
}

/** Prints rows with the first column to the left, and the others to the right. */
function printRows(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0))
  );
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0
        ? cell.padEnd(widths[column] ?? 0)
        : cell.padStart(widths[column] ?? 0)
    );
    console.log(`  ${cells.join("  ")}`);
  }
}
