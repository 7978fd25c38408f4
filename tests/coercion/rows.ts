import { assert, assertEquals } from "@std/assert";
import { tool, ToolArgumentError, ToolRunner } from "@beam/tools";

/** Stands for arguments that are refused. */
export const REFUSED = Symbol("refused");

/** What a parameter of a definition makes of what is sent for it. */
export type Row = readonly [
  definition: unknown,
  sent: unknown,
  expected: unknown,
];

/** One row for each of the values, all with the same end. */
export const each = (
  definition: unknown,
  sent: readonly unknown[],
  expected: unknown,
): Row[] => sent.map((value) => [definition, value, expected]);

/** What a callable with the one parameter `value` gets for `args`. */
async function received(definition: unknown, args: unknown): Promise<unknown> {
  // The definitions come from tables, so the compiler cannot know that they are sound.
  // deno-lint-ignore no-explicit-any
  const parameters: any = { value: definition };
  const echo = tool({ name: "echo", parameters }, (args: unknown) => args);
  try {
    const got = await new ToolRunner().run(echo, args) as { value: unknown };
    return got.value;
  } catch (error) {
    if (error instanceof ToolArgumentError) return REFUSED;
    throw error;
  }
}

/** Fails on a row whose value comes to another end than it says. */
export function assertRows(rows: readonly Row[]): Promise<void> {
  return assertEach(rows, (value) => ({ value }));
}

/** The same for rows that hold a value's JSON text, as a provider hands on what a model wrote. */
export function assertTextRows(rows: readonly Row[]): Promise<void> {
  return assertEach(rows, (json) => `{"value":${json}}`);
}

async function assertEach(
  rows: readonly Row[],
  argumentsOf: (sent: unknown) => unknown,
): Promise<void> {
  for (const [definition, sent, expected] of rows) {
    const actual = await received(definition, argumentsOf(sent));
    const place = `${JSON.stringify(definition)} given ${shown(sent)}`;
    assert(
      (actual === REFUSED) === (expected === REFUSED),
      `${place}: ${actual === REFUSED ? "refused" : `gave ${shown(actual)}`}`,
    );
    assertEquals(actual, expected, place);
    // -0 and 0 are one JSON value, but not one number.
    if (expected === 0) assert(Object.is(actual, expected), place);
  }
}

/** A value as text, also what JSON has no text for. */
function shown(value: unknown): string {
  return Deno.inspect(value, { depth: 10, breakLength: Infinity });
}
