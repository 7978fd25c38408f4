import { assertEquals } from "@std/assert";
import {
  context,
  type ContextManager,
  type Meter,
  ROOT_CONTEXT,
  type Span,
  trace,
  type Tracer,
} from "@opentelemetry/api";
import {
  openTelemetry,
  type OpenTelemetryOptions,
} from "@beam/tools/telemetry/opentelemetry";
import { bytesOf, storeWith, summary, world } from "../service/world.ts";
import { contextManager, sdk } from "./sdk.ts";

const fails = (): never => {
  throw new Error("whoever watches is broken");
};

const { tracer, meter } = sdk();

const BROKEN: Readonly<Record<string, OpenTelemetryOptions>> = {
  "startSpan": { tracer: tracerOf(fails) },
  "no span": { tracer: tracerOf(() => null as never) },
  ...Object.fromEntries(
    (["setAttributes", "setStatus", "end", "spanContext"] as const)
      .map((method) => [method, { tracer: withBroken(method) }]),
  ),
  "record": {
    meter: meterOf({ createHistogram: () => ({ record: fails }) }),
  },
  "add": { meter: meterOf({ createCounter: () => ({ add: fails }) }) },
};

for (const [label, options] of Object.entries(BROKEN)) {
  Deno.test(`TEL-5.1 A tracer or a meter that throws loses nothing: ${label}`, async () => {
    using _manager = contextManager();

    await losesNothing(options);
  });
}

Deno.test("TEL-5.1 A tracer or a meter that throws loses nothing: before the work", async () => {
  using _manager = brokenManager(fails);

  await losesNothing({ tracer });
});

Deno.test("TEL-5.1 A tracer or a meter that throws loses nothing: after the work", async () => {
  using _manager = brokenManager((work) => {
    work();
    return fails();
  });

  await losesNothing({ tracer });
});

Deno.test("TEL-5.1 A tracer or a meter that throws loses nothing: the span around it", async () => {
  using _manager = contextManager();
  const span = withBroken("spanContext").startSpan("request");

  await context.with(
    trace.setSpan(context.active(), span),
    () => losesNothing({ tracer }),
  );
});

Deno.test("TEL-5.2 What throws in an effector comes through", async () => {
  const seen = sdk();
  const shop = world();
  const cause = new Error("out of memory");
  const worker = shop.worker({
    ...openTelemetry(seen),
    store: storeWith(shop.store, {
      claim: () =>
        Promise.resolve({
          get kind(): never {
            throw cause;
          },
        }),
    }),
  });

  const delivery = await worker.handle(bytesOf());

  assertEquals(delivery, { kind: "nack", reason: "unexpected", cause });
  assertEquals(
    seen.spans().map(({ attributes }) => attributes["error.type"]),
    ["unexpected"],
  );
});

Deno.test("TEL-5.3 Only this entry loads OpenTelemetry", async () => {
  const [entry, ...others] = await Promise.all(
    ["telemetry/opentelemetry", "effector", "stores/deno-kv"].map((name) =>
      loadedBy(`@beam/tools/${name}`)
    ),
  );
  others.push(await loadedBy("@beam/tools"));

  const isOpenTelemetry = (specifier: string) =>
    specifier.includes("opentelemetry");
  assertEquals(entry?.some(isOpenTelemetry), true);
  for (const loaded of others) {
    assertEquals(loaded.length > 1, true);
    assertEquals(loaded.filter(isOpenTelemetry), []);
  }
});

/** One intent that is carried out, and one that is rejected. */
async function losesNothing(options: OpenTelemetryOptions): Promise<void> {
  const shop = world();
  const worker = shop.worker(openTelemetry(options));

  const deliveries = [
    await worker.handle(bytesOf({ traceId: new Uint8Array(16).fill(1) })),
    await worker.handle(bytesOf({ stepIndex: 1, toolName: "refund" })),
  ];

  assertEquals(deliveries.map(summary), ["ack ok", "ack rejected"]);
  assertEquals(shop.effects.length, 1);
  assertEquals(shop.published.length, 2);
}

function tracerOf(startSpan: Tracer["startSpan"]): Tracer {
  return { startSpan, startActiveSpan: fails };
}

/** A tracer of spans that have one method that throws. */
function withBroken(method: keyof Span): Tracer {
  return tracerOf((...args) =>
    Object.assign(tracer.startSpan(...args), { [method]: fails })
  );
}

function meterOf(broken: Partial<Meter>): Meter {
  return Object.assign(Object.create(meter), broken);
}

/** A context manager that enters a context like this. */
function brokenManager(
  enter: (work: () => unknown) => never,
): Disposable {
  const manager: ContextManager = {
    active: () => ROOT_CONTEXT,
    with: (_context, work, self, ...args) =>
      enter(() => work.apply(self as never, args)),
    bind: (_context, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  context.setGlobalContextManager(manager);
  return { [Symbol.dispose]: () => context.disable() };
}

/** The modules and packages of an entry. */
async function loadedBy(entry: string): Promise<readonly string[]> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", import.meta.resolve(entry)],
  }).output();
  const { modules, npmPackages } = JSON.parse(new TextDecoder().decode(stdout));
  return [
    ...modules.map(({ specifier }: { specifier: string }) => specifier),
    ...Object.keys(npmPackages),
  ];
}
