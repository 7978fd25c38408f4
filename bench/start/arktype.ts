/** Starts, loads ArkType and declares one type. */
import { type } from "arktype";

type({ customer_id: "string", limit: "number.integer = 10" });
