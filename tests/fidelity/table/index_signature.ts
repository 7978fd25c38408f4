import { type } from "../untyped.ts";
import { Group, type Row } from "./row.ts";

const KEYS = "a rule for its keys";

const signatures = new Group("index signature")
  .faithful("{ [string]: number }", () => ({ "[string]": "number" }))
  .faithful("{ [string]: unknown }", () => ({ "[string]": "unknown" }))
  .refused(
    "{ [string]: never }",
    "no value fits",
    () => ({ "[string]": "never" }),
    "[]",
  )
  .faithful(
    "{ a: string, [string]: string }",
    () => ({ a: "string", "[string]": "string" }),
  )
  .faithful(
    "{ a: 'x', [string]: string }",
    () => ({ a: "'x'", "[string]": "string" }),
  )
  .faithful(
    "{ a: string, [string]: 'x' }",
    () => ({ a: "string", "[string]": "'x'" }),
  )
  .faithful(
    "{ a?: string, [string]: 'x' }",
    () => ({ "a?": "string", "[string]": "'x'" }),
  )
  .refused(
    "{ a?: number, [string]: string }",
    "no value fits",
    () => ({ "a?": "number", "[string]": "string" }),
    ".a",
  )
  .faithful(
    "{ [string]: string, [/^x/]: 'q' }",
    () => ({ "[string]": "string", "[/^x/]": "'q'" }),
  )
  .faithful(
    "{ [/^x/]: number, [/y$/]: 1 }",
    () => ({ "[/^x/]": "number", "[/y$/]": "1" }),
  )
  .faithful(
    "{ xa: number, [/^x/]: 1 }",
    () => ({ xa: "number", "[/^x/]": "1" }),
  )
  .faithful(
    "{ xa?: number, [/^x/]: 1 }",
    () => ({ "xa?": "number", "[/^x/]": "1" }),
  )
  .faithful(
    "{ [string]: 'q' | 'r', [/^x/]: string }",
    () => ({ "[string]": "'q' | 'r'", "[/^x/]": "string" }),
  )
  .refused(
    "{ [string >= 3]: number }",
    KEYS,
    () => ({ "[string >= 3]": "number" }),
  )
  .refused(
    "{ [string == 1]: number }",
    KEYS,
    () => ({ "[string == 1]": "number" }),
  )
  .faithful(
    "{ [string.email]: number }",
    () => ({ "[string.email]": "number" }),
  )
  .refused(
    "{ [string.date]: number }",
    KEYS,
    () => ({ "[string.date]": "number" }),
  )
  .refused(
    "{ [string.uuid]: number }",
    "the nil and the max UUID required",
    () => ({ "[string.uuid]": "number" }),
  )
  .refused(
    "{ [string.url]: number }",
    KEYS,
    () => ({ "[string.url]": "number" }),
  )
  .faithful(
    "{ [string.digits]: number }",
    () => ({ "[string.digits]": "number" }),
  )
  .refused("{ [symbol]: number }", KEYS, () => ({ "[symbol]": "number" }))
  .refused(
    "{ [string | symbol]: number }",
    "",
    () => ({ "[string | symbol]": "number" }),
  )
  .faithful(
    "{ ['a' | 'b']: number }",
    () => ({ "['a' | 'b']": "number" }),
  )
  .faithful(
    "{ ['a' | /^x/]: number }",
    () => ({ "['a' | /^x/]": "number" }),
  )
  .refused(
    "{ [/^x/ & string < 3]: number }",
    KEYS,
    () => ({ "[/^x/ & string < 3]": "number" }),
  )
  .refused(
    "{ [/^x/ & /y$/]: number }",
    KEYS,
    () => ({ "[/^x/ & /y$/]": "number" }),
  )
  .faithful("{ [/^.$/]: number }", () => ({ "[/^.$/]": "number" }))
  .faithful("{ [string]: number[] }", () => ({ "[string]": "number[]" }))
  .faithful("Record<string, number>")
  .refused("Record<'a' | 'b', number>", "no definition that ArkType can read")
  .refused(
    "a key rule with a flag",
    'the flag "i"',
    () => type.Record(/^x/i, "number"),
  )
  .refused(
    "Record<string.trim, number>",
    KEYS,
    () => type.Record("string.trim", "number"),
  )
  .faithful(
    "{ constructor = 'd', [string]: string }, of which neither is narrower",
    () => ({ constructor: "string = 'd'", "[string]": "'d' | number" }),
  )
  .refused(
    "{ a: { +: delete }, [string]: { b?: number } }",
    "two rules for its key",
    () => ({ a: { "+": "delete" }, "[string]": { "b?": "number" } }),
    ".a",
  )
  .refused(
    "{ a: { b = 1 }, [string]: { b?: 1 | 2 } }",
    "two rules for its key",
    () => ({ a: { b: "number = 1" }, "[string]": { "b?": "1 | 2" } }),
    ".a",
  )
  .refused(
    "{ [/^x/]: string.trim, [/y$/]: string }",
    "two rules for its key",
    () => ({ "[/^x/]": "string.trim", "[/y$/]": "string" }),
    "[]",
  )
  .faithful(
    "data named __proto__, [string]: string",
    () => ({ "a?": "string", "[string]": "string" }),
  );

/** Keys that are described by a rule. */
export const INDEX_ROWS: readonly Row[] = signatures.rows;
