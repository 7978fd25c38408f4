// The internal file, because a tool shows only what it makes of these answers.
import { docstring, firstParameter } from "../src/callable_source.ts";
import type { Callable } from "../src/callable_source.ts";
import { assert, assertEquals } from "@std/assert";
import * as acorn from "acorn";
import fc from "fast-check";

const PARAMETERS =
  "TOOL-2.2 Missing type annotations are rejected at decoration time";
const DESCRIPTIONS =
  "TOOL-1.4 A description is the option, the docstring, the parameters' words, or empty";

/** Source of a callable, or of an object with one method, and the name of the first parameter. */
const FORMS: readonly (readonly [source: string, name: string | null])[] = [
  ["function () {}", null],
  ["function lookup() {}", null],
  ["function lookup(/* nothing */) {}", null],
  ["function lookup(\n// nothing (\n) {}", null],
  ["function (a) {}", "a"],
  ["function lookup(a, b) {}", "a"],
  ["function lookup(a,) {}", "a"],
  ["function/* ( */lookup/* ) */(/* { */a/* } */) {}", "a"],
  ["function // (\nlookup // )\n(a) {}", "a"],
  ["function\u2028lookup\ufeff(\u00a0a) {}", "a"],
  ["function $(_) {}", "_"],
  ["function é(größe) {}", "größe"],
  ["function 𝒳(𝒴) {}", "𝒴"],
  ["function \\u0061(\\u{62}c) {}", "\\u{62}c"],
  ["function lookup(a = 1) {}", "a"],
  ["function lookup(a/* = */= /* = */1) {}", "a"],
  ["function lookup(async) {}", "async"],
  ["function lookup(of = 1) {}", "of"],
  ["function lookup(...rest) {}", "rest"],
  ["function lookup(.../* all */rest) {}", "rest"],
  ["function lookup(...[a, b]) {}", "[a, b]"],
  ["function lookup({ a, b }) {}", "{ a, b }"],
  ["function lookup({a,b}) {}", "{a,b}"],
  ["function lookup({\n  a,\n  b,\n}) {}", "{ a, b }"],
  ["function lookup([a,\n b,\n]) {}", "[a, b]"],
  ["function lookup({ /* one */ a /* two */, b }) {}", "{ a, b }"],
  ["function lookup({ a = 1, b: { c } }, d) {}", "{ a = 1, b: { c } }"],
  ["function lookup({ a } = {}) {}", "{ a }"],
  ["function lookup({}) {}", "{}"],
  ["function lookup([, a]) {}", "[, a]"],
  ["function lookup({ ...rest }) {}", "{ ...rest }"],
  ['function lookup({ a = "}" }) {}', '{ a = "}" }'],
  ["function lookup({ a = '\\'}' }) {}", "{ a = '\\'}' }"],
  ["function lookup({ a = `}${`}`}}` }) {}", "{ a = `}${`}`}}` }"],
  ["function lookup({ a = `${{ b: `}` }}` }) {}", "{ a = `${{ b: `}` }}` }"],
  ["function lookup({ a = `$}\\`$` }) {}", "{ a = `$}\\`$` }"],
  ["function lookup({ a = /}/ }) {}", "{ a = /}/ }"],
  ["function lookup({ a = /[/}]\\/}/gi }) {}", "{ a = /[/}]\\/}/gi }"],
  ["function lookup({ a = 4 / 2 / 1 }) {}", "{ a = 4 / 2 / 1 }"],
  ["function lookup({ a = b++ / 2, c = '/' }) {}", "{ a = b++ / 2, c = '/' }"],
  ["function lookup({ a = (1) / 2, c = '/' }) {}", "{ a = (1) / 2, c = '/' }"],
  ["function lookup({ a = typeof /}/ }) {}", "{ a = typeof /}/ }"],
  ["function lookup({ a = b.typeof / 1 }) {}", "{ a = b.typeof / 1 }"],
  ["function lookup({ a = b.if(1) / 2 }) {}", "{ a = b.if(1) / 2 }"],
  ["function lookup({ a = {} / 2 }) {}", "{ a = {} / 2 }"],
  ["function lookup({ a = .5 / 2 }) {}", "{ a = .5 / 2 }"],
  ["function lookup({ [`}`]: a }) {}", "{ [`}`]: a }"],
  [
    "function lookup({ a = () => { if (b) /}/.test(c) } }) {}",
    "{ a = () => { if (b) /}/.test(c) } }",
  ],
  [
    "function lookup({ a = () => { if (b) {} /}/.test(c) } }) {}",
    "{ a = () => { if (b) {} /}/.test(c) } }",
  ],
  [
    "function lookup({ a = () => { b: for (;;) {} ; {} /}/ } }) {}",
    "{ a = () => { b: for (;;) {} ; {} /}/ } }",
  ],
  [
    "function lookup({ a = class { #b; c(d) { return #b in d } } }) {}",
    "{ a = class { #b; c(d) { return #b in d } } }",
  ],
  [
    "function lookup({ alpha, beta, gamma, delta, epsilon, zeta, eta, theta, iota }) {}",
    "{ alpha, beta, gamma, delta, epsilon, zeta, eta, theta, iot…",
  ],
  ["function* lookup(a) {}", "a"],
  ["function * (a) {}", "a"],
  ["function*lookup(){}", null],
  ["async function lookup(a) {}", "a"],
  ["async/* ( */function/* ( */(a) {}", "a"],
  ["async function* lookup(a) {}", "a"],
  ["async function * () {}", null],
  ["() => 1", null],
  ["( /* ) */ ) => {}", null],
  ["(a) => a", "a"],
  ["(a, b) => a", "a"],
  ["a => a", "a"],
  ["a/* => */=> a", "a"],
  ["$=>$", "$"],
  ["async => async", "async"],
  ["get => get", "get"],
  ["(a = (b) => c) => a", "a"],
  ["({ a, b }) => a", "{ a, b }"],
  ["([a] = [1]) => a", "[a]"],
  ["(...a) => a", "a"],
  ["async () => 1", null],
  ["async (a) => a", "a"],
  ["async a => a", "a"],
  ["async /* a */ a /* b */ => a", "a"],
  ["async async => async", "async"],
  ["async({ a }) => a", "{ a }"],
  ["({ lookup() {} })", null],
  ["({ lookup(a) {} })", "a"],
  ["({ lookup /* ( */ (a) {} })", "a"],
  ["({ async lookup(a) {} })", "a"],
  ["({ *lookup(a) {} })", "a"],
  ["({ async * lookup(a) {} })", "a"],
  ["({ async(a) {} })", "a"],
  ["({ async async(a) {} })", "a"],
  ["({ *async(a) {} })", "a"],
  ["({ get(a) {} })", "a"],
  ["({ set(a) {} })", "a"],
  ["({ static(a) {} })", "a"],
  ["({ function(a) {} })", "a"],
  ["({ class(a) {} })", "a"],
  ["({ async class(a) {} })", "a"],
  ["({ constructor(a) {} })", "a"],
  ["({ 'look(up'(a) {} })", "a"],
  ['({ "look\\"(up"(a) {} })', "a"],
  ["({ 12(a) {} })", "a"],
  ["({ 1.5(a) {} })", "a"],
  ["({ .5(a) {} })", "a"],
  ["({ 1e+3(a) {} })", "a"],
  ["({ 0x1F(a) {} })", "a"],
  ["({ 1_0n(a) {} })", "a"],
  ["({ ['a'](b) {} })", "b"],
  ["({ [`)${(']')}`](b) {} })", "b"],
  ["({ [/[\\]]/.source](b) {} })", "b"],
  ["({ async *[Symbol.iterator](b) {} })", "b"],
  ["({ async [((a) => a)(1)](b) {} })", "b"],
  ["({ lookup: (a) => a })", "a"],
  ["(class { lookup(a) {} }).prototype.lookup", "a"],
  ["(class { static lookup(a) {} }).lookup", "a"],
  ["(class { static async *lookup(a) {} }).lookup", "a"],
  ["(class { static static(a) {} }).static", "a"],
  ["(class { static async(a) {} }).async", "a"],
  ["(class { static class(a) {} }).class", "a"],
  ["(class { static lookup = (a) => a }).lookup", "a"],
  ["(class { static #a(b) {} static c = this.#a }).c", "b"],
  ["(class { static async *#a(b) {} static c = this.#a }).c", "b"],
  ["Reflect.getOwnPropertyDescriptor({ set a(b) {} }, 'a').set", "b"],
  ["Reflect.getOwnPropertyDescriptor({ get a() {} }, 'a').get", null],
  ["new Function('a', '/* ) */b', 'return a')", "a"],
  ["new Function('return 1')", null],
  ["new Function('{ a }', '')", "{ a }"],
  ["Object.assign((a) => a, { toString: () => '() => 1' })", "a"],
];

/** Body of a function, and its docstring. */
const BODIES: readonly (readonly [body: string, text: string | undefined])[] = [
  ['"Look up a customer.";return 1', "Look up a customer."],
  ["'Look up a customer.'", "Look up a customer."],
  [' "Look up." ', "Look up."],
  ['/* first */ // second\n "Look up."; 1', "Look up."],
  ['"Look up." /* a ; */ ; 1', "Look up."],
  ['"Look up."\nreturn 1', "Look up."],
  ['"Look up." // and go\nreturn 1', "Look up."],
  ['"Look up." /* \n */ return 1', "Look up."],
  ['"Look up."\r1', "Look up."],
  ['"Look up."\u20281', "Look up."],
  ['"  Look up.\\n"', "Look up."],
  ['"One\\ntwo"', "One\ntwo"],
  ['"One \\\n two \\\r\n three"', "One  two  three"],
  ['"One\\\u2028two"', "Onetwo"],
  ['"\\x41\\u0042\\u{43}\\u{1F600}\\uD83D\\uDE00"', "ABC😀😀"],
  ['"\\b\\f\\n\\r\\t\\v!"', "\b\f\n\r\t\v!".trim()],
  ['"\\"\\\'\\\\\\q\\/\\c"', "\"'\\q/c"],
  ['"!\\0!\\101\\7\\377\\400\\8"', "!\0!A\x07\xff\x200" + "8"],
  ["'it\\'s'", "it's"],
  ['"it\'s"', "it's"],
  ['"use strict"; "Look up."', "Look up."],
  ['"use strict"\n"use asm"\n"Look up."; 1', "Look up."],
  ["'use strict'", undefined],
  ['"use strict"; 1; "Look up."', undefined],
  ['"Look up."; "use strict"; "More."', "Look up."],
  ['"Use it."', "Use it."],
  ['"useful"', "useful"],
  ["", undefined],
  ['""', undefined],
  ['" \\n"', undefined],
  ["return 1", undefined],
  ['return "Look up."', undefined],
  ['const z = 1; "Look up."', undefined],
  ['; "Look up."', undefined],
  ['("Look up.")', undefined],
  ["`Look up.`", undefined],
  ['"a" + b', undefined],
  ['"a".length', undefined],
  ['"a", b', undefined],
  ['"a" in b', undefined],
  ['"a" /* ; */ + /* ; */ b', undefined],
  ...[
    ".length",
    "?.length",
    "+ b",
    "- b",
    "* b",
    "** b",
    "/ b",
    "/b/g",
    "% b",
    "[0]",
    "(0)",
    "`b`",
    ", b",
    "? b : c",
    "?? b",
    "| b",
    "|| b",
    "& b",
    "&& b",
    "^ b",
    "< b",
    "> b",
    "<< b",
    ">>> b",
    "== b",
    "=== b",
    "!= b",
    "!== b",
    "in b",
    "in/b/",
    "instanceof b",
    "in[b]",
  ].flatMap((rest) =>
    ["\n", "// ;\n", "/* \n */"].map((gap) =>
      [`"a"${gap}${rest}`, undefined] as const
    )
  ),
  ...[
    "++b",
    "--b",
    "!b",
    "~b",
    ".5",
    "index",
    "instanceofs",
    "in$",
    "{}",
    "5",
    "new b",
    "typeof b",
    "'b'",
    "@b class {}",
    "#a in b",
  ].flatMap((rest) =>
    // Acorn and V8 know no decorators yet, and a private name needs its class.
    /^[@#]/.test(rest) ? [] : [[`"a"\n${rest}`, "a"] as const]
  ),
];

/** What holds `body`, as the source of a callable or of an object with one method. */
const HOLDERS: readonly ((body: string) => string)[] = [
  (body) => `function lookup(){${body}}`,
  (body) => `async function lookup(a) {${body}}`,
  (body) => `function* lookup(a) {${body}}`,
  (body) => `async function* lookup(a) {${body}}`,
  (body) => `()=>{${body}}`,
  (body) => `(a, b) /* { */ => /* { */ {${body}}`,
  (body) => `a => {${body}}`,
  (body) => `async a => {${body}}`,
  (body) => `async (a) => {${body}}`,
  (body) => `({ lookup(a) {${body}} })`,
  (body) => `({ async *["lookup" + "{"](a) {${body}} })`,
  (body) => `({ class() {${body}} })`,
];

/** As above, with parameters beside which `"use strict"` is a syntax error. */
const PATTERN_HOLDERS: typeof HOLDERS = [
  (body) => `function lookup(a, { b = ")" }, c = /[)]/) {${body}}`,
  (body) => `function ({ a = { b: ") {" } }) /* { */ {${body}}`,
  (body) => `(a = () => { "no" }) => {${body}}`,
  (body) => `({ async lookup(...[a]) {${body}} })`,
];

/** The callable that `source` makes, in sloppy mode. */
function make(source: string): Callable {
  const value = (0, eval)(`(${source})`);
  return typeof value === "function"
    ? value
    : value[Reflect.ownKeys(value)[0]!];
}

/** The two answers in one value. */
function read(callable: Callable): unknown {
  return [firstParameter(callable), docstring(callable)];
}

/** The two answers as acorn gives them. */
function readWithParser(callable: Callable): unknown {
  const text = Function.prototype.toString.call(callable);
  const tokens: acorn.Token[] = [];
  const { node, source } = parse(text, tokens);
  if (node.type === "ClassExpression") {
    return [{ kind: "unreadable" }, undefined];
  }
  assert(
    node.type === "FunctionExpression" ||
      node.type === "ArrowFunctionExpression",
    node.type,
  );
  let parameter = node.params[0];
  if (parameter?.type === "AssignmentPattern") parameter = parameter.left;
  if (parameter?.type === "RestElement") parameter = parameter.argument;
  let directive: string | undefined;
  for (
    const statement of node.body.type === "BlockStatement" ? node.body.body : []
  ) {
    if (
      statement.type !== "ExpressionStatement" ||
      statement.directive === undefined ||
      statement.expression.type !== "Literal"
    ) break;
    const value = String(statement.expression.value);
    if (value.startsWith("use ")) continue;
    directive = value.trim() || undefined;
    break;
  }
  return [
    parameter
      ? { kind: "named", name: compact(parameter, tokens, source) }
      : { kind: "none" },
    directive,
  ];
}

/** The function in `text`, which is an expression, a method, or a private method. */
function parse(
  text: string,
  tokens: acorn.Token[],
): { node: acorn.AnyNode; source: string } {
  const wrappers = [["(", ")"], ["({", "})"], [
    "(class extends Object {",
    "})",
  ]];
  for (const [before, after] of wrappers) {
    const source = `${before}${text}${after}`;
    tokens.length = 0;
    let program: acorn.Program;
    try {
      program = acorn.parse(source, { ecmaVersion: "latest", onToken: tokens });
    } catch {
      continue;
    }
    let node: acorn.AnyNode | undefined = program.body[0];
    if (node?.type === "ExpressionStatement") node = node.expression;
    if (before === "({" && node?.type === "ObjectExpression") {
      node = node.properties[0];
    }
    if (before === wrappers[2]![0] && node?.type === "ClassExpression") {
      node = node.body.body[0];
    }
    if (node?.type === "Property" || node?.type === "MethodDefinition") {
      node = node.value;
    }
    // `async * function () {}` is a method, or a product of no interest here.
    if (node && /Function|Class/.test(node.type)) return { node, source };
  }
  throw new Error(`acorn cannot read ${text}`);
}

/** The text of a parameter, each gap between two tokens one space, none before a comma. */
function compact(
  { start, end }: acorn.Node,
  tokens: readonly acorn.Token[],
  source: string,
): string {
  let text = "";
  let position = start;
  for (const token of tokens) {
    if (token.start < start || token.end > end) continue;
    const piece = source.slice(token.start, token.end);
    text += (token.start > position && piece !== "," ? " " : "") + piece;
    position = token.end;
  }
  text = text.replace(/, }$/, " }").replace(/,}$/, " }").replace(/, ?]$/, "]");
  return text.length > 60 ? text.slice(0, 59) + "…" : text;
}

Deno.test(`${PARAMETERS}: the first parameter is named in every form`, () => {
  assert(FORMS.length > 80);
  for (const [source, name] of FORMS) {
    const callable = make(source);

    const expected = name === null ? { kind: "none" } : { kind: "named", name };
    assertEquals(firstParameter(callable), expected, source);
    assertEquals(read(callable), readWithParser(callable), source);
  }
});

Deno.test(`${PARAMETERS}: a callable without a source text is judged by its length`, () => {
  const argument = { kind: "named", name: "argument 1" };

  assertEquals(firstParameter(parseInt), argument);
  assertEquals(firstParameter(Array.prototype[Symbol.iterator]), {
    kind: "none",
  });
  assertEquals(firstParameter(((a: number) => a).bind(null)), argument);
  assertEquals(firstParameter((() => 1).bind(null)), { kind: "none" });
  assertEquals(firstParameter(new Proxy((a: number) => a, {})), argument);
  assertEquals(docstring(parseInt), undefined);
});

Deno.test(`${PARAMETERS}: text that looks native is not taken for it`, () => {
  const source = "function lookup(a) { /* { [native code] } */ }";

  assertEquals(firstParameter(make(source)), { kind: "named", name: "a" });
  assertEquals(firstParameter(make("a => `{ [native code] }`")), {
    kind: "named",
    name: "a",
  });
});

Deno.test(`${PARAMETERS}: a class is unreadable`, () => {
  const sources = [
    "class {}",
    "class Desk { constructor(a) {} }",
    "class extends Object { lookup(a) {} }",
    "class/**/extends (class { constructor(a) {} }) {}",
    "class { 'lookup'(a) {} }",
  ];
  for (const source of sources) {
    const callable = make(source);

    assertEquals(firstParameter(callable), { kind: "unreadable" }, source);
    assertEquals(read(callable), readWithParser(callable), source);
  }
});

Deno.test(`${DESCRIPTIONS}: a docstring is the first directive of a body`, () => {
  for (const [body, text] of BODIES) {
    const holders = body.includes("use strict")
      ? HOLDERS
      : [...HOLDERS, ...PATTERN_HOLDERS];
    for (const hold of holders) {
      const callable = make(hold(body));

      assertEquals(docstring(callable), text, hold(body));
      assertEquals(read(callable), readWithParser(callable), hold(body));
    }
  }
});

Deno.test(`${DESCRIPTIONS}: an arrow function of one expression has no docstring`, () => {
  for (const source of ['() => "Look up."', 'a => ({ a: "Look up." })']) {
    assertEquals(docstring(make(source)), undefined, source);
    assertEquals(read(make(source)), readWithParser(make(source)), source);
  }
});

Deno.test(`${DESCRIPTIONS}: long and deep source texts are read`, () => {
  const comments = "// {\n".repeat(100_000);
  const deep = "[".repeat(2_000) + "]".repeat(2_000);
  const long = "a".repeat(1_000_000);
  const callable = make(
    `function (a = ${deep}, /* ${long} */ b = "${long}" + \`${long}\`) {${comments}"Look up."}`,
  );

  assertEquals(firstParameter(callable), { kind: "named", name: "a" });
  assertEquals(docstring(callable), "Look up.");
});

Deno.test(`${PARAMETERS}: generated callables are read as a parser reads them`, () => {
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
    fc.tuple(gap, name, expression).map(([a, b, c]) =>
      `[${a}${b} = ${c},${a}]`
    ),
  );
  const parameter = fc.tuple(
    fc.oneof(name, pattern),
    gap,
    fc.option(expression),
  ).map(([a, b, c]) =>
    c === null ? `${b}${a}${b}` : `${b}${a}${b}=${b}${c}${b}`
  );
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
  const source = fc.tuple(
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
  let scripts = 0;

  fc.assert(
    fc.property(source, (source) => {
      let callable: Callable;
      try {
        callable = make(source);
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        return; // such as "use strict" under a default
      }
      scripts++;
      assertEquals(read(callable), readWithParser(callable), source);
    }),
    { numRuns: 1_000 },
  );

  assert(scripts > 300, `only ${scripts} of 1000 were JavaScript`);
});
