/**
 * What `ToolRunner.run` costs beside checking by hand. Each group runs the same call in several ways; the summary of a
 * group gives them as ratios to the hand-written check-and-call.
 */
import { tool, ToolRunner } from "@beam/tools";
import { type } from "arktype";
import { z } from "npm:zod@4.6.7";

interface SmallArguments {
  readonly customer_id: string;
  readonly limit: number;
}

const smallDefinition = {
  customer_id: "string",
  limit: "number.integer = 10",
} as const;

const nestedDefinition = {
  id: "string",
  customer: { name: "string", email: "string.email", "vip?": "boolean" },
  items: [{
    sku: "string",
    quantity: "number.integer >= 1",
    "price?": "number",
  }, "[]"],
  "note?": "string <= 200",
  currency: "'EUR' | 'USD'",
  express: "boolean = false",
  tags: "string[]",
  total: "number >= 0",
  address: { street: "string", zip: "string", country: "string == 2" },
  count: "number.integer",
} as const;

const smallBody = ({ customer_id, limit }: SmallArguments): Promise<string> =>
  Promise.resolve(customer_id + limit);
// deno-lint-ignore no-explicit-any -- each way has its own type for the same arguments
const nestedBody = ({ id, count }: any): Promise<string> =>
  Promise.resolve(id + count);

const small = tool({ name: "small", parameters: smallDefinition }, smallBody);
const nested = tool(
  { name: "nested", parameters: nestedDefinition },
  nestedBody,
);
const runner = new ToolRunner();

const smallType = type(smallDefinition);
const nestedType = type(nestedDefinition);
const smallZod = z.strictObject({
  customer_id: z.string(),
  limit: z.int().default(10),
});
const nestedZod = z.strictObject({
  id: z.string(),
  customer: z.strictObject({
    name: z.string(),
    email: z.email(),
    vip: z.boolean().optional(),
  }),
  items: z.array(
    z.strictObject({
      sku: z.string(),
      quantity: z.int().min(1),
      price: z.number().optional(),
    }),
  ),
  note: z.string().max(200).optional(),
  currency: z.enum(["EUR", "USD"]),
  express: z.boolean().default(false),
  tags: z.array(z.string()),
  total: z.number().min(0),
  address: z.strictObject({
    street: z.string(),
    zip: z.string(),
    country: z.string().length(2),
  }),
  count: z.int(),
});

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

// deno-lint-ignore no-explicit-any -- checked by hand
function checkSmall(value: any): SmallArguments {
  requireObject(value, ["customer_id", "limit"]);
  const { customer_id, limit = 10 } = value;
  requireThat(typeof customer_id === "string" && Number.isSafeInteger(limit));
  return { customer_id, limit };
}

const EMAIL = /^[\w%+.-]+@[\d.A-Za-z-]+\.[A-Za-z]{2,}$/;

// deno-lint-ignore no-explicit-any -- checked by hand
function checkNested(value: any): unknown {
  requireObject(value, Object.keys(NESTED_KEYS));
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

const NESTED_KEYS = {
  id: 1,
  customer: 1,
  items: 1,
  note: 1,
  currency: 1,
  express: 1,
  tags: 1,
  total: 1,
  address: 1,
  count: 1,
};

const order = {
  id: "o-1",
  customer: { name: "Ada", email: "ada@example.org", vip: true },
  items: Array.from(
    { length: 6 },
    (_, index) => ({
      sku: `s${index}`,
      quantity: index + 1,
      price: index * 1.5,
    }),
  ),
  note: "leave it at the door",
  currency: "EUR",
  express: true,
  tags: ["a", "b", "c"],
  total: 12.5,
  address: { street: "Main Street 1", zip: "1234", country: "DE" },
  count: 3,
};

const cases = [
  {
    label: "small, argument present",
    args: { customer_id: "c-42", limit: 5 },
    tool: small,
    ways: waysOfSmall,
  },
  {
    label: "small, argument absent",
    args: { customer_id: "c-42" },
    tool: small,
    ways: waysOfSmall,
  },
  { label: "nested", args: order, tool: nested, ways: waysOfNested },
];

interface Ways {
  readonly byHand: (value: unknown) => Promise<void>;
  readonly arktype: (value: unknown) => Promise<void>;
  readonly zod: (value: unknown) => Promise<void>;
}

function waysOfSmall(): Ways {
  return {
    byHand: async (value) => void await smallBody(checkSmall(value)),
    arktype: async (value) => void await smallBody(smallType.assert(value)),
    zod: async (value) => void await smallBody(smallZod.parse(value)),
  };
}

function waysOfNested(): Ways {
  return {
    byHand: async (value) => void await nestedBody(checkNested(value)),
    arktype: async (value) => void await nestedBody(nestedType.assert(value)),
    zod: async (value) => void await nestedBody(nestedZod.parse(value)),
  };
}

for (const { label, args, tool, ways } of cases) {
  const { byHand, arktype, zod } = ways();
  const text = JSON.stringify(args);
  // What a tool gives is nothing to a bench.
  const run = (args: unknown): Promise<void> =>
    runner.run(tool, args) as Promise<never>;

  const fromText = `${label}, from text`;
  Deno.bench({
    name: "by hand",
    group: fromText,
    baseline: true,
    fn: () => byHand(JSON.parse(text)),
  });
  Deno.bench({
    name: "ToolRunner.run",
    group: fromText,
    fn: () => run(text),
  });
  Deno.bench({
    name: "ArkType",
    group: fromText,
    fn: () => arktype(JSON.parse(text)),
  });
  Deno.bench({
    name: "Zod 4",
    group: fromText,
    fn: () => zod(JSON.parse(text)),
  });

  const fromObject = `${label}, from an object`;
  Deno.bench({
    name: "by hand",
    group: fromObject,
    baseline: true,
    fn: () => byHand(args),
  });
  Deno.bench({
    name: "ToolRunner.run",
    group: fromObject,
    fn: () => run(args),
  });
  Deno.bench({ name: "ArkType", group: fromObject, fn: () => arktype(args) });
  Deno.bench({ name: "Zod 4", group: fromObject, fn: () => zod(args) });
}

const coerced = { customer_id: "c-42", limit: "5" };
const runSmall = (args: unknown): Promise<void> =>
  runner.run(small, args) as Promise<never>;
const misspelt = { customer_id: "c-42", limits: 5 };
Deno.bench({
  name: "fits as it is",
  group: "other outcomes",
  baseline: true,
  fn: () => runSmall(cases[0]!.args),
});
Deno.bench({
  name: "is coerced",
  group: "other outcomes",
  fn: () => runSmall(coerced),
});
Deno.bench({
  name: "is refused",
  group: "other outcomes",
  fn: () => runSmall(misspelt).catch(() => {}),
});

let count = 0;
const fresh = (): Record<string, string> => ({
  [`a${count++}`]: "string",
  b: "number.integer = 10",
  "c?": "boolean",
});
Deno.bench({
  name: "type()",
  group: "declaring",
  baseline: true,
  n: 200,
  fn: () => void type(fresh() as never),
});
Deno.bench({
  name: "tool()",
  group: "declaring",
  n: 200,
  fn: () => void tool({ name: "fresh", parameters: fresh() as never }, () => 1),
});
