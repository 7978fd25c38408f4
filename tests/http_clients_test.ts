/** Clients that leave, repeat themselves, or are not who they say; and what a health check sees. */
import { assert, assertEquals, assertNotEquals } from "@std/assert";
import {
  decodeResult,
  encodeIntent,
  Keyring,
  MemoryStore,
} from "@beam/tools/effector";
import { tool } from "@beam/tools";
import { connect, postHead } from "./http/raw_client.ts";
import { brief, KEY, KEYRING, serve, signed } from "./http/served.ts";
import { happened } from "./service/manual_clock.ts";
import { intent, storeWith, type World, world } from "./service/world.ts";

const believing = { signatures: "require", keyring: KEYRING } as const;

/** A shop whose tool goes on when it is told to. */
function slowShop(): { shop: World; goOn: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const shop = world((effects) => [
    tool({
      name: "charge",
      sideEffect: true,
      parameters: { cents: "number" },
    }, async ({ cents }) => {
      effects.push(`charge ${cents}`);
      await promise;
      return { charged: cents };
    }),
  ]);
  return { shop, goOn: resolve };
}

Deno.test("HTTP-2.1 A client that leaves in mid-body causes nothing", async () => {
  const shop = world();
  await using served = serve(shop.worker(believing));
  const bytes = await signed();
  const heads = [
    `content-length: ${bytes.length}`,
    "transfer-encoding: chunked",
  ];

  for (const head of heads) {
    using client = await connect(served.port);
    await client.write(`${postHead(head)}10\r\n`);
  }

  assertEquals(brief(await served.post(bytes)), "200");
  assertEquals(shop.effects.length, 1);
});

Deno.test("HTTP-2.2 A client that leaves while the tool runs loses nothing", async () => {
  const { shop, goOn } = slowShop();
  await using served = serve(shop.worker(believing));
  const bytes = await signed();
  const leaving = new AbortController();
  const left = served.ask("/intents", {
    method: "POST",
    body: bytes,
    signal: leaving.signal,
  }).then(() => "answered", () => "left");
  await happened(() => shop.effects.length === 1);

  leaving.abort();
  assertEquals(await left, "left");
  goOn();
  await happened(() => shop.published.length === 1);
  const answer = await served.post(bytes);

  assertEquals(answer.status, 200);
  assertEquals(decodeResult(answer.bytes).status, "ok");
  assertEquals(shop.effects, ["charge 500"]);
});

Deno.test("HTTP-2.3 A forged intent does not use up the genuine id", async () => {
  const shop = world();
  const asked: string[] = [];
  const store = storeWith(shop.store, {
    claim: (id, options) => {
      asked.push(id);
      return shop.store.claim(id, options);
    },
  });
  await using served = serve(shop.worker({ ...believing, store }));
  const argsJson = '{"cents":1}';
  const otherKey = { ...KEY, secret: new Uint8Array(32) };

  const forged = [
    await served.post(encodeIntent(intent({ argsJson }))),
    await served.post(await signed({ argsJson }, otherKey)),
  ];
  const askedForForged = [...asked];
  const genuine = await served.post(await signed());

  assertEquals(forged.map(brief), ["401 unsigned_intent", "401 bad_signature"]);
  assertEquals(askedForForged, []);
  assertEquals(decodeResult(genuine.bytes).status, "ok");
  assertEquals(shop.effects, [`charge 500 EUR ${intent().intentId}`]);
});

Deno.test("HTTP-2.4 A captured intent that is replayed makes no second call", async () => {
  const shop = world();
  const captured = await signed();
  await using first = serve(shop.worker(believing));
  await using second = serve(shop.worker(believing));
  const genuine = await first.post(captured);

  const replays = [];
  for (let round = 0; round < 3; round++) {
    replays.push(await first.post(captured), await second.post(captured));
  }

  assertEquals(replays.map(brief), replays.map(() => "200"));
  for (const { bytes } of replays) assertEquals(bytes, genuine.bytes);
  assertEquals(shop.effects.length, 1);
});

Deno.test("HTTP-2.5 Two requests of one id at once make one call", async () => {
  const { shop, goOn } = slowShop();
  await using one = serve(shop.worker(believing));
  await using other = serve(shop.worker(believing));
  const bytes = await signed();

  const first = one.post(bytes);
  await happened(() => shop.effects.length === 1);
  const second = one.post(bytes);
  const elsewhere = await other.post(bytes);
  goOn();
  const answers = await Promise.all([first, second]);

  assertEquals(brief(elsewhere), "409 in_flight");
  assertEquals(answers.map(brief), ["200", "200"]);
  assertEquals(answers[0].bytes, answers[1].bytes);
  assertEquals(shop.effects, ["charge 500"]);
});

Deno.test("HTTP-2.6 A forged intent is refused while the genuine one runs", async () => {
  const { shop, goOn } = slowShop();
  await using served = serve(shop.worker({ ...believing, maxConcurrent: 1 }));
  const genuine = served.post(await signed());
  await happened(() => shop.effects.length === 1);

  const forged = await served.post(encodeIntent(intent()));
  goOn();

  assertEquals(brief(forged), "401 unsigned_intent");
  assertEquals(brief(await genuine), "200");
});

Deno.test("HTTP-2.7 A key that was taken away is believed no more", async () => {
  const shop = world();
  const newKey = { id: "k2", secret: new Uint8Array(32).fill(7) };
  const bytes = await signed();
  await using before = serve(shop.worker(believing));
  await using between = serve(
    shop.worker({ ...believing, keyring: new Keyring([KEY, newKey]) }),
  );
  await using after = serve(
    shop.worker({ ...believing, keyring: new Keyring([newKey]) }),
  );

  const answers = [
    await before.post(bytes),
    await between.post(bytes),
    await between.post(await signed({}, newKey)),
    await after.post(bytes),
  ];

  assertEquals(
    answers.map(brief),
    ["200", "200", "200", "401 unknown_signing_key"],
  );
  assertEquals(shop.effects.length, 1);
});

Deno.test("HTTP-3.1 A healthy effector shows which store it is on", async () => {
  const shop = world();
  await using one = serve(shop.worker(believing));
  await using same = serve(shop.worker(believing));
  await using other = serve(
    shop.worker({ ...believing, store: new MemoryStore() }),
  );
  const storeId = await shop.store.storeId();

  const answers = await Promise.all(
    [one, same, other].map((served) => served.ask("/health")),
  );
  const head = await one.ask("/health", { method: "HEAD" });
  const direct = await shop.worker(believing).fetch(
    new Request("http://x/health", { method: "HEAD" }),
  );
  assertEquals([direct.status, direct.body], [200, null]);

  const [first, second, third] = answers.map(({ bytes }) =>
    JSON.parse(new TextDecoder().decode(bytes))
  );
  assertEquals([first, second], [
    { status: "ok", storeId },
    { status: "ok", storeId },
  ]);
  assertEquals(third.status, "ok");
  assertNotEquals(third.storeId, storeId);
  assertEquals([head.status, head.bytes.length], [200, 0]);
  for (const { headers } of answers) {
    assertEquals(headers.get("cache-control"), "no-store");
  }
});

Deno.test("HTTP-3.2 An effector that cannot work is not healthy", async () => {
  const shop = world();
  const stopping = shop.worker(believing);
  let isDown = true;
  const store = storeWith(shop.store, {
    storeId: () =>
      isDown ? Promise.reject(new Error("gone")) : shop.store.storeId(),
  });
  await using stopped = serve(stopping);
  await using storeless = serve(shop.worker({ ...believing, store }));
  assertEquals(brief(await stopped.ask("/health")), "200");

  await stopping.stop();
  const answers = [
    await stopped.ask("/health"),
    await storeless.ask("/health"),
  ];
  isDown = false;

  assertEquals(answers.map(brief), ["503 stopping", "503 store_unavailable"]);
  assert(answers.every(({ headers }) => headers.get("retry-after") === "1"));
  assertEquals(brief(await storeless.ask("/health")), "200");
});
