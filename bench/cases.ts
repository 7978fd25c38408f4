/**
 * The calls that are measured: a small tool with a default, and a nested one. Each
 * tool is defined for ArkType and for Zod, by the same rules, and checked by hand.
 */
import { z } from "npm:zod@4.6.7";
import { checkNested, checkSmall } from "./by_hand.ts";

/** Arguments of the small tool. */
export interface SmallArguments {
  /** Whom to look up. */
  readonly customer_id: string;
  /** How many to give. */
  readonly limit: number;
}

/** What every way gets, to make the same tool of it. */
export interface ToolCase {
  /** What the tool is called. */
  readonly name: string;
  /** Its arguments for ArkType. */
  readonly definition: Readonly<Record<string, unknown>>;
  /** Its arguments for Zod. */
  readonly schema: z.ZodObject;
  /** Whether undeclared keys are refused by what has to be told so. `schema` says it for whoever reads that. */
  readonly strict: boolean;
  /** Its arguments, checked by hand. */
  // deno-lint-ignore no-explicit-any -- each way has its own type for the same arguments
  readonly check: (value: unknown) => any;
  /** What it does. */
  // deno-lint-ignore no-explicit-any -- as above
  readonly body: (args: any) => Promise<string>;
}

/** One call of a tool. */
export interface Call {
  /** What the table calls it. */
  readonly label: string;
  /** What is called. */
  readonly tool: ToolCase;
  /** What it is called with. */
  readonly args: Readonly<Record<string, unknown>>;
}

/** The definition of the small tool. */
export const smallDefinition = {
  customer_id: "string",
  limit: "number.integer = 10",
} as const;

/** The definition of the nested tool. */
export const nestedDefinition = {
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

/** A small tool with a default. */
export const small: ToolCase = {
  name: "small",
  definition: smallDefinition,
  schema: z.strictObject({
    customer_id: z.string(),
    limit: z.int().default(10),
  }),
  strict: true,
  check: checkSmall,
  body: ({ customer_id, limit }) => Promise.resolve(customer_id + limit),
};

/** The small tool, written as the guides of ArkType and Zod begin: undeclared keys are not spoken of. */
export const loose: ToolCase = {
  ...small,
  schema: z.object(small.schema.shape),
  strict: false,
};

/** A tool with objects and arrays inside. */
export const nested: ToolCase = {
  name: "nested",
  definition: nestedDefinition,
  schema: z.strictObject({
    id: z.string(),
    customer: z.strictObject({
      name: z.string(),
      email: z.email(),
      vip: z.boolean().optional(),
    }),
    items: z.array(z.strictObject({
      sku: z.string(),
      quantity: z.int().min(1),
      price: z.number().optional(),
    })),
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
  }),
  strict: true,
  check: checkNested,
  body: ({ id, count }) => Promise.resolve(id + count),
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

/** The calls, in the order of the tables. */
export const calls: readonly Call[] = [
  {
    label: "small, argument present",
    tool: small,
    args: { customer_id: "c-42", limit: 5 },
  },
  {
    label: "small, argument absent",
    tool: small,
    args: { customer_id: "c-42" },
  },
  { label: "nested", tool: nested, args: order },
];
