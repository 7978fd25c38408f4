import type { Check, CheckBuilder } from "./check.ts";
import { shortened } from "./expected.ts";
import { setOwn } from "./json_value.ts";
import { nearestName } from "./nearest_name.ts";
import type { ObjectNode } from "./node.ts";
import { FAULT, MOST_FAULTS, Walk } from "./walk.ts";

/** Refuses each key of an object that is not declared; gives whether there is none. */
export function undeclaredKeys(
  node: ObjectNode,
): (value: Record<string, unknown>, walk: Walk) => boolean {
  const declared: ReadonlySet<string> = new Set(
    node.properties.map(({ key }) => key),
  );
  return (value, walk) => {
    let fits = true;
    for (const key of Object.keys(value)) {
      if (declared.has(key)) continue;
      refuseKey(key, node, walk);
      fits = false;
      if (walk.count > MOST_FAULTS) break;
    }
    return fits;
  };
}

function refuseKey(key: string, node: ObjectNode, walk: Walk): void {
  const near = nearestName(
    key,
    node.properties.map((property) => property.key),
  );
  const before = walk.faults.length;
  walk.fault(
    "no such key",
    "a key that is not declared",
    near === undefined
      ? "leave it out"
      : `did you mean ${JSON.stringify(near)}?`,
  );
  walk.within(shortened(key, 80), before);
}

/** The check of the keys that match a pattern or are not declared; adds them to the result. */
export function checkOtherKeys(
  node: ObjectNode,
  builder: CheckBuilder,
): (value: Record<string, unknown>, result: unknown, walk: Walk) => boolean {
  const declared: ReadonlySet<string> = new Set(
    node.properties.map(({ key }) => key),
  );
  const patterns = node.patterns.map(({ expression, node }) => ({
    expression,
    check: builder.build(node),
  }));
  const rest = typeof node.undeclared === "string"
    ? undefined
    : builder.build(node.undeclared);

  /** What every rule for the key makes of its value; the first one may coerce it, the others then judge that. */
  function checked(
    key: string,
    value: unknown,
    first: Check | undefined,
    walk: Walk,
  ): unknown {
    let member = first === undefined ? value : first(value, walk);
    let current = walk;
    for (const { expression, check } of patterns) {
      if (member === FAULT) break;
      if (!expression.test(key)) continue;
      if (first !== undefined && current === walk) {
        current = new Walk(false, walk.quiet, walk.depth);
      }
      first ??= check;
      member = check(member, current);
    }
    if (current !== walk) {
      for (const fault of current.faults) {
        walk.fault(fault.expected, fault.found, fault.hint, fault.path);
      }
    }
    return member;
  }

  return (value, result, walk) => {
    let fits = result !== FAULT;
    if (fits) {
      for (const key of declared) {
        const member = (result as Record<string, unknown>)[key];
        if (!Object.hasOwn(result as object, key) || patterns.length === 0) {
          continue;
        }
        const before = walk.faults.length;
        const judged = checked(key, member, (kept) => kept, walk);
        if (judged === FAULT) {
          walk.within(key, before);
          fits = false;
        }
      }
    }
    for (const key of Object.keys(value)) {
      if (declared.has(key)) continue;
      const matched = patterns.some(({ expression }) => expression.test(key));
      if (!matched && rest === undefined) {
        if (node.undeclared === "delete") continue;
        refuseKey(key, node, walk);
        fits = false;
      } else {
        const member = value[key];
        if (member === undefined) continue;
        const before = walk.faults.length;
        const judged = checked(key, member, matched ? undefined : rest, walk);
        if (judged === FAULT) {
          walk.within(shortened(key, 80), before);
          fits = false;
        } else if (fits) setOwn(result as object, key, judged);
      }
      if (walk.count > MOST_FAULTS) break;
    }
    return fits;
  };
}
