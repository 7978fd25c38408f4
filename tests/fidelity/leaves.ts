import fc from "fast-check";
import type { Plan } from "./plan.ts";

const KEYWORDS: readonly string[] = [
  "string",
  "number",
  "boolean",
  "null",
  "unknown",
  "object",
  "true",
  "object.json",
  "number.integer",
  "number.safe",
  "number.epoch",
  "string.alpha",
  "string.hex",
  "string.base64.url",
  "string.date.iso",
  "string.digits",
  "string.email",
  "string.integer",
  "string.numeric",
  "string.ip",
  "string.semver",
  "string.uuid",
  "string.lower.preformatted",
];

const MORPHS: readonly string[] = ["string.trim", "string.upper"];

const WORDED: readonly string[] = [
  "string.url",
  "string.json",
  "string.date",
  "string.creditCard",
];

const SOURCES: readonly string[] = [
  "^.$",
  "^..$",
  "a",
  "^[a-c]+$",
  "^[^a]$",
  "^\\p{L}+$",
  "^x",
  "y$",
  "^\\S*$",
  "^😀",
];

const LITERALS: readonly string[] = [
  "'a'",
  "'b'",
  "''",
  "'😀'",
  "'1'",
  "0",
  "1",
  "-1",
  "1.5",
  "true",
  "false",
  "null",
];

/** How long a list or text may be, as ArkType writes it. */
export const SIZES: readonly string[] = [
  "> 0",
  ">= 2",
  "<= 1",
  "<= 3",
  "< 3",
  "== 2",
  "== 0",
];

const keyword: fc.Arbitrary<Plan> = fc.constantFrom(...KEYWORDS).map((
  text,
) => ({
  kind: "text",
  text,
}));

const worded: fc.Arbitrary<Plan> = fc.constantFrom(...WORDED).map((text) => ({
  kind: "text",
  text,
  words: true,
}));

const morph: fc.Arbitrary<Plan> = fc.constantFrom(...MORPHS)
  .map((text) => ({ kind: "text", text }));

const literals: fc.Arbitrary<Plan> = fc
  .uniqueArray(fc.constantFrom(...LITERALS), { minLength: 1, maxLength: 4 })
  .map((values) => ({ kind: "text", text: values.join(" | ") }));

const expression: fc.Arbitrary<Plan> = fc.constantFrom(...SOURCES)
  .map((source) => ({ kind: "expression", source }));

const length: fc.Arbitrary<Plan> = fc.tuple(
  fc.constantFrom("", "", " & string.alpha", " & /^[^b]*$/", " & /^a/ & /a$/"),
  fc.constantFrom(...SIZES.filter((size) => size !== "== 0"), ">= 3", "<= 70"),
).map(([more, size]) => ({ kind: "text", text: `string ${size}${more}` }));

const range: fc.Arbitrary<Plan> = fc.record({
  base: fc.constantFrom("number", "number.integer", "number.safe"),
  least: fc.option(
    fc.constantFrom("> 0", ">= 0", "> -0.5", ">= 2.5", "> -10", ">= 10"),
  ),
  most: fc.option(
    fc.constantFrom("< 15", "<= 21", "<= 25.5", "< 100", "<= 9007199254740991"),
  ),
  divisor: fc.option(fc.constantFrom("2", "3", "7", "10")),
}).map(({ base, least, most, divisor }) => ({
  kind: "text",
  text: [
    base,
    ...least ? [`number ${least}`] : [],
    ...most ? [`number ${most}`] : [],
    ...divisor ? [`number % ${divisor}`] : [],
  ].join(" & "),
}));

/** Definitions without parts; `withAliases` says whether names are among them. */
export function leaves(withAliases: boolean): fc.Arbitrary<Plan> {
  const kinds: fc.WeightedArbitrary<Plan>[] = [
    { weight: 5, arbitrary: keyword },
    { weight: 3, arbitrary: literals },
    { weight: 3, arbitrary: expression },
    { weight: 4, arbitrary: length },
    { weight: 4, arbitrary: range },
    { weight: 1, arbitrary: worded },
    { weight: 1, arbitrary: morph },
  ];
  if (withAliases) {
    const name = fc.constantFrom("node" as const, "leaf" as const);
    kinds.push({
      weight: 8,
      arbitrary: name.map((name) => ({ kind: "alias", name })),
    });
  }
  return fc.oneof(...kinds);
}
