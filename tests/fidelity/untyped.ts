/**
 * ArkType without the types that read a definition: what is tested is made of definitions that nobody would write, and
 * of ones made at random.
 */
import * as arktype from "arktype";

// deno-lint-ignore no-explicit-any -- see above
export const type: any = arktype.type;
// deno-lint-ignore no-explicit-any -- see above
export const scope: any = arktype.scope;
