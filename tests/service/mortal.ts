import type {
  DedupStore,
  Effector,
  EffectorOptions,
} from "@beam/tools/effector";
import { storeWith, type World } from "./world.ts";

/** A worker that can die without a word: whatever it asks of the store is never answered again. */
export interface Mortal {
  readonly worker: Effector;
  readonly die: () => void;
}

export function mortal(
  world: World,
  changes: Partial<EffectorOptions> = {},
): Mortal {
  let isDead = false;
  const never = new Promise<never>(() => {});
  const living = <Value>(call: () => Promise<Value>): Promise<Value> =>
    isDead ? never : call().then((value) => isDead ? never : value);
  const { publish, store = world.store } = changes;
  const own: DedupStore = storeWith(store, {
    claim: (id, options) => living(() => store.claim(id, options)),
    complete: (id, options) => living(() => store.complete(id, options)),
    release: (id, options) => living(() => store.release(id, options)),
  });
  return {
    worker: world.worker({
      ...changes,
      store: own,
      publish: async (result, bytes) => {
        if (isDead) await never;
        if (publish !== undefined) return await publish(result, bytes);
        world.published.push({ result, bytes });
      },
    }),
    die: () => void (isDead = true),
  };
}
