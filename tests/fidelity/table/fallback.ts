import { type } from "../untyped.ts";
import { Group, type Row } from "./row.ts";

let counter = 0;

const defaults = new Group("default")
  .faithful("string = 'x'", () => ({ a: "string = 'x'" }))
  .faithful("number = 0", () => ({ a: "number = 0" }))
  .faithful("number = -0", () => ({ a: ["number", "=", -0] }))
  .refused(
    "number = Infinity",
    "a default that is not JSON",
    () => ({ a: ["number", "=", Infinity] }),
    ".a",
  )
  .faithful("boolean = false", () => ({ a: "boolean = false" }))
  .faithful("null = null", () => ({ a: "null = null" }))
  .faithful("string | null = null", () => ({ a: "string | null = null" }))
  .faithful("'a' | 'b' = 'a'", () => ({ a: "'a' | 'b' = 'a'" }))
  .faithful("string[] = () => []", () => ({ a: ["string[]", "=", () => []] }))
  .faithful("object = () => ({})", () => ({ a: ["object", "=", () => ({})] }))
  .refused(
    "undefined = undefined",
    "is undefined",
    () => ({ a: ["undefined", "=", undefined] }),
    ".a",
  )
  .refused(
    "Date = () => new Date(0)",
    "is Date",
    () => ({ a: ["Date", "=", () => new Date(0)] }),
    ".a",
  )
  .refused(
    "bigint = 0n",
    "is bigint",
    () => ({ a: ["bigint", "=", 0n] }),
    ".a",
  )
  .refused(
    "string.integer.parse = '1'",
    "lets bad values through",
    () => ({ a: ["string.integer.parse", "=", "1"] }),
    ".a",
  )
  .refused(
    "unknown = () => new Date()",
    "a default that is not JSON",
    () => ({ a: ["unknown", "=", () => new Date()] }),
    ".a",
  )
  .refused(
    "unknown = () => NaN",
    "a default that is not JSON",
    () => ({ a: ["unknown", "=", () => NaN] }),
    ".a",
  )
  .refused(
    "unknown = undefined",
    "a default that is not JSON",
    () => ({ a: ["unknown", "=", undefined] }),
    ".a",
  )
  .faithful("nested", () => ({ "n?": { a: "number = 5" } }))
  .faithful("inside an array", () => ({ l: [{ a: "number = 5" }, "[]"] }))
  .faithful(
    "described",
    () => ({ a: type("number").describe("a count").default(5) }),
  )
  .faithful("number > 0 = 1", () => ({ a: "number > 0 = 1" }))
  .faithful(
    "a factory that counts",
    () => ({ a: ["number", "=", () => counter++] }),
  )
  .faithful(
    "a factory that is random",
    () => ({ a: ["number", "=", () => Math.random()] }),
  )
  .faithful(
    "union of objects with defaults",
    () => [
      { kind: "'a'", x: "number = 1" },
      "|",
      { kind: "'b'", y: "string = 's'" },
    ],
  )
  .refused(
    "string <= 3 = '😀😀😀😀'",
    "no definition that ArkType can read",
    () => ({ a: "string <= 3 = '😀😀😀😀'" }),
    ".a",
  )
  .refused(
    "string >= 2 = '😀'",
    "does not fit its own definition",
    () => ({ a: "string >= 2 = '😀'" }),
    ".a",
  )
  .refused(
    "object = () => []",
    "does not fit its own definition",
    () => ({ a: ["object", "=", () => []] }),
    ".a",
  )
  .refused(
    "a default that breaks a rule for all keys",
    "does not fit its own definition",
    () => ({ a: "string = 'x'", "[string]": "'y' | 'z'" }),
    ".a",
  )
  .refused(
    "number.integer = 2^60",
    "does not fit its own definition",
    () => ({ a: ["number.integer", "=", 2 ** 60] }),
    ".a",
  );

/** What stands in for a parameter that is not given. */
export const DEFAULT_ROWS: readonly Row[] = defaults.rows;
