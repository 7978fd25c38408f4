import type { Callable } from "../../src/callable_source.ts";
import { assert } from "@std/assert";
import * as acorn from "acorn";

/** The callable that `source` makes, in sloppy mode. */
export function make(source: string): Callable {
  const value = (0, eval)(`(${source})`);
  return typeof value === "function"
    ? value
    : value[Reflect.ownKeys(value)[0]!];
}

/** The two answers as acorn gives them. */
export function readWithParser(callable: Callable): unknown {
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
  const inClass = "(class extends Object {";
  const wrappers = [["(", ")"], ["({", "})"], [inClass, "})"]];
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
    if (before === inClass && node?.type === "ClassExpression") {
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
