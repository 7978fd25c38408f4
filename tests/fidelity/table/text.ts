import { type } from "../untyped.ts";
import { Group, type Row } from "./row.ts";

const keywords = new Group("text keyword");
for (
  const keyword of [
    "string",
    "string.alpha",
    "string.alphanumeric",
    "string.hex",
    "string.base58",
    "string.base64",
    "string.base64.url",
    "string.capitalize",
    "string.capitalize.preformatted",
    "string.date.iso",
    "string.digits",
    "string.email",
    "string.integer",
    "string.ip",
    "string.ip.v4",
    "string.ip.v6",
    "string.lower",
    "string.lower.preformatted",
    "string.normalize",
    "string.normalize.NFC",
    "string.normalize.NFD",
    "string.normalize.NFKC",
    "string.normalize.NFKD",
    "string.numeric",
    "string.semver",
    "string.trim",
    "string.trim.preformatted",
    "string.upper",
    "string.upper.preformatted",
    "string.uuid",
    "string.uuid.v1",
    "string.uuid.v2",
    "string.uuid.v3",
    "string.uuid.v4",
    "string.uuid.v5",
    "string.uuid.v6",
    "string.uuid.v7",
    "string.uuid.v8",
  ]
) keywords.faithful(keyword);

keywords
  .words("string.url", "a URL")
  .words("string.date", "a date that JavaScript can parse")
  .words("string.date.epoch", "an integer Unix timestamp as text")
  .words("string.json", "JSON text")
  .words("string.regex", "a regular expression")
  .words("string.creditCard", "a credit card number");
for (const form of ["NFC", "NFD", "NFKC", "NFKD"]) {
  keywords.words(`string.normalize.${form}.preformatted`, `form ${form}`);
}
for (
  const keyword of [
    "string.date.parse",
    "string.date.iso.parse",
    "string.date.epoch.parse",
    "string.integer.parse",
    "string.json.parse",
    "string.numeric.parse",
    "string.url.parse",
  ]
) keywords.refused(keyword, "lets bad values through");

const lengths = new Group("text length")
  .faithful("string > 0")
  .faithful("string >= 2")
  .faithful("string <= 3")
  .faithful("string < 3")
  .faithful("2 <= string <= 4")
  .faithful("string == 2")
  .faithful("string == 1")
  .faithful("string >= 1 & string.alpha")
  .faithful("string <= 2 & /^.+$/")
  .faithful(
    "type.string.exactlyLength(3)",
    () => type.string.exactlyLength(3),
  );

const expressions = new Group("regular expression");
for (
  const expression of [
    /^a$/,
    /^.$/,
    /^.$/u,
    /^..$/,
    /^\p{L}+$/u,
    /^[^a]$/,
    /^[^a]{2}$/,
    /a/,
    /^$/,
    /^\s$/,
    /^\S$/,
    /^\d+$/,
    /^\w+$/,
    /^\bfoo\b$/,
    /^(?<y>\d{4})-\k<y>$/,
    /^(?=a)/,
    /^(?!a)/,
    /(?<=a)b/,
    /^\/$/,
    /^[-a-z]+$/,
    /^\cA$/,
    /^\x41$/,
    /^\u0041$/,
    // deno-lint-ignore no-regex-spaces -- what stands here is tested, not used
    /^a  b$/,
    /^\u{41}$/u,
    /^\ud83d\ude00$/,
    /^[😀]$/u,
    /^😀+$/,
    /^\1(a)$/,
    /^\0$/,
    /^[\b]$/,
    /^a*?$/,
    /^(?:a|b)$/d,
  ]
) expressions.faithful(String(expression), () => expression);

// Built from text, as the linter would refuse them as literals: they are slips that authors make.
for (const source of ["^\\u{41}$", "^[\\ud83d\\ude00]$", "^[😀]$"]) {
  expressions.faithful(`/${source}/`, () => new RegExp(source));
}
for (
  const source of [
    "^\\-$",
    "^a\\_b$",
    "^a{,2}$",
    "^]$",
    "^}$",
    "^[\\w-.]$",
    "^\\012$",
  ]
) {
  expressions.refused(
    `/${source}/`,
    "not valid with the u flag",
    () => new RegExp(source),
  );
}
for (
  const expression of [
    /^a$/i,
    /^a$/m,
    /^.$/s,
    /^\w+$/i,
    /^\w+$/iu,
    /^[[a-z]--[aeiou]]$/v,
    /^\p{Emoji}$/v,
    /^a$/g,
    /^a$/y,
    /a/g,
    /a/y,
    /^k$/i,
    /^s$/i,
    /^[a-z]+$/i,
  ]
) {
  const flag = expression.flags.replaceAll(/[ud]/g, "");
  expressions.refused(
    String(expression),
    `with the flag "${flag}"`,
    () => expression,
  );
}
expressions
  .faithful("'/^a$/' as text", () => "/^a$/")
  .faithful("string & /^a/ & /b$/", () => "string & /^a/ & /b$/")
  .faithful("string.email & /x/", () => "string.email & /x/")
  .faithful("/^a/ & string <= 3", () => "/^a/ & string <= 3")
  .refused(
    "/^a+$/i or /^b+$/",
    'the flag "i"',
    () => type(/^a+$/i).or(/^b+$/),
  )
  .refused("{ a: /^x$/i }", 'the flag "i"', () => ({ a: /^x$/i }), ".a")
  .faithful(
    "type.schema with two patterns",
    () => type.schema({ domain: "string", pattern: ["^a", "b$"] }),
  );

/** What text can be: keywords, lengths and regular expressions. */
export const TEXT_ROWS: readonly Row[] = [
  ...keywords.rows,
  ...lengths.rows,
  ...expressions.rows,
];
