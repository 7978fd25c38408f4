/**
 * What staging an intent costs, beside `JSON.stringify` of the same arguments.
 *
 * `act` validates and coerces, writes canonical JSON and derives the id, with 500
 * intents in each activation.
 */
import { type } from "arktype";
import { ActivationContext, intentId, tool, ToolRegistry } from "@beam/tools";
import { canonicalJson } from "@beam/tools/wire";
import { printTable, type Way } from "./measure.ts";

const INTENTS = 500;

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
const registry = new ToolRegistry([refund]);
let seq = 0;

await printTable("staging an intent", [
  { name: "JSON.stringify", run: () => JSON.stringify(args) },
  { name: "canonicalJson", run: () => canonicalJson(args) },
  { name: "intentId", run: () => intentId("user-1", 1, seq++) },
  acting("act with an object", args),
  acting("act with JSON text", JSON.stringify(args)),
]);

function acting(name: string, sent: string | typeof args): Way {
  return {
    name,
    calls: INTENTS,
    run: () => {
      const context = new ActivationContext({
        entityKey: "user-1",
        seq: seq++,
        registry,
        nowMs: 1_700_000_000_000,
      });
      for (let call = 0; call < INTENTS; call++) context.act("refund", sent);
      context.commit();
    },
  };
}
