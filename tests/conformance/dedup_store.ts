/**
 * The suite that every {@linkcode DedupStore} passes; `spec/store.md` has the words.
 */
// The port by its file: a store's own test needs no effector around it.
import type { DedupStore } from "../../src/effector/store.ts";
import { testLimits } from "./dedup_store/limits.ts";
import { testOwners } from "./dedup_store/owners.ts";
import { testReleases } from "./dedup_store/releases.ts";
import { testResults } from "./dedup_store/results.ts";
import { runRandomSchedules } from "./dedup_store/schedules.ts";

/** A store under test, closed and removed with `await using`. */
export interface OpenedStore extends AsyncDisposable {
  /** The store, empty. */
  readonly store: DedupStore;
  /** Replaces the record of an intent by one that cannot be read. */
  readonly corrupt?: (intentId: string) => Promise<void>;
}

/** What the suite needs to know of an implementation. */
export interface DedupStoreSuite {
  /** Ends each test's name. */
  readonly label: string;
  /** Opens a new, empty store. */
  readonly open: () => Promise<OpenedStore>;
  /** Number of random schedules; 1,000 unless set. */
  readonly schedules?: number | undefined;
  /** Scenarios that cannot apply, by id, each with its reason. */
  readonly skip?: Readonly<Record<string, string>> | undefined;
}

/** Registers the suite for one implementation. */
export function testDedupStore(suite: DedupStoreSuite): void {
  const { label, open, schedules = 1_000, skip = {} } = suite;

  function test(
    name: string,
    body: (opened: OpenedStore) => Promise<void>,
  ): void {
    const [id = ""] = name.split(" ");
    const ignore = Object.hasOwn(skip, id);
    Deno.test({ name: `${name}: ${label}`, ignore }, async () => {
      await using opened = await open();
      await body(opened);
    });
  }

  testOwners(test);
  testResults(test);
  testReleases(test);
  testLimits(test, open);
  test(
    "STORE-9.1 Every schedule agrees with the model",
    ({ store }) => runRandomSchedules(store, schedules),
  );
}
