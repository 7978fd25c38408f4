import type { Check, CheckBuilder } from "./check.ts";
import {
  checkOtherKeys,
  hasOnlyDeclaredKeys,
  undeclaredKeys,
} from "./check_other_keys.ts";
import { missing, tooDeep } from "./common_faults.ts";
import { decodeText } from "./decode_text.ts";
import { holdsSecret } from "./holds_secret.ts";
import { DEEPEST, isPlainObject, setOwn } from "./json_value.ts";
import type { ObjectNode } from "./node.ts";
import { FAULT, misfit, type Walk } from "./walk.ts";

/**
 * The check of an object. `compile.ts` does the same faster for plain objects that fit; a test compares the two.
 */
export function checkObject(node: ObjectNode, builder: CheckBuilder): Check {
  const properties = node.properties.map((property) => ({
    property,
    check: builder.build(property.node),
  }));
  const secret = holdsSecret(node);
  const refuseUndeclared = node.undeclared === "reject"
    ? undeclaredKeys(node)
    : undefined;
  const others = hasOnlyDeclaredKeys(node)
    ? undefined
    : checkOtherKeys(node, builder);

  function declaredKeys(value: Record<string, unknown>, walk: Walk): unknown {
    const result = {};
    let fits = true;
    for (const { property, check } of properties) {
      const { key } = property;
      const member = Object.hasOwn(value, key) ? value[key] : undefined;
      if (member === undefined) {
        if (property.default) setOwn(result, key, property.default.make());
        else if (property.required) {
          missing(property, walk);
          fits = false;
        }
        continue;
      }
      const before = walk.faults.length;
      const checked = check(member, walk);
      if (checked === FAULT) {
        walk.within(key, before);
        fits = false;
      } else setOwn(result, key, checked);
    }
    return fits ? result : FAULT;
  }

  function members(value: Record<string, unknown>, walk: Walk): unknown {
    if (++walk.depth > DEEPEST) return tooDeep(walk);
    const result = declaredKeys(value, walk);
    const fits = others
      ? others(value, result, walk)
      : refuseUndeclared?.(value, walk) ?? true;
    walk.depth--;
    return fits ? result : FAULT;
  }

  return (value, walk) => {
    if (isPlainObject(value)) return members(value, walk);
    if (typeof value === "string" && walk.coerce) {
      return decodeText(
        value,
        "{",
        walk,
        misfit(node, value, secret, "send the object itself, not text"),
        members as Check,
      );
    }
    return walk.fault(misfit(node, value, secret));
  };
}
