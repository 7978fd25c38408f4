/**
 * What staging an intent costs, beside `JSON.stringify` of the same arguments.
 *
 * The ways take turns, so that what else the machine does meets all of them; the
 * ratio is the median over the rounds. `act` validates and coerces, writes
 * canonical JSON and derives the id, with 500 intents in each activation.
 */
import { type } from "arktype";
import { ActivationContext, intentId, tool, ToolRegistry } from "@beam/tools";
import { canonicalJson } from "@beam/tools/effector";

const BATCH = 500;
const ROUNDS = 100;

const lines = type({ sku: "string", count: "number.integer" }).array();
const refund = tool({
  name: "refund",
  sideEffect: true,
  parameters: {
    order_id: "string",
    cents: "number.integer > 0",
    reason: "'damaged' | 'late' | 'other'",
    "lines?": lines,
  },
}, ({ cents }) => cents);

const args = {
  order_id: "o-1842",
  cents: 2599,
  reason: "late",
  lines: [{ sku: "A-7", count: 2 }, { sku: "B-12", count: 1 }],
} as const;
const text = JSON.stringify(args);
const registry = new ToolRegistry([refund]);
let length = 0;
let seq = 0;

const ways: readonly (readonly [string, () => void])[] = [
  ["JSON.stringify", () => {
    for (let call = 0; call < BATCH; call++) {
      length += JSON.stringify(args).length;
    }
  }],
  ["canonicalJson", () => {
    for (let call = 0; call < BATCH; call++) {
      length += canonicalJson(args).length;
    }
  }],
  ["intentId", () => {
    for (let call = 0; call < BATCH; call++) {
      length += intentId("user-1", 1, call).length;
    }
  }],
  ["act with an object", () => {
    const context = open();
    for (let call = 0; call < BATCH; call++) {
      length += context.act("refund", args).length;
    }
    context.commit();
  }],
  ["act with JSON text", () => {
    const context = open();
    for (let call = 0; call < BATCH; call++) {
      length += context.act("refund", text).length;
    }
    context.commit();
  }],
];

Deno.bench("act: see the ratios above", () => {});

const times: number[][] = ways.map(() => []);
for (let round = -10; round < ROUNDS; round++) {
  for (const [index, [, way]] of ways.entries()) {
    const start = performance.now();
    way();
    // The first rounds warm up.
    if (round >= 0) times[index]?.push(performance.now() - start);
  }
}
const [base = []] = times;
for (const [index, [name]] of ways.entries()) {
  const own = times[index] ?? [];
  const rate = Math.round(BATCH * 1_000 / median(own));
  const ratio = median(own.map((time, round) => time / (base[round] ?? 0)));
  console.log(`${name}: ${rate}/s, ${ratio.toFixed(1)} x JSON.stringify`);
}
if (length === 0) throw new Error("Cannot measure: nothing was written");

function open(): ActivationContext<typeof refund> {
  return new ActivationContext({
    entityKey: "user-1",
    seq: seq++,
    registry,
    nowMs: 1_700_000_000_000,
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
