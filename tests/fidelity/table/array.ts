import { type } from "../untyped.ts";
import { Group, type Row } from "./row.ts";

const arrays = new Group("array");
for (
  const definition of [
    "string[]",
    "number[][]",
    "string[] > 0",
    "string[] <= 2",
    "1 <= number[] <= 3",
    "number[] == 2",
    "string[] == 0",
    "unknown[]",
    "(1 | 2)[] >= 1",
    "object[]",
  ]
) arrays.faithful(definition);
arrays
  .refused("never[]", "no value fits", () => "never[]", "[]")
  .faithful("type({ a }).array()", () => type({ a: "string" }).array())
  .refused(
    "string[] & { foo }",
    "array with named properties",
    () => type("string[]").and({ foo: "string" }),
  )
  .refused(
    "string[] & { length: 2 }",
    "array with named properties",
    () => type("string[]").and({ length: "2" }),
  )
  .refused(
    "Array.liftFrom<string>",
    "no word tells the model of",
    () => type.keywords.Array.liftFrom("string"),
  );

const tuples = new Group("tuple")
  .faithful("[]", () => [])
  .faithful("[string]", () => ["string"])
  .faithful("[string, number]", () => ["string", "number"])
  .faithful("[string, number?]", () => ["string", "number?"])
  .faithful("[string?, number?]", () => ["string?", "number?"])
  .faithful("[string, ...number[]]", () => ["string", "...", "number[]"])
  .faithful(
    "[string, number?, ...boolean[]]",
    () => ["string", "number?", "...", "boolean[]"],
  )
  .refused(
    "[string, ...number[], boolean]",
    "elements after its variable part",
    () => ["string", "...", "number[]", "boolean"],
  )
  .refused(
    "[...number[], string]",
    "elements after its variable part",
    () => ["...", "number[]", "string"],
  )
  .faithful("[string, number = 5]", () => ["string", "number = 5"])
  .faithful(
    "[string = 'x', number = 5]",
    () => ["string = 'x'", "number = 5"],
  )
  .faithful("[[string], [number]]", () => [["string"], ["number"]])
  .faithful("[...string[]]", () => ["...", "string[]"])
  .faithful("[string, unknown]", () => ["string", "unknown"])
  .faithful("[unknown?]", () => ["unknown?"]);

const open = type(["string", "...", "number[]"]);
const optional = type(["string", "number?"]);
const twoOptional = type(["string", "number?", "number?"]);

const lengths = new Group("tuple with a length")
  .faithful("variadic >= 5", () => open.and("unknown[] >= 5"))
  .faithful("variadic <= 5", () => open.and("unknown[] <= 5"))
  .faithful("variadic == 3", () => open.and("unknown[] == 3"))
  .faithful("one optional <= 1", () => optional.and("unknown[] <= 1"))
  .faithful("two optional >= 2", () => twoOptional.and("unknown[] >= 2"))
  .faithful("two optional == 2", () => twoOptional.and("unknown[] == 2"))
  .faithful("one optional <= 9", () => optional.and("unknown[] <= 9"))
  .faithful(
    "variadic & [unknown, unknown?]",
    () => open.and(["unknown", "unknown?"]),
  );

/** What lists can be. */
export const ARRAY_ROWS: readonly Row[] = [
  ...arrays.rows,
  ...tuples.rows,
  ...lengths.rows,
];
