import type { Check, CheckBuilder } from "./check.ts";
import { numberLiterals } from "../coerce.ts";
import { alternatives, expectedOf } from "./expected.ts";
import { holdsSecret } from "./holds_secret.ts";
import { copyJson, isPlainObject, NotJsonError } from "./json_value.ts";
import type { ArgumentNode, UnionNode } from "./node.ts";
import { FAULT, foundWords, misfit, type Walk } from "./walk.ts";

interface Branch {
  readonly node: ArgumentNode;
  readonly check: Check;
}

/** What a branch made of the value. */
interface Fit {
  readonly value: unknown;
  /** How many declared keys of an object branch were present. */
  readonly present: number;
  /** How many values were taken for another one. */
  readonly coerced: number;
}

/**
 * The check of a union: a branch that fits exactly wins, else one that can be coerced to, in a fixed order, because
 * ArkType does not keep the order of branches.
 */
export function checkUnion(node: UnionNode, builder: CheckBuilder): Check {
  const branches: Branch[] = node.branches.map((branch) => ({
    node: branch,
    check: builder.build(branch),
  }));
  const { tag } = node;
  const others = branches.filter(({ node }) =>
    node.kind !== "object" && takesObjects(node)
  );
  const secret = holdsSecret(node);
  const tags = branches.flatMap(({ node }) =>
    node.kind === "object" ? node.properties : []
  ).filter(({ key }) => key === tag);
  const tagNumbers = numberLiterals(
    tags.flatMap(({ node }) => node.kind === "enum" ? node.values : []),
  );

  return (value, walk) => {
    let own = value;
    if (
      typeof value === "object" && value !== null && walk.memo === undefined
    ) {
      try {
        // Several branches look at it, and each value of a live object is read once. A trial has such a copy already.
        own = copyJson(value, walk.depth);
      } catch (error) {
        if (!(error instanceof NotJsonError)) throw error;
        return walk.fault(
          () => ({ expected: expectedOf(node), found: error.message }),
          secret ? [] : error.path,
        );
      }
    }
    const exact = best(branches, own, walk, false);
    if (exact !== undefined) return exact.value;
    if (tag !== undefined && isPlainObject(own)) {
      const literal = Object.hasOwn(own, tag) ? own[tag] : undefined;
      const tagged = branchOfTag(branches, tag, literal) ??
        // Some providers allow text alone as a literal.
        (walk.coerce
          ? branchOfTag(branches, tag, tagNumbers.get(literal))
          : undefined);
      if (tagged !== undefined) return tagged.check(own, walk);
      if (others.length === 0) {
        return walk.fault(() => ({
          expected: alternatives(tags, ({ node }) => expectedOf(node)),
          found: literal === undefined ? "" : foundWords(literal, secret),
        }), [tag]);
      }
    }
    if (
      walk.coerce &&
      !(typeof own === "string" &&
        branches.some(({ node }) => admitsAnyText(node)))
    ) {
      const convertible = typeof own === "string" && branches.some(({ node }) =>
          admitsText(node)
        )
        ? branches.filter(({ node }) =>
          resolved(node).kind !== "array" && resolved(node).kind !== "object"
        )
        : branches;
      const fit = best(
        convertible.toSorted((left, right) =>
          rank(left.node) - rank(right.node)
        ),
        own,
        walk,
        true,
      );
      if (fit !== undefined) {
        walk.coerced += Math.max(1, fit.coerced);
        return fit.value;
      }
    }
    // A trial only asks whether it fits, and to try the branch again at every level would double the time with each.
    const [only, ...more] = walk.quiet
      ? []
      : branches.filter(({ node }) => isOfKind(node, own));
    // One branch for values of this kind: its own faults say more than the list of all branches.
    if (only !== undefined && more.length === 0) return only.check(own, walk);
    return walk.fault(misfit(node, value, secret));
  };
}

/** The branch that fits, and among object shapes the one with most of its keys present, then with least coerced. */
function best(
  branches: readonly Branch[],
  value: unknown,
  walk: Walk,
  coerce: boolean,
): Fit | undefined {
  let chosen: Fit | undefined;
  for (const { node, check } of branches) {
    const trial = walk.trial(coerce);
    const result = check(value, trial);
    if (trial.large) walk.large = true;
    if (result === FAULT) continue;
    const fit = {
      value: result,
      present: presentKeys(node, value),
      coerced: trial.coerced,
    };
    if (
      chosen === undefined || fit.present > chosen.present ||
      (fit.present === chosen.present && fit.coerced < chosen.coerced &&
        isPlainObject(value))
    ) chosen = fit;
    if (!isPlainObject(value)) break;
  }
  return chosen;
}

function presentKeys(node: ArgumentNode, value: unknown): number {
  const shape = resolved(node);
  if (shape.kind !== "object" || !isPlainObject(value)) return 0;
  return shape.properties.filter(({ key }) => Object.hasOwn(value, key)).length;
}

function branchOfTag(
  branches: readonly Branch[],
  tag: string,
  literal: unknown,
): Branch | undefined {
  return branches.find(({ node }) =>
    node.kind === "object" &&
    node.properties.some((property) =>
      property.key === tag && property.node.kind === "enum" &&
      property.node.values.some((value) => value === literal)
    )
  );
}

/** Whether an object may be a value. */
function takesObjects(node: ArgumentNode): boolean {
  const shape = resolved(node);
  return shape.kind === "object" || shape.kind === "unknown" ||
    (shape.kind === "union" && shape.branches.some(takesObjects));
}

/** The node that a reference stands for, and the only branch that a nested union has not. */
function resolved(node: ArgumentNode): ArgumentNode {
  let current = node;
  while (current.kind === "reference") current = current.target();
  return current;
}

/** Whether any text at all may be a value, so that none is taken for something else. */
function admitsAnyText(node: ArgumentNode): boolean {
  const shape = resolved(node);
  return shape.kind === "string" || shape.kind === "unknown" ||
    (shape.kind === "union" && shape.branches.some(admitsAnyText));
}

/** Whether some text may be a value, so that text is not decoded as JSON. */
function admitsText(node: ArgumentNode): boolean {
  const shape = resolved(node);
  return admitsAnyText(shape) ||
    (shape.kind === "enum" &&
      shape.values.some((value) => typeof value === "string")) ||
    (shape.kind === "union" && shape.branches.some(admitsText));
}

/** Numbers are tried first, then booleans, then literals, then what is made of parts. */
function rank(node: ArgumentNode): number {
  return ["number", "boolean", "enum"].indexOf(resolved(node).kind) >>> 0;
}

function isOfKind(node: ArgumentNode, value: unknown): boolean {
  switch (resolved(node).kind) {
    case "array":
      return Array.isArray(value);
    case "object":
      return isPlainObject(value);
    case "string":
      return typeof value === "string";
    case "number":
      return typeof value === "number";
    default:
      return false;
  }
}
