import { assertEquals } from "@std/assert";
import { type OnCrash, tool } from "@beam/tools";
import {
  type EffectorOptions,
  encodeResult,
  StoreRecordError,
  type ToolIntent,
} from "@beam/tools/effector";
import { SpanStatusCode } from "@opentelemetry/api";
import { openTelemetry } from "@beam/tools/telemetry/opentelemetry";
import { happened } from "../service/manual_clock.ts";
import {
  bytesOf,
  intent,
  LEASE_MS,
  NOW,
  storeWith,
  summary,
  type World,
  world,
} from "../service/world.ts";
import { type Sdk, sdk, shown } from "./sdk.ts";

/** One way of an intent to end, and what its spans say of it. */
interface Row {
  /** What came of it: {@linkcode summary}. */
  readonly ends: string;
  /** What the delivery failed with, or `ok`. */
  readonly delivery: string;
  /** What the call failed with, or `ok`; nothing where there was none. */
  readonly call?: string;
  readonly intent?: Partial<ToolIntent>;
  /** What the tool does. */
  readonly body?: () => unknown;
  readonly options?: (shop: World) => Partial<EffectorOptions>;
  /** What comes before it, on another worker. */
  readonly before?: (shop: World) => Promise<unknown>;
}

const fails = (): never => {
  throw new Error("no connection");
};

const ROWS: readonly Row[] = [
  { ends: "ack ok", delivery: "ok", call: "ok" },
  {
    ends: "ack error",
    delivery: "tool_failed",
    call: "tool_failed",
    body: fails,
  },
  {
    ends: "ack error",
    delivery: "timed_out",
    call: "timed_out",
    body: () => new Promise(() => {}),
    options: () => ({ timeoutMs: 1 }),
  },
  {
    ends: "ack error",
    delivery: "unencodable_result",
    call: "unencodable_result",
    body: () => new Map(),
  },
  {
    ends: "ack error",
    delivery: "result_too_large",
    call: "result_too_large",
    body: () => "x".repeat(600_000),
  },
  {
    ends: "ack error",
    delivery: "effect_unknown",
    before: (shop) => dies(shop),
  },
  {
    ends: "ack rejected",
    delivery: "unknown_tool",
    intent: { toolName: "refund" },
  },
  {
    ends: "ack rejected",
    delivery: "read_only_tool",
    intent: { toolName: "lookup" },
  },
  {
    ends: "ack rejected",
    delivery: "invalid_arguments",
    intent: { argsJson: '{"cents":"many"}' },
  },
  {
    ends: "ack rejected",
    delivery: "unknown_kind",
    intent: { kind: 7 },
  },
  {
    ends: "ack rejected",
    delivery: "no_approval_channel",
    intent: { kind: "approval" },
  },
  {
    ends: "ack nothing",
    delivery: "ok",
    intent: { kind: "approval" },
    options: () => ({ requestApproval: () => {} }),
  },
  {
    ends: "ack expired",
    delivery: "expired",
    intent: { expiresAtMs: BigInt(NOW) },
  },
  {
    ends: "nack store_unavailable",
    delivery: "store_unavailable",
    options: ({ store }) => ({ store: storeWith(store, { claim: fails }) }),
  },
  {
    ends: "nack publish_failed",
    delivery: "publish_failed",
    call: "ok",
    options: () => ({ publish: fails }),
  },
  {
    ends: "nack reconcile_failed",
    delivery: "reconcile_failed",
    intent: { toolName: "asked" },
    before: (shop) => dies(shop, { toolName: "asked" }),
  },
  {
    ends: "nack approval_failed",
    delivery: "approval_failed",
    intent: { kind: "approval" },
    options: () => ({ requestApproval: fails }),
  },
  {
    ends: "dead_letter intent_conflict",
    delivery: "intent_conflict",
    before: (shop) =>
      shop.worker().execute(intent({ argsJson: '{"cents":1}' })),
  },
  {
    ends: "dead_letter damaged_record",
    delivery: "damaged_record",
    options: ({ store }) => ({
      store: storeWith(store, {
        claim: (id) => Promise.reject(new StoreRecordError(id, "it is torn")),
      }),
    }),
  },
];

for (const row of ROWS) {
  const name = "TEL-2.1 A failure has its stable code and the status ERROR";
  Deno.test(`${name}: ${row.ends}, ${row.delivery}`, async () => {
    const seen = sdk();
    const shop = shopWith(row.body);
    await row.before?.(shop);
    const options = row.options?.(shop) ?? {};
    const worker = shop.worker({ ...options, ...openTelemetry(seen) });

    const delivery = await shop.clock.until(
      worker.handle(bytesOf(row.intent ?? {})),
    );

    assertEquals(summary(delivery), row.ends);
    assertEquals(errorsOf(seen, "process"), [errorOf(row.delivery)]);
    assertEquals(
      errorsOf(seen, "execute_tool charge"),
      row.call === undefined ? [] : [errorOf(row.call)],
    );
  });
}

Deno.test("TEL-2.2 An intent in flight elsewhere is no failure", async () => {
  const seen = sdk();
  const shop = shopWith();
  await falls(shop);

  const delivery = await shop.worker(openTelemetry(seen)).handle(bytesOf());

  assertEquals(summary(delivery), "nack in_flight");
  const [span, ...others] = seen.spans().map(shown);
  assertEquals(others, []);
  assertEquals(span?.status, "UNSET");
  assertEquals(span?.attributes["error.type"], undefined);
  assertEquals(span?.attributes["beam_tools.delivery.kind"], "nack");
  assertEquals(span?.attributes["beam_tools.delivery.reason"], "in_flight");
});

Deno.test("TEL-2.3 An outcome that is repeated is marked", async () => {
  const seen = sdk();
  const shop = shopWith(fails);
  await shop.worker().handle(bytesOf());

  const delivery = await shop.worker(openTelemetry(seen)).handle(bytesOf());

  assertEquals(summary(delivery), "ack error again");
  const [span, ...others] = seen.spans().map(shown);
  assertEquals(others, []);
  assertEquals(span?.attributes["error.type"], "tool_failed");
  assertEquals(span?.attributes["beam_tools.delivery.repeated"], true);
  assertEquals(span?.attributes["beam_tools.result.status"], "error");
});

Deno.test("TEL-2.4 A call that was taken over fails with claim lost", async () => {
  const seen = sdk();
  const calls: string[] = [];
  const shop = shopWith(() => {
    calls.push("called");
    return new Promise(() => {});
  });
  let renewals = 0;
  const worker = shop.worker({
    ...openTelemetry(seen),
    store: storeWith(shop.store, {
      // The claim is the store's, its renewal is told of another attempt.
      claim: async (id, options) => {
        const outcome = await shop.store.claim(id, options);
        if (outcome.kind !== "claimed" || renewals++ === 0) return outcome;
        return { ...outcome, attempt: 2 };
      },
    }),
  });

  const delivery = worker.handle(bytesOf());
  await happened(() => calls.length === 1);
  await shop.clock.advance(LEASE_MS);

  assertEquals(summary(await delivery), "nack claim_lost");
  assertEquals(errorsOf(seen, "process"), [errorOf("claim_lost")]);
  assertEquals(errorsOf(seen, "execute_tool charge"), [errorOf("claim_lost")]);
});

Deno.test("TEL-2.5 A code of another writer is not passed on", async () => {
  const { intentId, entityKey, seq } = intent();
  for (const errorMessage of ["no code", "toString: secret", "secret", ""]) {
    const seen = sdk();
    const shop = shopWith();
    const result = encodeResult({
      intentId,
      entityKey,
      seq,
      status: "error",
      payload: new Uint8Array(),
      errorMessage,
      completedAtMs: BigInt(NOW),
    });
    const worker = shop.worker({
      ...openTelemetry(seen),
      store: storeWith(shop.store, {
        claim: () => Promise.resolve({ kind: "done", result }),
      }),
    });

    await worker.handle(bytesOf());

    assertEquals(errorsOf(seen, "process"), [errorOf("_OTHER")]);
  }
});

/** A world whose `charge` does this. */
function shopWith(body: () => unknown = () => "charged"): World {
  const sideEffect = true;
  const parameters = { cents: "number" } as const;
  // The other side does not answer.
  const onCrash: OnCrash<object> = fails;
  return world(() => [
    tool({ name: "charge", sideEffect, parameters }, () => body()),
    tool({ name: "asked", sideEffect, parameters, onCrash }, () => body()),
    tool({ name: "lookup", parameters }, () => "found"),
  ]);
}

/** A worker claims the intent, and is heard of no more. */
async function falls(
  { store, worker }: World,
  changes: Partial<ToolIntent> = {},
): Promise<void> {
  const claimed = Promise.withResolvers<void>();
  let isSilent = false;
  const silent = storeWith(store, {
    claim: async (id, options) => {
      if (!isSilent) await store.claim(id, options);
      isSilent = true;
      claimed.resolve();
      return await new Promise<never>(() => {});
    },
  });
  worker({ store: silent }).execute(intent(changes));
  await claimed.promise;
}

/** The same, so long ago that its lease is over. */
async function dies(
  shop: World,
  changes: Partial<ToolIntent> = {},
): Promise<void> {
  await falls(shop, changes);
  await shop.clock.advance(LEASE_MS);
}

/** What the spans of this name say of an error. */
function errorsOf(seen: Sdk, name: string) {
  return seen.named(name).map(({ attributes, status }) => ({
    errorType: attributes["error.type"],
    status: SpanStatusCode[status.code],
    description: status.message,
  }));
}

function errorOf(code: string) {
  if (code === "ok") {
    return { errorType: undefined, status: "UNSET", description: undefined };
  }
  return { errorType: code, status: "ERROR", description: undefined };
}
