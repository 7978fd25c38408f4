import { testDedupStore } from "./conformance/dedup_store.ts";
// By its file, as the suite: an entry would bring the whole effector along.
import { MemoryStore } from "../src/effector/memory_store.ts";

testDedupStore({
  label: "memory",
  open: () => {
    const store = new MemoryStore();
    return Promise.resolve({
      store,
      [Symbol.asyncDispose]: () => store.close(),
    });
  },
  skip: {
    "STORE-7.4": "records are live objects of this process, never read back",
  },
});
