/** A worker as it is deployed: the effector itself is what `deno serve` serves. */
import { ToolRegistry } from "@beam/tools";
import { Effector, MemoryStore, superviseProcess } from "@beam/tools/effector";
import { charge } from "../service/world.ts";
import { KEYRING } from "./served.ts";

const effector = new Effector({
  registry: new ToolRegistry([charge([])]),
  store: new MemoryStore(),
  publish: () => {},
  keyring: KEYRING,
});
superviseProcess(effector);

export default effector satisfies Deno.ServeDefaultExport;
