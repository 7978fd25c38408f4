/**
 * Prints what the package costs: `deno task bench` all of it, `deno task bench run`
 * one part.
 */

/** The parts, in the order in which they are printed. */
const PARTS: Record<string, () => Promise<unknown>> = {
  run: () => import("./run.ts"),
  peers: () => import("./peers.ts"),
  outcomes: () => import("./outcomes.ts"),
  declare: () => import("./declare.ts"),
  act: () => import("./act.ts"),
  store: () => import("./store.ts"),
};

const [wanted, ...others] = Deno.args;
if (others.length > 0 || (wanted !== undefined && !(wanted in PARTS))) {
  console.error(`Usage: deno task bench [${Object.keys(PARTS).join("|")}]`);
  Deno.exit(2);
}
for (const [name, load] of Object.entries(PARTS)) {
  if (wanted === undefined || wanted === name) await load();
}
