import type { ArgumentNode, Literal, NumberNode, StringNode } from "./node.ts";
import { unreachable } from "./node.ts";

/** What a node expects, in words that tell a model the rule itself, not the author's description of it. */
export function expectedOf(node: ArgumentNode): string {
  const rules = node.rules.map((rule) => rule.words);
  return bounded([kindOf(node), ...rules].join(", "));
}

function kindOf(node: ArgumentNode): string {
  switch (node.kind) {
    case "unknown":
      return "a JSON value";
    case "boolean":
      return "true or false";
    case "number":
      return numberWords(node);
    case "string":
      return stringWords(node);
    case "enum":
      return alternatives(node.values, literalWords);
    case "array":
      return `an array${countWords(node.minItems, node.maxItems, "element")}`;
    case "object":
      return "an object";
    case "union":
      return alternatives([...new Set(node.branches.map(kindOf))], String);
    case "reference":
      return kindOf(node.target());
    default:
      return unreachable(node);
  }
}

function numberWords(node: NumberNode): string {
  const { minimum, maximum } = node;
  const words = [node.integer ? "an integer" : "a number"];
  if (minimum) {
    words.push(`${minimum.exclusive ? "above" : "at least"} ${minimum.value}`);
  }
  if (maximum) {
    words.push(`${maximum.exclusive ? "below" : "at most"} ${maximum.value}`);
  }
  const text = words.length === 3
    ? `${words[0]} ${words[1]} and ${words[2]}`
    : words.join(" ");
  return node.multipleOf === undefined
    ? text
    : `${text}${words.length > 1 ? "," : ""} divisible by ${node.multipleOf}`;
}

function stringWords(node: StringNode): string {
  const text = `text${countWords(node.minLength, node.maxLength, "character")}`;
  const patterns = node.patterns.map(({ expression, words }) =>
    words ?? `matching ${shortened(String(expression), 80)}`
  );
  return [text, ...patterns].join(", ");
}

function countWords(
  least: number,
  most: number | undefined,
  unit: string,
): string {
  if (least === 0 && most === undefined) return "";
  if (least === most) return ` of exactly ${counted(least, unit)}`;
  if (most === undefined) return ` of at least ${counted(least, unit)}`;
  if (least === 0) return ` of at most ${counted(most, unit)}`;
  return ` of ${least} to ${counted(most, unit)}`;
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

function literalWords(value: Literal): string {
  return JSON.stringify(
    typeof value === "string" ? shortened(value, 60) : value,
  );
}

/** `a, b or c`, and no more than a handful of them, because there may be many and each may be long. */
export function alternatives<Item>(
  items: readonly Item[],
  wordsOf: (item: Item) => string,
): string {
  const shown = items.slice(0, 20).map(wordsOf);
  if (items.length > 20) shown.push(`one of ${items.length - 20} more`);
  const last = shown.at(-1) ?? "";
  return shown.length < 2
    ? last
    : `${shown.slice(0, -1).join(", ")} or ${last}`;
}

/** `text` cut to about `length` characters, never inside a surrogate pair. */
export function shortened(text: string, length: number): string {
  return text.length <= length
    ? text
    : `${text.slice(0, length).toWellFormed().replace(/\uFFFD$/, "")}…`;
}

function bounded(text: string): string {
  return shortened(text, 400);
}
