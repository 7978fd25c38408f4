import {
  ActivationContext,
  type ActivationOptions,
  tool,
  ToolRegistry,
} from "@beam/tools";

/** The activation's own time. */
export const NOW = 1_700_000_000_000;

/** Which tools were called; a side-effecting one never is. */
export const calls: string[] = [];

export const lookup = tool({
  name: "lookup_customer",
  parameters: { customer_id: "string" },
}, async ({ customer_id }, { signal }) => {
  calls.push("lookup_customer");
  await Promise.resolve();
  return { customer_id, balance: 1200, aborted: signal.aborted };
});

export const charge = tool({
  name: "charge",
  sideEffect: true,
  parameters: { cents: "number.integer > 0", currency: "string = 'EUR'" },
}, ({ cents }) => {
  calls.push("charge");
  return cents;
});

export const note = tool({
  name: "note",
  sideEffect: true,
  parameters: { "text?": "string", "lines?": "string[]", "n?": "number" },
}, (_args) => {
  calls.push("note");
});

export const registry = new ToolRegistry([lookup, charge, note]);
export type Tools = typeof lookup | typeof charge | typeof note;

/** The id of step 0, made with Python's uuid module. */
export const FIRST = "ec14275e-be6c-59a1-b081-c36a6408d260";
/** The id of step 1, from there too. */
export const SECOND = "c2a2edad-ed1c-5d12-bb8b-f089796ebf1d";

export function options(
  changes: Partial<ActivationOptions<Tools>> = {},
): ActivationOptions<Tools> {
  return { entityKey: "user-1", seq: 1, registry, nowMs: NOW, ...changes };
}

export function open(
  changes?: Partial<ActivationOptions<Tools>>,
): ActivationContext<Tools> {
  return new ActivationContext(options(changes));
}

/** The same context as callers without types see it. */
export function untyped(context: ActivationContext<Tools>): ActivationContext {
  return context as unknown as ActivationContext;
}
