import fc from "fast-check";

const gap = fc.constantFrom(
  "",
  "",
  " ",
  " ",
  "\n",
  "\t",
  "/* ) */",
  "// { (\n",
  "/* `${ */",
  "/* ' */ ",
);
const name = fc.constantFrom(
  "a",
  "$b",
  "_c",
  "async",
  "get",
  "of",
  "of_",
  "é",
);
const leaf = fc.constantFrom(
  "1",
  ".5",
  "1e+3",
  "0xF",
  "1_0n",
  '")"',
  "'\\'}'",
  "'\\\n]'",
  "`}`",
  "`${'`'}\\``",
  "/[)/]/",
  "/\\/}/g",
  "/(?<a>[}\\]])\\k<a>/v",
  "a",
  "a.in",
  "a?.return",
  "this",
  "{}",
  "[]",
  "class {}",
  "class { static #p = '}'; m() { return /}/ } }",
  "() => {}",
  "(a => ({ a }))",
  "function () { if (a) /[)]/.test(b); else /}/.test(c) }",
  "function* () { yield /}/; return `}` }",
  "async () => { for (const b of c) { await b } do /}/.test(a); while (b) }",
  "() => { switch (a) { case /}/: default: } }",
  "() => { try { throw /}/ } catch { } finally { /}/ } }",
);
const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.tuple(leaf, gap, tie("expression")).map(([a, b, c]) =>
      `(${a})${b} / (${c})`
    ),
    tie("expression").map((a) => `[${a}, ...${a}]`),
    fc.tuple(name, gap, tie("expression")).map(([a, b, c]) =>
      `{${b}${a}: ${c},${b}"}": 1 }`
    ),
    tie("expression").map((a) => `\`{\${${a}}}\``),
    tie("expression").map((a) => `(${a}, a++ / 2 / b--)`),
    tie("expression").map((a) => `a ? (${a}) : !/}/.test(b)`),
    tie("expression").map((a) => `(b = ${a}) => { return ${a} }`),
    fc.tuple(gap, tie("expression")).map(([a, b]) => `a.if(${b})${a} / 2`),
  ),
}));
const pattern = fc.oneof(
  fc.tuple(gap, name, expression).map(([a, b, c]) => `{${a}${b} = ${c}${a}}`),
  fc.tuple(gap, name).map(([a, b]) => `{${a}x: [${a}${b}],${a}...y}`),
  fc.tuple(gap, expression).map(([a, b]) => `{ [${b}]:${a} z,${a}}`),
  fc.tuple(gap, name, expression).map(([a, b, c]) => `[${a}${b} = ${c},${a}]`),
);
const parameter = fc.tuple(
  fc.oneof(name, pattern),
  gap,
  fc.option(expression),
).map(([a, b, c]) => c === null ? `${b}${a}${b}` : `${b}${a}${b}=${b}${c}${b}`);
const parameters = fc.oneof(
  gap,
  parameter,
  parameter.map((a) => `${a}, q`),
  pattern.map((a) => `...${a}`),
  fc.tuple(parameter, expression).map(([a, b]) => `${a}, r = ${b}, ...s`),
);
const key = fc.oneof(
  fc.constantFrom(
    "a",
    "async",
    "get",
    "static",
    "class",
    "function",
    "in",
    "'('",
    '"\\")"',
    "1.5",
    ".5",
    "0b1",
  ),
  expression.map((a) => `[String(() => (${a})).slice(0, 0)]`),
);
const directive = fc.tuple(
  fc.constantFrom(
    '"use strict"',
    "'use client'",
    '"Look up."',
    "'it\\'s'",
    '"\\u{41}\\x42\\\n c"',
    '""',
    "'// {'",
    '" two\\nlines "',
  ),
  gap,
  fc.constantFrom(";", ";", "\n", "\n", "", ",", "+", ".a", "?? b"),
).map((parts) => parts.join(""));
const rest = fc.constantFrom(
  "",
  "1",
  "++a",
  "+a",
  "-1",
  "--a",
  "[a]",
  "(a)",
  "`a`",
  "/a/g",
  ".5",
  ".a",
  "in a",
  "inner",
  "instanceof a",
  "if (a) {}",
  "{}",
  "'last'",
  "return 1",
  "!a",
  "!= a",
  "? a : b",
  "= 1",
);
const body = fc.tuple(gap, fc.array(directive, { maxLength: 3 }), gap, rest)
  .map(([a, b, c, d]) => `${a}${b.join("")}${c}${d}`);
/** Sources of callables; some are no JavaScript, such as `"use strict"` under a default. */
export const callableSource = fc.tuple(
  fc.nat({ max: 9 }),
  fc.tuple(gap, key, gap, gap),
  parameters,
  body,
  expression,
).map(([kind, [a, k, b, c], p, inner, result]) => {
  switch (kind) {
    case 0:
      return `function ${a}f${b}(${p})${c}{${inner}}`;
    case 1:
      return `async function${a}*${b}f(${p})${c}{${inner}}`;
    case 2:
      return `(${p}) ${a.includes("\n") ? "" : a}=>${b}{${inner}}`;
    case 3:
      return `async(${p}) =>${b}{${inner}}`;
    case 4:
      return `async x =>${b}{${inner}}`;
    case 5:
      return `(${p}) =>${b}(${result})`;
    case 6:
      return `{ ${k}${a}(${p})${b}{${inner}} }`;
    case 7:
      return `{ async * ${b}${k}${a}(${p})${b}{${inner}} }`;
    case 8:
      return `(class { static #p${a}(${p})${b}{${inner}} static q = this.#p }).q`;
    default:
      return `((desk) => desk[Reflect.ownKeys(desk).find((key) => !/^(?:length|name|prototype)$/.test(String(key)))])(class extends Object {${a}static ${k}${b}(${p})${c}{${inner}} })`;
  }
});
