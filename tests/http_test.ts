/** Which outcome has which status, over a real connection. */
import { assert, assertEquals, assertFalse } from "@std/assert";
import {
  encodeIntent,
  MemoryStore,
  StoreRecordError,
  type ToolIntent,
} from "@beam/tools/effector";
import { connect, postHead } from "./http/raw_client.ts";
import {
  type Answer,
  brief,
  KEY,
  KEYRING,
  serve,
  signed,
} from "./http/served.ts";
import { happened } from "./service/manual_clock.ts";
import { intent, LEASE_MS, storeWith, world } from "./service/world.ts";

const SECRET = "4111-1111-1111-1111";
const believing = { signatures: "require", keyring: KEYRING } as const;
/** For tools and sinks that fail: time stands still in these tests. */
const oneTry = { ...believing, retry: { tries: 1 } } as const;

/** What any client may ask, and nothing else. */
const ROUTES = [
  ["POST", "/intents?from=outbox", "200", null],
  ["GET", "/intents", "405 method_not_allowed", "POST"],
  ["HEAD", "/intents", "405", "POST"],
  ["OPTIONS", "/intents", "405 method_not_allowed", "POST"],
  ["PUT", "/intents", "405 method_not_allowed", "POST"],
  ["GET", "/health?deep=1", "200", null],
  ["HEAD", "/health", "200", null],
  ["POST", "/health", "405 method_not_allowed", "GET, HEAD"],
  ["OPTIONS", "/health", "405 method_not_allowed", "GET, HEAD"],
  ["POST", "/intents/", "404 not_found", null],
  ["GET", "/health/", "404 not_found", null],
  ["GET", "/", "404 not_found", null],
  ["POST", "//intents", "404 not_found", null],
  ["GET", "/INTENTS", "404 not_found", null],
] as const;

/** A store that is not to be had. */
function down(): Promise<never> {
  return Promise.reject(new Error(`no connection for ${SECRET}`));
}

Deno.test("HTTP-1.1 An outcome is answered with its bytes", async () => {
  const shop = world();
  await using served = serve(shop.worker(believing));

  const first = await served.post(await signed());
  const second = await served.post(await signed());

  assertEquals([first.status, second.status], [200, 200]);
  assertEquals(first.headers.get("content-type"), "application/protobuf");
  assertEquals(shop.published.map(({ bytes }) => bytes), [
    first.bytes,
    second.bytes,
  ]);
  assertEquals(second.bytes, first.bytes);
  assertEquals(shop.published[0]!.result.status, "ok");
  assertEquals(shop.effects.length, 1);
});

Deno.test("HTTP-1.1 An outcome is answered with its bytes: also a rejected one", async () => {
  const shop = world();
  await using served = serve(shop.worker(believing));

  const answer = await served.post(await signed({ toolName: "nothing" }));

  assertEquals(answer.status, 200);
  assertEquals(answer.bytes, shop.published[0]!.bytes);
  assertEquals(shop.published[0]!.result.status, "rejected");
});

Deno.test("HTTP-1.2 A question is accepted without a result", async () => {
  const asked: string[] = [];
  const requestApproval = ({ toolName }: ToolIntent) =>
    void asked.push(toolName);
  await using served = serve(world().worker({ ...believing, requestApproval }));
  const question = await signed({ kind: "approval", toolName: "boss" });

  const answers = [await served.post(question), await served.post(question)];

  assertEquals(answers.map(({ status }) => status), [202, 202]);
  assertEquals(answers.map(({ bytes }) => bytes.length), [0, 0]);
  assertEquals(asked, ["boss"]);
});

Deno.test("HTTP-1.3 What is no intent is refused", async () => {
  const shop = world();
  await using served = serve(shop.worker(believing));

  const answers = [
    await served.post(new Uint8Array([0xff, 0xff])),
    await served.post(await signed({ intentId: "" })),
    await served.post(await signed({ entityKey: new Uint8Array() })),
    await served.post(await signed({ toolName: "" })),
    await served.post(await signed({ intentId: intent({ seq: 2n }).intentId })),
  ];

  assertEquals(answers.map(brief), [
    "400 undecodable",
    "400 invalid_intent",
    "400 invalid_intent",
    "400 invalid_intent",
    "400 id_mismatch",
  ]);
  assertEquals([shop.effects, shop.published], [[], []]);
});

Deno.test("HTTP-1.3 What is no intent is refused: a body that breaks off", async () => {
  const shop = world();
  const body = (await signed()).subarray(0, 20);
  const broken = new ReadableStream({
    start: (controller) => controller.enqueue(body),
    pull: (controller) => controller.error(new Error("connection reset")),
  });

  const answer = await shop.worker(believing).fetch(
    new Request("http://x/intents", { method: "POST", body: broken }),
  );

  assertEquals(answer.status, 400);
  assertEquals((await answer.json()).reason, "unreadable_body");
  assertEquals([shop.effects, shop.published], [[], []]);
});

for (const signatures of ["require", "permissive", "off"] as const) {
  Deno.test(`HTTP-1.4 Only signed intents are believed, whatever the effector's mode: ${signatures}`, async () => {
    const shop = world();
    await using served = serve(shop.worker({ signatures, keyring: KEYRING }));
    const genuine = await signed();
    const changed = Uint8Array.from(genuine);
    changed[changed.length - 1]! ^= 1;

    const answers = [
      await served.post(encodeIntent(intent())),
      await served.post(new Uint8Array()),
      await served.post(changed),
      await served.post(await signed({}, { ...KEY, id: "k2" })),
    ];

    assertEquals(answers.map(brief), [
      "401 unsigned_intent",
      "401 unsigned_intent",
      "401 bad_signature",
      "401 unknown_signing_key",
    ]);
    assert(answers.every(({ headers }) => headers.has("www-authenticate")));
    assertEquals([shop.effects, shop.published], [[], []]);
    assertEquals(brief(await served.post(genuine)), "200");
  });
}

Deno.test("HTTP-1.5 In flight elsewhere says when to come again", async () => {
  const shop = world();
  await using served = serve(shop.worker(believing));
  // Claimed by a worker that says nothing more, 1.5 seconds ago.
  const silent = storeWith(shop.store, {
    complete: () => new Promise(() => {}),
  });
  shop.worker({ store: silent }).execute(intent());
  await happened(() => shop.effects.length === 1);
  await shop.clock.advance(1_500);

  const answer = await served.post(await signed());

  assertEquals(brief(answer), "409 in_flight");
  const seconds = Number(answer.headers.get("retry-after"));
  assertEquals(seconds, Math.ceil((LEASE_MS - 1_500) / 1_000));
  assertEquals(shop.effects.length, 1);
});

Deno.test("HTTP-1.6 More than the limit is too large, however it is sent", async () => {
  const exact = await signed();
  const maxIntentBytes = exact.length;
  const shop = world();
  await using served = serve(shop.worker({ ...believing, maxIntentBytes }));
  const larger = new Uint8Array(maxIntentBytes + 1);
  using client = await connect(served.port);

  const answers = [
    await served.post(larger),
    await served.post(new Blob([larger]).stream()),
    await served.post(new Blob([exact]).stream()),
    await served.post(exact),
  ];

  assertEquals(
    answers.map(brief),
    ["413 too_large", "413 too_large", "200", "200"],
  );
  // What is announced is believed, and not waited for.
  await client.write(postHead(`content-length: ${larger.length}`));
  assertEquals(await client.statusLine(), "HTTP/1.1 413 Payload Too Large");
});

Deno.test("HTTP-1.7 No more than the limit is kept of a body without an end", async () => {
  const effector = world().worker({ ...believing, maxIntentBytes: 10_000 });
  let pulled = 0;
  let isCancelled = false;
  const endless = new ReadableStream({
    pull: (controller) => {
      pulled += 1_000;
      controller.enqueue(new Uint8Array(1_000));
    },
    cancel: () => void (isCancelled = true),
  }, { highWaterMark: 0 });
  await using served = serve(effector);
  using client = await connect(served.port);

  const direct = await effector.fetch(
    new Request("http://x/intents", { method: "POST", body: endless }),
  );
  await client.write(postHead("transfer-encoding: chunked"));
  await client.write(`4e20\r\n${"a".repeat(20_000)}\r\n`);
  const status = await client.statusLine();

  assertEquals([direct.status, pulled, isCancelled], [413, 11_000, true]);
  assertEquals(status, "HTTP/1.1 413 Payload Too Large");
});

Deno.test("HTTP-1.7 No more than the limit is kept of a body without an end: pieces of large buffers", async () => {
  const effector = world().worker(believing);
  const pieces = 6_000;
  let left = pieces;
  let most = 0;
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(65_536).subarray(0, 1));
      most = Math.max(most, Deno.memoryUsage().external);
      if (--left === 0) controller.close();
    },
  }, { highWaterMark: 0 });
  const before = Deno.memoryUsage().external;

  const answer = await effector.fetch(
    new Request("http://x/intents", { method: "POST", body }),
  );

  assertEquals(answer.status, 400);
  // Kept, the buffers would be nearly 400 MB.
  assert(most - before < pieces * 65_536 / 2, `${most - before} bytes`);
});

Deno.test("HTTP-1.8 An id that stands for something else, or a damaged record, is unprocessable", async () => {
  const shop = world();
  const store = storeWith(shop.store, {
    claim: (id) => Promise.reject(new StoreRecordError(id, "it has no token")),
  });
  await using served = serve(shop.worker(believing));
  await using damaged = serve(shop.worker({ ...believing, store }));

  const answers = [
    await served.post(await signed()),
    await served.post(await signed({ argsJson: '{"cents":501}' })),
    await damaged.post(await signed()),
  ];

  assertEquals(
    answers.map(brief),
    ["200", "422 intent_conflict", "422 damaged_record"],
  );
  assertEquals(shop.effects.length, 1);
});

Deno.test("HTTP-1.9 What is to be sent again says so", async () => {
  const shop = world();
  const stopping = shop.worker(believing);
  await stopping.stop();
  const store = storeWith(new MemoryStore(), { claim: down });
  const workers = [
    stopping,
    shop.worker({ ...oneTry, store }),
    shop.worker({ ...oneTry, publish: down }),
  ];

  const answers: Answer[] = [];
  for (const worker of workers) {
    await using served = serve(worker);
    answers.push(await served.post(await signed()));
  }

  assertEquals(answers.map(brief), [
    "503 stopping",
    "503 store_unavailable",
    "503 publish_failed",
  ]);
  assertEquals(
    answers.map(({ headers }) => headers.get("retry-after")),
    ["1", "1", "1"],
  );
});

Deno.test("HTTP-1.10 Errors are problem details that tell no argument and no secret", async () => {
  const shop = world();
  const argsJson = JSON.stringify({ cents: 1, currency: SECRET });
  const bytes = await signed({ argsJson });
  const store = (claim: () => Promise<never>) =>
    storeWith(new MemoryStore(), { claim });
  const record = () =>
    Promise.reject(new StoreRecordError(intent().intentId, "it has no token"));
  await using fine = serve(shop.worker(believing));
  await using small = serve(shop.worker({ ...believing, maxIntentBytes: 9 }));
  await using storeless = serve(shop.worker({ ...oneTry, store: store(down) }));
  await using broken = serve(shop.worker({ ...oneTry, store: store(record) }));
  await fine.post(await signed());

  const answers = [
    await fine.ask(`/${SECRET}`),
    await fine.ask("/intents"),
    await fine.post(bytes.subarray(0, -3)),
    await fine.post(await signed({ argsJson, toolName: "" })),
    await fine.post(encodeIntent(intent({ argsJson }))),
    await fine.post(await signed({ argsJson }, { ...KEY, id: "k2" })),
    await fine.post(bytes), // Another request under the id.
    await small.post(bytes),
    await storeless.post(bytes),
    await broken.post(bytes),
  ];

  assertEquals(
    answers.map(({ status }) => status),
    [404, 405, 400, 400, 401, 401, 422, 413, 503, 422],
  );
  const secrets = [SECRET, new TextDecoder().decode(KEY.secret)];
  for (const { status, headers, bytes } of answers) {
    assertEquals(headers.get("content-type"), "application/problem+json");
    const text = new TextDecoder().decode(bytes);
    const problem = JSON.parse(text);
    assertEquals(Object.keys(problem), ["status", "reason", "detail"]);
    assertEquals(problem.status, status);
    for (const secret of secrets) assertFalse(text.includes(secret), text);
  }
});

Deno.test("HTTP-1.11 Two paths are served, and nothing else", async () => {
  await using served = serve(world().worker(believing));
  const intent = await signed();

  const answers = await Promise.all(ROUTES.map(async ([method, path]) => {
    const body = method === "POST" ? intent : null;
    const answer = await served.ask(path, { method, body });
    return [method, path, brief(answer), answer.headers.get("allow")] as const;
  }));

  assertEquals(answers, [...ROUTES]);
});

Deno.test("HTTP-1.11 Two paths are served, and nothing else: no address at all", async () => {
  await using served = serve(world().worker(believing));
  const lines = [
    "GET /health HTTP/1.1\r\nhost: [",
    "OPTIONS * HTTP/1.1\r\nhost: x",
  ];

  for (const line of lines) {
    using client = await connect(served.port);
    await client.write(`${line}\r\n\r\n`);
    assertEquals(await client.statusLine(), "HTTP/1.1 404 Not Found");
  }
});
