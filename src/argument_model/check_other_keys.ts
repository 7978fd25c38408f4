import type { Check, CheckBuilder } from "./check.ts";
import { shortened } from "./expected.ts";
import { setOwn } from "./json_value.ts";
import { nearestName } from "./nearest_name.ts";
import type { ObjectNode } from "./node.ts";
import { FAULT, MOST_FAULTS, SECRET_KEY, Walk } from "./walk.ts";

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

/** Whether an object takes nothing but its declared keys, or leaves all others out. */
export function hasOnlyDeclaredKeys(node: ObjectNode): boolean {
  return typeof node.undeclared === "string" && node.patterns.length === 0;
}

/**
 * Refuses a declared key that the object has without owning it, which is what code that reads `value.key` would take
 * for an argument; gives whether there is none.
 */
export function ownsItsKeys(
  node: ObjectNode,
): (value: Record<string, unknown>, walk: Walk) => boolean {
  // Names that every object inherits are asked for as own keys by the code itself.
  const names = node.properties.map(({ key }) => key)
    .filter((key) => !(key in Object.prototype));
  return (value, walk) => {
    for (const key of names) {
      // A Proxy may give a value for a key that it says it has not.
      if (Object.hasOwn(value, key) || value[key] === undefined) continue;
      walk.fault(
        () => ({ expected: "a key of its own", found: "an inherited one" }),
        [key],
      );
      return false;
    }
    return true;
  };
}

function refuseKey(key: string, node: ObjectNode, walk: Walk): void {
  walk.fault(() => {
    const near = nearestName(
      key,
      node.properties.map((property) => property.key),
    );
    return {
      expected: "no such key",
      found: "a key that is not declared",
      hint: near === undefined
        ? "leave it out"
        : `did you mean ${JSON.stringify(shortened(near, 80))}?`,
    };
  }, [keyShown(key, node)]);
}

/** A key as an error shows it; that of a secret object is part of the secret unless it is declared. */
function keyShown(key: string, node: ObjectNode): string {
  return node.secret ? SECRET_KEY : shortened(key, 80);
}

/** Records why a value that other rules have taken does not fit one more. */
function faultsOf(check: Check, value: unknown, walk: Walk): typeof FAULT {
  const strict = new Walk(false, false, walk.depth);
  check(value, strict);
  for (const fault of strict.faults) {
    walk.fault(() => fault, fault.path);
  }
  return FAULT;
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

  /**
   * What every rule for the key makes of its value. The first one may coerce it, and the others then judge that: of
   * two rules for one key neither changes the value in another way, so they need not make it again.
   */
  function checked(
    key: string,
    value: unknown,
    first: Check | undefined,
    walk: Walk,
  ): unknown {
    let member: unknown = first?.(value, walk);
    for (const { expression, check } of patterns) {
      if (member === FAULT) break;
      if (!expression.test(key)) continue;
      if (first === undefined) {
        first = check;
        member = check(value, walk);
      } else {
        const judged = walk.coerce ? member : value;
        if (check(judged, walk.trial(false)) === FAULT) {
          member = walk.quiet ? FAULT : faultsOf(check, judged, walk);
        }
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
        const own = !walk.coerce && Object.hasOwn(value, key);
        const came = own ? value[key] ?? member : member;
        const judged = checked(key, came, () => member, walk);
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
          walk.within(keyShown(key, node), before);
          fits = false;
        } else if (fits) setOwn(result as object, key, judged);
      }
      if (walk.count > MOST_FAULTS) break;
    }
    return fits;
  };
}
