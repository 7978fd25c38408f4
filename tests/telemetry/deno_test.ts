import { assert, assertEquals } from "@std/assert";
import { traceId } from "@beam/tools/effector";

/** As far as it is looked at. */
interface ExportedSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly links?: readonly { readonly spanId: string }[];
}

const WORKER = new URL("./deno_worker.ts", import.meta.url);
/** By the OTLP specification. */
const KIND = { internal: 1, server: 2, client: 3, consumer: 5 };
/** By Python's uuid module, over `757365722d31|1|INTENT_EMITTED|0`. */
const STAGED = "f62c63185119532e";

Deno.test("TEL-6.1 Deno exports what an effector reports", async () => {
  const bodies: string[] = [];
  await using collector = Deno.serve({
    port: 0,
    hostname: "127.0.0.1",
    onListen: () => {},
  }, async (request) => {
    bodies.push(await request.text());
    return Response.json({});
  });

  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", WORKER.href],
    env: {
      OTEL_DENO: "true",
      OTEL_DENO_CONSOLE: "ignore",
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.addr.port}`,
    },
  }).output();

  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  assertEquals(text(stdout), "200\n", text(stderr));
  const exported = bodies.map((body) => JSON.parse(body));
  const spans = [...below("spans", exported)] as ExportedSpan[];
  const one = (name: string, kind: number, parent?: string) => {
    const [span] = spans.filter((span) =>
      span.name === name && span.kind === kind &&
      (parent === undefined || span.parentSpanId === parent)
    );
    assert(span !== undefined, `no ${name} among ${JSON.stringify(spans)}`);
    return span;
  };
  const delivery = one("process", KIND.consumer);
  assertEquals(delivery.traceId, traceId("user-1", 1n).toHex());
  assertEquals(delivery.parentSpanId, STAGED);
  assertEquals(delivery.links?.map(({ spanId }) => spanId), [
    STAGED,
    one("POST", KIND.server).spanId,
  ]);
  const call = one("execute_tool charge", KIND.internal, delivery.spanId);
  one("GET", KIND.client, call.spanId);
  const metrics = [...below("metrics", exported)] as { name: string }[];
  const names = new Set(metrics.map(({ name }) => name));
  assert(names.has("messaging.process.duration"), [...names].join());
  assert(names.has("gen_ai.execute_tool.duration"));
  assert(names.has("beam_tools.effector.events"));
});

/** What the lists of this name hold, wherever they are. */
function* below(name: string, value: unknown): Iterable<unknown> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === name && Array.isArray(inner)) yield* inner;
    else yield* below(name, inner);
  }
}
