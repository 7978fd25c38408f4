/**
 * The model that stores are compared with: for each intent the history of what
 * happened, from which every answer is worked out anew, by `spec/store.md`.
 */

/** The lease of every claim in a schedule. */
export const LEASE_MS = 60_000;
/** The life of every result in a schedule. */
export const TTL_MS = 1_200_000;

/** One call on a store. */
export type Call =
  & { readonly id: string; readonly token: string }
  & (
    | {
      readonly kind: "claim";
      readonly now: number;
      readonly started: boolean;
      readonly fingerprint: string;
    }
    | { readonly kind: "mark" | "release" }
    | { readonly kind: "complete"; readonly now: number; readonly text: string }
  );

/** Values of an outcome's fields, in the order of the fields' names. */
export type Answer = readonly (string | number | boolean)[];

/** For each id all that happened since it was last unknown; nothing else is kept. */
export type Model = ReadonlyMap<string, readonly Event[]>;

type Event =
  | {
    readonly kind: "claimed" | "renewed";
    readonly token: string;
    readonly until: number;
    readonly fingerprint: string;
  }
  | { readonly kind: "started" | "released"; readonly token: string }
  | {
    readonly kind: "completed";
    readonly token: string;
    readonly until: number;
    readonly text: string;
  };

/** The models after a round, one for each order of the calls that gives these answers. */
export function explain(
  models: readonly Model[],
  calls: readonly Call[],
  answers: readonly string[],
): readonly Model[] {
  const found = new Map<string, Model>();
  for (const order of orders(calls.map((_, index) => index))) {
    for (const start of models) {
      let model: Model | undefined = start;
      for (const index of order) {
        model = step(model, calls[index] as Call, answers[index] as string);
        if (model === undefined) break;
      }
      if (model !== undefined) {
        found.set(JSON.stringify([...model].sort()), model);
      }
    }
  }
  return [...found.values()];
}

/** The model after one call, or undefined when it would have answered otherwise. */
function step(model: Model, call: Call, given: string): Model | undefined {
  const history = model.get(call.id) ?? [];
  const [expected, ...events] = expect(history, call);
  if (JSON.stringify(expected) !== given) return undefined;
  const forgotten = call.kind === "claim" && ended(history, call.now);
  const kept = forgotten ? [] : history;
  return new Map([...model, [call.id, [...kept, ...events]]]);
}

function ended(history: readonly Event[], now: number): boolean {
  const last = history.at(-1);
  return last?.kind === "completed" && now >= last.until;
}

/** The answer by the rules of `spec/store.md`, and what has happened then. */
function expect(all: readonly Event[], call: Call): [Answer, ...Event[]] {
  const { token } = call;
  const history = call.kind === "claim" && ended(all, call.now) ? [] : all;
  const claims = history.flatMap((event) =>
    event.kind === "claimed" ? [event] : []
  );
  const claim = claims.at(-1);
  const since = claim === undefined
    ? []
    : history.slice(history.lastIndexOf(claim));
  const done = history.find((event) => event.kind === "completed");
  const released = since.some((event) => event.kind === "released");
  const started = since.some((event) => event.kind === "started");
  const startedBefore = history.slice(0, history.length - since.length)
    .some((event) => event.kind === "started");
  const mine = claim?.token === token;
  const owner = mine && !released && done === undefined;

  switch (call.kind) {
    case "claim": {
      const { now, fingerprint } = call;
      const until = now + LEASE_MS;
      const mark: Event[] = call.started ? [{ kind: "started", token }] : [];
      if (claim !== undefined && claim.fingerprint !== fingerprint) {
        return [["conflict"]];
      }
      if (done !== undefined) return [["done", done.text]];
      if (owner) {
        const renewed = { kind: "renewed", token, until, fingerprint } as const;
        const answer = [claims.length, "claimed", startedBefore];
        return [answer, renewed, ...mark];
      }
      const leases = since.flatMap((event) =>
        event.kind === "claimed" || event.kind === "renewed"
          ? [event.until]
          : []
      );
      const end = Math.max(0, ...leases);
      if (!released && now < end) return [["in_flight", end]];
      const claimed = { kind: "claimed", token, until, fingerprint } as const;
      const answer = [claims.length + 1, "claimed", started || startedBefore];
      return [answer, claimed, ...mark];
    }
    case "mark":
      return owner
        ? [["started"], { kind: "started", token }]
        : [["claim_lost"]];
    case "release":
      if (mine && released) return [["released"]];
      if (!owner) return [["claim_lost"]];
      return started
        ? [["started"]]
        : [["released"], { kind: "released", token }];
    case "complete": {
      const { text, now } = call;
      if (done?.token === token) return [["completed", done.text]];
      if (!owner) return [["claim_lost"]];
      const until = now + TTL_MS;
      return [["completed", text], { kind: "completed", token, until, text }];
    }
  }
}

function* orders(items: readonly number[]): Generator<readonly number[]> {
  if (items.length === 0) yield [];
  for (const item of items) {
    for (const rest of orders(items.filter((other) => other !== item))) {
      yield [item, ...rest];
    }
  }
}
