import { scope, type } from "../untyped.ts";
import { Group, type Row } from "./row.ts";

const recursive = new Group("recursive")
  .faithful(
    "linked list",
    () =>
      scope({ list: { value: "string", "next?": "list | null" } }).export()
        .list,
  )
  .faithful(
    "tree",
    () => scope({ tree: { n: "number", kids: "tree[]" } }).export().tree,
  )
  .faithful(
    "any JSON",
    () =>
      scope({
        json: "string | number | boolean | null | list | dict",
        list: "json[]",
        dict: { "[string]": "json" },
      }).export().json,
  )
  .faithful(
    "mutual",
    () => scope({ a: { "b?": "b" }, b: { "a?": "a" } }).export().a,
  )
  .faithful(
    "with reject",
    () =>
      scope({ tree: { "+": "reject", n: "number", "kids?": "tree[]" } })
        .export().tree,
  )
  .faithful(
    "with a default",
    () => scope({ tree: { n: "number = 1", "kid?": "tree" } }).export().tree,
  )
  .faithful(
    "described",
    () =>
      scope({ tree: { n: "number", "kid?": "tree" } }).export().tree
        .describe("a tree"),
  )
  .faithful(
    "string <= 2",
    () => scope({ tree: { s: "string <= 2", "kid?": "tree" } }).export().tree,
  )
  .faithful(
    "/^.$/",
    () => scope({ tree: { s: "/^.$/", "kid?": "tree" } }).export().tree,
  )
  .faithful(
    "an alias in two branches",
    () =>
      scope({
        node: { "x?": "node", "y?": "1" },
        both: "node | other",
        other: { x: "node", z: "2" },
      }).export().both,
  )
  .faithful("this", () => type({ n: "number", "kid?": "this" }))
  .faithful("this | string[]", () => type({ "kid?": "this | string[]" }))
  .faithful("this as a literal", () => "'this & that' | /^this&$/ | 'x' | 'y'")
  .faithful(
    "this in words",
    () => [["string <= 3", "|", "boolean"], "@", "this & that"],
  )
  .faithful("this beside ignore", () => ({ "kid?": "this", "+": "ignore" }))
  .faithful(
    "this beside an intersection",
    () => ({ "kid?": "this", n: "number.integer & number > 3" }),
  )
  .refused("this & object", "may have no end")
  .refused("(this | string)[] & unknown[] <= 3", "may have no end")
  .refused(
    "this & what has this in it",
    "may have no end",
    () => ["this", "&", { "a?": "this" }],
  )
  .refused(
    "an inner object & this",
    "may have no end",
    () => ({
      n: "number",
      "a?": [{ b: "string" }, "&", ["this", "|", "null"]],
    }),
    ".a",
  )
  .refused(
    "two rules for a key, of which one is this",
    "may have no end",
    () => ({ "[string]": "this", "[/^x/]": { "c?": "this" } }),
  )
  .refused(
    "a key beside a rule for all keys that has this in it",
    "may have no end",
    () => [{ "b?": { b: "this" }, "[string]": [{ a: "this" }, "[]"] }, "[]"],
  )
  .faithful(
    "an alias that is shared, not recursive",
    () =>
      scope({ point: { x: "number" }, line: { a: "point", b: "point" } })
        .export().line,
  )
  .faithful(
    "a Date that is not used",
    () => scope({ when: "Date", thing: { a: "string" } }).export().thing,
  )
  .faithful(
    "an AST: two branches share a recursive field",
    () =>
      scope({
        expression: "literal | plus | times",
        literal: { lit: "number" },
        plus: { left: "expression", plus: "expression" },
        times: { left: "expression", times: "expression" },
      }).export().expression,
  )
  .faithful(
    "an AST with a tag",
    () =>
      scope({
        expression: "leaf | and | or",
        leaf: { op: "'leaf'", v: "number" },
        and: { op: "'and'", args: "expression[]" },
        or: { op: "'or'", args: "expression[]", "note?": "string" },
      }).export().expression,
  )
  .faithful(
    "a tag that sorts after the recursive field",
    () =>
      scope({
        expression: "leaf | not | neg",
        leaf: { v: "number" },
        not: { arg: "expression", op: "'not'" },
        neg: { arg: "expression", op: "'neg'", "x?": "1" },
      }).export().expression,
  )
  .faithful(
    "array branches: [n, 1] | [n, 2]",
    () =>
      scope({
        n: ["first", "|", "second"],
        first: ["n | 0", "1"],
        second: ["n | 0", "2"],
      })
        .export().n,
  )
  .faithful(
    "a named alias twice in a record",
    () =>
      scope({ tree: { "kid?": "tree" }, pair: { "[string]": "tree" } })
        .export().pair,
  );

const scopes = new Group("scope")
  .faithful(
    "generic",
    () => type("<t>", { box: "t" })("string"),
  )
  .faithful(
    "alias",
    () =>
      scope({ id: "string <= 3", thing: { id: "id", tags: "id[]" } }).export()
        .thing,
  )
  .faithful(
    "private alias",
    () => scope({ "#id": "string <= 3", thing: { id: "id" } }).export().thing,
  )
  .faithful(
    "submodule",
    () => {
      const inner = scope({ id: "string <= 3" }).export();
      return scope({ inner, thing: { id: "inner.id" } }).export().thing;
    },
  );

/** Shapes that contain themselves, and definitions by name. */
export const RECURSIVE_ROWS: readonly Row[] = [
  ...recursive.rows,
  ...scopes.rows,
];
