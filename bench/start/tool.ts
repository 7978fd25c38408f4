/** Starts, loads this package and declares one tool. */
import { tool } from "@beam/tools";

tool(
  {
    name: "lookup_customer",
    parameters: { customer_id: "string", limit: "number.integer = 10" },
  },
  ({ customer_id }) => customer_id,
);
