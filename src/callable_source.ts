/** Anything that can be called; what it takes is read from its source text. */
export type Callable = (...args: never[]) => unknown;

/** What a source text tells about the first parameter of a callable. */
export type FirstParameter =
  /** It takes nothing; for native and bound functions and proxies, as far as their `length` tells. */
  | { readonly kind: "none" }
  /** It takes at least one, called `name` in error messages. */
  | { readonly kind: "named"; readonly name: string }
  /** A class, which is no callable, or a text that could not be followed. */
  | { readonly kind: "unreadable" };

/**
 * Tells whether `callable` takes a parameter, and how to name it to its author.
 *
 * For messages only, never for a schema: a minifier shortens names. A destructured parameter is named by
 * its text (`{ a, b }`, cut at about 60 characters), a rest parameter by its name, and the first of a
 * native or bound function or of a proxy `argument 1`, for it has no source text.
 */
export function firstParameter(callable: Callable): FirstParameter {
  const source = new Source(callable);
  if (/\{\s*\[native code\]\s*\}$/.test(source.text.slice(-32))) {
    return callable.length > 0
      ? { kind: "named", name: "argument 1" }
      : { kind: "none" };
  }
  const head = readHead(source);
  if (head.kind !== "list") return head;
  source.position++; // over "("
  source.eat(TRIVIA);
  if (source.at(")")) return { kind: "none" };
  if (source.at("...")) source.position += 3;
  source.eat(TRIVIA);
  const name = source.at("{") || source.at("[")
    ? brief(readGroup(source))
    : source.eat(WORD);
  return name === undefined ? { kind: "unreadable" } : { kind: "named", name };
}

/**
 * The docstring of `callable`: a string literal that is the first statement of its body, trimmed.
 *
 * JavaScript calls such a statement a directive. One that begins with `use ` (`"use strict"`) speaks to a
 * compiler and is passed over. `undefined` where there is none, or nothing but space in it.
 */
export function docstring(callable: Callable): string | undefined {
  const source = new Source(callable);
  const head = readHead(source);
  if (head.kind === "unreadable") return undefined;
  if (head.kind === "list" && readGroup(source) === undefined) return undefined;
  source.eat(TRIVIA);
  if (source.at("=>")) source.position += 2;
  source.eat(TRIVIA);
  if (!source.at("{")) return undefined; // an arrow function that is one expression
  source.position++;
  for (;;) {
    source.eat(TRIVIA);
    const literal = source.eat(STRING);
    if (literal === undefined || !endStatement(source)) return undefined;
    const text = cook(literal.slice(1, -1));
    if (!text.startsWith("use ")) return text.trim() || undefined;
  }
}

/** A source text and how far it was read. */
class Source {
  readonly text: string;
  position = 0;

  constructor(callable: Callable) {
    // Not the method of the callable, which may have one of its own.
    this.text = Function.prototype.toString.call(callable);
  }

  /** Whether `token` comes next. */
  at(token: string): boolean {
    return this.text.startsWith(token, this.position);
  }

  /** Moves over what the sticky `pattern` matches here and returns it. */
  eat(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position;
    const match = pattern.exec(this.text)?.[0];
    this.position += match?.length ?? 0;
    return match;
  }
}

// Each is linear: no two ways to match one text, so that nothing is tried twice.
const TRIVIA = /(?:\s+|\/\*[^]*?\*\/|\/\/[^\n\r\u2028\u2029]*)*/y;
// Beyond ASCII all but space is taken for a letter: the text is sound, and Unicode's tables load slowly.
const WORD =
  /#?(?!\d)(?:[^\0-#%-/:-@[-^`{-\x7f\s]|\\u(?:[\da-fA-F]{4}|\{[\da-fA-F]+\}))+/y;
const NUMBER =
  /0[xXoObB][\da-fA-F_]+n?|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?[\d_]+)?n?/y;
const STRING = /"[^"\\]*(?:\\[^][^"\\]*)*"|'[^'\\]*(?:\\[^][^'\\]*)*'/y;
const TEMPLATE_PART = /[^`\\$]*(?:(?:\\[^]|\$(?!\{))[^`\\$]*)*(?:`|\$\{)/y;
const REGULAR_EXPRESSION =
  /\/(?:[^\\/[\n\r]|\\.|\[(?:[^\\\]\n\r]|\\.)*\])+\/\w*/y;
const PUNCTUATOR = /\.\.\.|=>|\+\+|--|[^]/y;

/** The words after which an operand begins, and so a slash begins a regular expression. */
const OPERATOR_WORD =
  /^(?:await|case|delete|do|else|in|instanceof|new|of|return|throw|typeof|void|yield)$/;
/** The words whose parentheses are followed by a statement. */
const CONTROL_WORD = /^(?:for|if|while|with)$/;
/** The tokens after which a brace opens a block that is no operand. */
const BEFORE_BLOCK = /^(?:[;{}]|=>|do|else|finally|try)$/;

/** Reads modifiers and name: up to the parenthesis of a list, or over the one parameter of `name => ...`. */
function readHead(
  source: Source,
):
  | { kind: "list" }
  | { kind: "named"; name: string }
  | { kind: "unreadable" } {
  for (let last = ""; source.eat(TRIVIA), !source.at("(");) {
    // `class(a) {}` is a method of that name; any other text that begins so is a class.
    if (last === "class") return { kind: "unreadable" };
    if (source.at("=>")) return { kind: "named", name: last };
    const part = source.at("[")
      ? readGroup(source)
      : source.eat(WORD) ?? source.eat(STRING) ?? source.eat(NUMBER) ??
        source.eat(/\*/y);
    if (part === undefined) return { kind: "unreadable" };
    last = part;
  }
  return { kind: "list" };
}

/**
 * Moves over a group in brackets, whatever is in it, and returns its text, in which each run of space and
 * comments is one space. `undefined` if it does not end.
 */
function readGroup(source: Source): string | undefined {
  const open: { opener: string; operand: boolean }[] = [];
  let text = "";
  let last = ""; // the token before
  let operand = false; // it ended an operand: a slash now divides

  for (;;) {
    if (source.eat(TRIVIA) && !source.at(",")) text += " ";
    const word = source.eat(WORD);
    const literal: string | undefined = word === undefined
      ? readLiteral(source, operand)
      : undefined;
    const token = word ?? literal ?? source.eat(PUNCTUATOR);
    if (token === undefined) return undefined;
    text += token;
    let template = token === "`";

    if (token === "(") {
      open.push({ opener: token, operand: !CONTROL_WORD.test(last) });
      operand = false;
    } else if (token === "[" || token === "{") {
      const block = token === "{" &&
        (BEFORE_BLOCK.test(last) || (last === ")" && !operand));
      open.push({ opener: token, operand: !block });
      operand = false;
    } else if (token === ")" || token === "]" || token === "}") {
      const closed = open.pop();
      if (open.length === 0) return text;
      operand = closed?.operand ?? false;
      template = closed?.opener === "${";
    } else if (word !== undefined) {
      operand = last === "." || !OPERATOR_WORD.test(word);
    } else if (token !== "++" && token !== "--") {
      operand = literal !== undefined;
    }

    if (template) {
      const part = source.eat(TEMPLATE_PART);
      if (part === undefined) return undefined;
      text += part;
      operand = part.endsWith("`");
      if (!operand) open.push({ opener: "${", operand: false });
    }
    // Of `a.if(b)`, which is a call, and of a template, the tokens say too much.
    last = template ? "`" : word !== undefined && last === "." ? "" : token;
  }
}

/** Reads a number, a string, or, where a slash does not divide, a regular expression. */
function readLiteral(source: Source, divides: boolean): string | undefined {
  if (source.at("/")) {
    return divides ? undefined : source.eat(REGULAR_EXPRESSION);
  }
  return source.eat(NUMBER) ?? source.eat(STRING);
}

/** Cuts the text of a destructured parameter to what a message can hold. */
function brief(pattern: string | undefined): string | undefined {
  const text = pattern?.replace(
    /, ?([}\]])$/,
    (_, end) => end === "}" ? " }" : end,
  );
  return text && text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

const LINE_END = /[\n\r\u2028\u2029]/;
/** What goes on with an expression across a line end; `++` and `--` begin a new statement. */
const CONTINUATION =
  /[,?([`*/%&|^<>=]|\.(?!\d)|\+(?!\+)|-(?!-)|!=|in(?:stanceof)?(?![^\0-#%-/:-@[\]^`{-\x7f\s])/y;

/** Moves over the end of a statement; false if the expression goes on. */
function endStatement(source: Source): boolean {
  const trivia = source.eat(TRIVIA) ?? "";
  if (source.eat(/;/y) || source.at("}")) return true;
  return LINE_END.test(trivia) && source.eat(CONTINUATION) === undefined;
}

const ESCAPE =
  /\\(?:u\{([\da-fA-F]+)\}|u([\da-fA-F]{4})|x([\da-fA-F]{2})|([0-3][0-7]{0,2}|[4-7][0-7]?)|(\r\n|[^]))/gu;
const CHARACTER_ESCAPES: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/** The value of a string literal, from what stands between its quotes. */
function cook(raw: string): string {
  return raw.replace(ESCAPE, (_, point, unit, byte, octal, character) => {
    const hex = point ?? unit ?? byte;
    if (hex !== undefined) return String.fromCodePoint(parseInt(hex, 16));
    if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8));
    if (LINE_END.test(character)) return ""; // the literal goes on in the next line
    return CHARACTER_ESCAPES[character] ?? character;
  });
}
