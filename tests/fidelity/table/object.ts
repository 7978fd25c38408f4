import { scope, type } from "../untyped.ts";
import { Group, type Row } from "./row.ts";

const objects = new Group("object")
  .faithful("{}", () => ({}))
  .faithful("{ a: string }", () => ({ a: "string" }))
  .faithful("{ a?: string }", () => ({ "a?": "string" }))
  .faithful("{ length: number }", () => ({ length: "number" }))
  .faithful("{ 0: string }", () => ({ "0": "string" }))
  .faithful("nested", () => ({ a: { "b?": { "c?": "string" } } }))
  .refused(
    "{ a?: string | undefined }",
    "is undefined",
    () => ({ "a?": "string | undefined" }),
    ".a",
  )
  .refused(
    "{ a: string | undefined }",
    "is undefined",
    () => ({ a: "string | undefined" }),
    ".a",
  )
  .refused(
    "{ a?: undefined }",
    "is undefined",
    () => ({ "a?": "undefined" }),
    ".a",
  )
  .refused("{ a?: never }", "no value fits", () => ({ "a?": "never" }), ".a")
  .faithful("{ a: unknown }", () => ({ a: "unknown" }))
  .faithful("{ a?: null }", () => ({ "a?": "null" }))
  .refused(
    "{ [Symbol]: number }",
    "a key that is a symbol",
    () => ({ a: "string", [Symbol("s")]: "number" }),
  )
  .refused(
    "{ [Symbol]?: number }",
    "a key that is a symbol",
    () => type({ a: "string" }).and(type({ [Symbol("s")]: "number" })),
  )
  .faithful("a key with a blank", () => ({ "a b": "string" }))
  .faithful("a key with a question mark", () => ({ "a\\?": "string" }))
  .faithful("the keys '' and $ref", () => ({ "?": "1", "$ref": "string" }))
  .faithful("spread", () => ({ "...": { a: "string" }, b: "number" }))
  .faithful(
    "merge, pick, omit, partial, required",
    () =>
      type({ a: "string", "b?": "number", c: "boolean" }).merge({ d: "1" })
        .omit("c").partial().required().pick("a", "d"),
  )
  .faithful("object & { a }", () => type("object").and({ a: "string" }))
  .faithful(
    "{ a } & { b }",
    () => type({ a: "string" }).and({ b: "number" }),
  )
  .faithful(
    "{ a: number } & { a: number > 0 }",
    () => type({ a: "number" }).and({ a: "number > 0" }),
  )
  .faithful(
    "{ a? } & { a }",
    () => type({ "a?": "number" }).and({ a: "number" }),
  )
  .faithful(
    "{ a, + } & { b? }",
    () => type({ "+": "reject", a: "string" }).and({ "b?": "number" }),
  );

const names = new Group("name that objects inherit");
for (const name of ["toString", "constructor", "hasOwnProperty", "valueOf"]) {
  names
    .faithful(`{ ${name}: unknown }`, () => ({ [name]: "unknown" }))
    .faithful(`{ ${name}: string }`, () => ({ [name]: "string" }))
    .faithful(`{ ${name}?: string }`, () => ({ [`${name}?`]: "string" }))
    .faithful(`{ ${name}: string = 'd' }`, () => ({ [name]: "string = 'd'" }));
}
const slot = "holds an object's prototype";
names
  .refused(
    "{ __proto__: string }",
    slot,
    () => ({ ["__proto__"]: "string" }),
    ".__proto__",
  )
  .refused(
    "{ __proto__?: string }",
    slot,
    () => ({ "__proto__?": "string" }),
    ".__proto__",
  )
  .refused(
    "{ __proto__?: { a } }",
    slot,
    () => ({ "__proto__?": { a: "number" } }),
    ".__proto__",
  )
  .faithful(
    "{ toString?: unknown, + }",
    () => ({ "toString?": "unknown", "+": "reject" }),
  );

const undeclared = new Group("undeclared keys");
for (const word of ["reject", "delete", "ignore"] as const) {
  undeclared
    .faithful(`{ a, +: ${word} }`, () => ({ a: "string", "+": word }))
    .faithful(`{ +: ${word} }`, () => ({ "+": word }))
    .faithful(
      `onDeepUndeclaredKey(${word})`,
      () =>
        type({ a: { b: "1" }, "c?": { "d?": "1" } }).onDeepUndeclaredKey(word),
    )
    .faithful(
      `{ [string]: number, +: ${word} }`,
      () => ({ "[string]": "number", "+": word }),
    )
    .faithful(
      `{ [/^x/]: number, +: ${word} }`,
      () => ({ "[/^x/]": "number", "+": word }),
    )
    .refused(
      `{ [string > 2]: number, +: ${word} }`,
      "a rule for its keys",
      () => ({ "[string > 2]": "number", "+": word }),
    )
    .faithful(
      `a scope's onUndeclaredKey ${word}`,
      () =>
        scope({ thing: { a: "string", "n?": { b: "1" } } }, {
          onUndeclaredKey: word,
        }).export().thing,
    );
}
undeclared
  .faithful(
    "union with +: reject",
    () => [{ "+": "reject", a: "1" }, "|", { "+": "reject", b: "2" }],
  )
  .refused(
    "union with +: delete",
    "no definition that ArkType can read",
    () => [
      { a: "string", "+": "delete" },
      "|",
      { b: "string", "+": "delete" },
    ],
  )
  .faithful(
    "union with +: ignore",
    () => [{ "+": "ignore", a: "1" }, "|", { "+": "ignore", b: "2" }],
  )
  .refused(
    "reject, with an index of never",
    "no value fits",
    () => ({ "[string]": "never", "+": "reject" }),
    "[]",
  );

/** What objects can be, apart from keys that are described by a rule. */
export const OBJECT_ROWS: readonly Row[] = [
  ...objects.rows,
  ...names.rows,
  ...undeclared.rows,
];
