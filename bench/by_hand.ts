/**
 * The checks that somebody would write who has only these two tools: what all
 * other ways are compared with.
 *
 * They refuse what the other ways refuse, undeclared keys too, but they coerce
 * nothing and say nothing of what is wrong.
 */
import type { SmallArguments } from "./cases.ts";

/** Arguments of the small tool, its default filled in. */
// deno-lint-ignore no-explicit-any -- checked by hand
export function checkSmall(value: any): SmallArguments {
  requireObject(value, ["customer_id", "limit"]);
  const { customer_id, limit = 10 } = value;
  requireThat(typeof customer_id === "string" && Number.isSafeInteger(limit));
  return { customer_id, limit };
}

/** Arguments of the nested tool, its default filled in. */
// deno-lint-ignore no-explicit-any -- checked by hand
export function checkNested(value: any): any {
  requireObject(value, NESTED_KEYS);
  const {
    id,
    customer,
    items,
    note,
    currency,
    express = false,
    tags,
    total,
    address,
    count,
  } = value;
  requireThat(typeof id === "string");
  requireObject(customer, ["name", "email", "vip"]);
  requireThat(
    typeof customer.name === "string" && typeof customer.email === "string" &&
      EMAIL.test(customer.email),
  );
  requireThat(customer.vip === undefined || typeof customer.vip === "boolean");
  requireThat(Array.isArray(items));
  for (const item of items) {
    requireObject(item, ["sku", "quantity", "price"]);
    requireThat(
      typeof item.sku === "string" && Number.isSafeInteger(item.quantity) &&
        item.quantity >= 1,
    );
    requireThat(item.price === undefined || typeof item.price === "number");
  }
  requireThat(
    note === undefined || (typeof note === "string" && note.length <= 200),
  );
  requireThat(currency === "EUR" || currency === "USD");
  requireThat(typeof express === "boolean");
  requireThat(Array.isArray(tags));
  for (const tag of tags) requireThat(typeof tag === "string");
  requireThat(typeof total === "number" && total >= 0);
  requireObject(address, ["street", "zip", "country"]);
  requireThat(
    typeof address.street === "string" && typeof address.zip === "string",
  );
  requireThat(
    typeof address.country === "string" && address.country.length === 2,
  );
  requireThat(Number.isSafeInteger(count));
  return { ...value, express };
}

const EMAIL = /^[\w%+.-]+@[\d.A-Za-z-]+\.[A-Za-z]{2,}$/;

const NESTED_KEYS = [
  "id",
  "customer",
  "items",
  "note",
  "currency",
  "express",
  "tags",
  "total",
  "address",
  "count",
];

function requireThat(condition: boolean): asserts condition {
  if (!condition) throw new TypeError("the arguments do not fit");
}

/** Refuses what is no object, and keys that are not declared. */
// deno-lint-ignore no-explicit-any -- checked by hand
function requireObject(value: any, keys: readonly string[]): void {
  requireThat(
    typeof value === "object" && value !== null && !Array.isArray(value),
  );
  for (const key in value) requireThat(keys.includes(key));
}
