import { type } from "arktype";
import { Group, type Row } from "./row.ts";

const PIPE = "goes through a pipe that no word tells the model of";
const RULE = "a rule of its own that JSON Schema cannot say";

const pipes = new Group("pipe")
  .refused("string.pipe(Number)", PIPE, () => type("string").pipe(Number))
  .refused(
    "string => number",
    PIPE,
    () => ["string", "=>", (text: string) => text.length],
  )
  .refused(
    "string.numeric.parse |> number > 5",
    "lets bad values through",
    () => "string.numeric.parse |> number > 5",
  )
  .refused(
    "string.json.parse |> object",
    "lets bad values through",
    () => "string.json.parse |> object",
  )
  .refused(
    "property with parse",
    "lets bad values through",
    () => ({ a: "string.date.parse" }),
    ".a",
  )
  .faithful("property with trim", () => ({ a: "string.trim" }))
  .refused(
    "array of parse",
    "lets bad values through",
    () => "string.numeric.parse[]",
    "[]",
  )
  .refused(
    "pipe.try(JSON.parse)",
    PIPE,
    () => type("string").pipe.try((text) => JSON.parse(text)),
  )
  .refused(
    "pipe that rejects",
    PIPE,
    () => type("string").pipe((text, ctx) => text === "" ? ctx.error("") : 1),
  )
  .refused(
    "union with a pipe in a branch",
    PIPE,
    () => type("number").or(type("string").pipe(Number)),
  )
  .refused(
    "pipe on an object",
    PIPE,
    () => type({ a: "string" }).pipe(({ a }) => a),
  )
  .words(
    "described pipe",
    "a number as text",
    () => type("string").pipe(Number).describe("a number as text"),
  )
  .words(
    "described pipe that rejects",
    "text that is not blank",
    () =>
      type("string").pipe((text, ctx) =>
        text.trim() === "" ? ctx.error("text") : text
      ).describe("text that is not blank"),
  )
  .words(
    "described pipe that throws",
    "JSON of a list",
    () =>
      type("string").pipe.try((text) => JSON.parse(text)).describe(
        "JSON of a list",
      ),
  )
  .words(
    "described pipe on an object",
    "a range",
    () => type({ a: "number" }).pipe(({ a }) => a).describe("a range"),
  );

const rules = new Group("narrow")
  .refused(
    "number.narrow(even)",
    RULE,
    () => type("number").narrow((value) => value % 2 === 0),
  )
  .refused(
    "string.narrow(palindrome)",
    RULE,
    () =>
      type("string").narrow((text) => text === [...text].toReversed().join("")),
  )
  .refused(
    "object narrow a < b",
    RULE,
    () => type({ a: "number", b: "number" }).narrow(({ a, b }) => a < b),
  )
  .refused(
    "filter before a pipe",
    PIPE,
    () => type("string").filter((text) => text !== "").pipe(Number),
  )
  .refused(
    '[number, ":", even]',
    RULE,
    () => ["number", ":", (value: number) => value % 2 === 0],
  )
  .refused(
    "nested narrow",
    RULE,
    () => ({ a: { b: type("number").narrow((value) => value > 1) } }),
    ".a.b",
  )
  .words(
    "described narrow",
    "an even number",
    () =>
      type("number").narrow((value) => value % 2 === 0).describe(
        "an even number",
      ),
  )
  .words(
    "described narrow of an object",
    "a is below b",
    () =>
      type({ a: "number", b: "number" }).narrow(({ a, b }) => a < b)
        .describe("a is below b"),
  )
  .words(
    "described narrow that throws",
    "text that names a year",
    () =>
      type("unknown").narrow((value) => (value as string).startsWith("2"))
        .describe("text that names a year"),
  )
  .words(
    '[number, ":", even] described',
    "an even number",
    () => [
      ["number", ":", (value: number) => value % 2 === 0],
      "@",
      "an even number",
    ],
  )
  .words(
    "array of a described narrow",
    "an even number",
    () =>
      type("number").narrow((value) => value % 2 === 0).describe(
        "an even number",
      ).array(),
  );

const META = "would change the schema but not the check";
const meta = new Group("meta")
  .faithful("brand", () => type("string").brand("id"))
  .faithful("string#id")
  .faithful("describe", () => type("string <= 3").describe("a short text"))
  .faithful(
    "title, examples, deprecated",
    () =>
      type("string").configure({
        title: "Name",
        examples: ["Ada"],
        deprecated: true,
      }),
  )
  .refused(
    "format on plain text",
    "shown but not checked",
    () => type("string").configure({ format: "email" }),
  )
  .refused(
    "pattern",
    META,
    () => type("string").configure({ pattern: "^z$" } as never),
  )
  .refused(
    "type",
    META,
    () => type("string").configure({ type: "number" } as never),
  )
  .refused(
    "default",
    META,
    () => type("string").configure({ default: 5 }),
  )
  .refused(
    "examples that are not JSON",
    "an example that is not JSON",
    () => type("unknown").configure({ examples: [new Date(0)] }),
  )
  .faithful(
    "deep description",
    () => ({ a: { b: type("string").describe("the inner one") } }),
  )
  .faithful("readonly", () => type("string[]").readonly())
  .faithful("as", () => type("string").as<"a">())
  .faithful(
    "secret",
    () => type("string").configure({ format: "password" }),
  )
  .faithful(
    "string.email, with its format",
    () => type("string.email"),
  );

const tools = new Group("whole tool")
  .faithful(
    "search",
    () => ({
      query: "1 <= string <= 200",
      "limit?": "1 <= number.integer <= 50",
      "sort?": "'new' | 'old'",
      "filters?": { "tags?": "string[] <= 5", "since?": "string.date.iso" },
    }),
  )
  .faithful(
    "payment",
    () => ({
      id: "string.uuid",
      cents: "number.integer > 0",
      currency: "/^[A-Z]{3}$/",
      "note?": "string <= 140",
      "+": "reject",
    }),
  )
  .faithful("order z, a, m", () => ({ z: "1", "a?": "2", m: "3" }))
  .faithful(
    "unions in optional keys",
    () => ({ "a?": "string | number | null", "b?": "'x' | 1 | true" }),
  )
  .faithful(
    "kitchen sink",
    () => ({
      id: "string.uuid",
      "count?": "0 <= number.integer <= 3",
      pair: ["string", "number?"],
      "labels?": { "[/^[a-z]+$/]": "string <= 2" },
      mode: "'fast' | 'slow' = 'fast'",
      "nested?": { "deep?": { "deeper?": "string.trim" } },
      "toString?": "boolean",
    }),
  );

/** What authors add of their own, and whole tools. */
export const AUTHOR_ROWS: readonly Row[] = [
  ...pipes.rows,
  ...rules.rows,
  ...meta.rows,
  ...tools.rows,
];
