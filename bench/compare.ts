/** Compares candidates: one table for each call, from JSON text and from an object. */
import type { Candidate, Declared } from "./candidate.ts";
import { type Call, calls, loose } from "./cases.ts";
import { printTable, type Way } from "./measure.ts";

/** Prints the tables of all calls. The first candidate is what the others are compared with. */
export async function compare(
  candidates: readonly Candidate[],
): Promise<void> {
  const names = new Map<Candidate, string>();
  for (const candidate of candidates) {
    const open = await takesUndeclared(await candidate.declare(loose), {
      customer_id: "c-42",
    });
    names.set(candidate, open ? `${candidate.name} *` : candidate.name);
  }
  for (const call of calls) await compareCall(call, names);
  console.log(
    "\n* does not refuse undeclared keys by itself; here its definition says so",
  );
}

async function compareCall(
  { label, tool, args }: Call,
  names: ReadonlyMap<Candidate, string>,
): Promise<void> {
  const text = JSON.stringify(args);
  const expected = await tool.body(tool.check(args));
  const fromText: Way[] = [];
  const fromObject: Way[] = [];
  for (const [candidate, name] of names) {
    const declared = await candidate.declare(tool);
    const { fromObject: run } = declared;
    const given = [
      await declared.fromText(text),
      run ? await run(args) : expected,
    ];
    if (given.some((each) => each !== expected)) {
      throw new Error(`Cannot measure ${name}: it gave ${given}`);
    }
    if (await takesUndeclared(declared, args)) {
      throw new Error(`Cannot measure ${name}: it takes undeclared keys`);
    }
    fromText.push({ name, run: () => declared.fromText(text) });
    fromObject.push({ name, run: run && (() => run(args)) });
  }
  await printTable(`${label}, from text`, fromText);
  await printTable(`${label}, from an object`, fromObject);
}

async function takesUndeclared(
  declared: Declared,
  args: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  try {
    await declared.fromText(JSON.stringify({ ...args, undeclared: 1 }));
    return true;
  } catch {
    return false;
  }
}
