import { assertEquals, assertThrows } from "@std/assert";
import { ToolRegistry } from "@beam/tools";
import {
  decodeIntent,
  Effector,
  type EffectorOptions,
  encodeIntent,
  Keyring,
  MemoryStore,
  type SigningKey,
  signIntent,
  type ToolIntent,
} from "@beam/tools/effector";
import {
  bytesOf,
  intent,
  summary,
  type World,
  world,
} from "./service/world.ts";

const KEY: SigningKey = { id: "k1", secret: new Uint8Array(32).fill(1) };
const OTHER: SigningKey = { id: "k2", secret: new Uint8Array(32).fill(2) };

function strict(shop: World, changes: Partial<EffectorOptions> = {}): Effector {
  return shop.worker({
    signatures: "require",
    keyring: new Keyring([KEY]),
    ...changes,
  });
}

/** Nothing was called, published or stored. */
async function assertUntouched(shop: World): Promise<void> {
  assertEquals([shop.effects, shop.published], [[], []]);
  const claim = await shop.store.claim(intent().intentId, {
    token: "t",
    fingerprint: "0".repeat(64),
    leaseMs: 1,
    now: 0,
  });
  assertEquals(claim, { kind: "claimed", attempt: 1, started: false });
}

const UNREADABLE: readonly [string, Uint8Array, string][] = [
  ["noise", new Uint8Array([255, 255]), "undecodable"],
  ["text", new TextEncoder().encode("hello"), "undecodable"],
  ["cut off", bytesOf().slice(0, -1), "undecodable"],
  ["none", new Uint8Array(), "invalid_intent"],
  [
    "too many",
    new Uint8Array(4_194_305),
    "too_large",
  ],
  ["no id", bytesOf({ intentId: "" }), "invalid_intent"],
  ["a long id", bytesOf({ intentId: "i".repeat(257) }), "invalid_intent"],
  ["no key", bytesOf({ entityKey: new Uint8Array() }), "invalid_intent"],
  [
    "a long key",
    bytesOf({ entityKey: new Uint8Array(65_537) }),
    "invalid_intent",
  ],
  ["no tool", bytesOf({ toolName: "" }), "invalid_intent"],
];

for (const [what, bytes, reason] of UNREADABLE) {
  Deno.test(`EFF-9.1 What is no intent is a dead letter: ${what}`, async () => {
    const shop = world();

    const delivery = await shop.worker().handle(bytes);

    assertEquals(summary(delivery), `dead_letter ${reason}`);
    await assertUntouched(shop);
  });
}

// Callers without types reach the last one.
const UNWRITABLE: readonly Partial<ToolIntent>[] = [
  { seq: 2n ** 70n },
  { stepIndex: -1 },
  { intentId: "\ud800" },
  { seq: 1 as never },
];

for (const changes of UNWRITABLE) {
  Deno.test(`EFF-9.1 What is no intent is a dead letter: ${Object.keys(changes)} that cannot be written`, async () => {
    const shop = world();

    const delivery = await shop.worker({ checkIds: false })
      .execute({ ...intent(), ...changes });

    assertEquals(summary(delivery), "dead_letter invalid_intent");
    await assertUntouched(shop);
  });
}

Deno.test("EFF-9.2 An id has to be the derived one", async () => {
  const shop = world();
  const wrong = [
    { seq: 2n, intentId: intent().intentId },
    { stepIndex: 1, intentId: intent().intentId },
    { intentId: intent().intentId.toUpperCase() },
    { intentId: "order-1" },
  ];

  for (const changes of wrong) {
    const delivery = await shop.worker().handle(bytesOf(changes));
    assertEquals(summary(delivery), "dead_letter id_mismatch");
  }
  await assertUntouched(shop);

  const free = await shop.worker({ checkIds: false }).handle(bytesOf(wrong[3]));
  assertEquals(summary(free), "ack ok");
});

const MODES = {
  require: [true, false, false, false, false],
  permissive: [true, true, false, false, false],
  off: [true, true, true, true, true],
} as const;

for (const [mode, taken] of Object.entries(MODES)) {
  Deno.test(`EFF-9.3 Unsigned and wrongly signed intents are dead letters: ${mode}`, async () => {
    const signed = await signIntent(bytesOf(), KEY);
    const impostor = { ...OTHER, id: KEY.id };
    const forms: readonly [Uint8Array, string][] = [
      [signed, ""],
      [bytesOf(), "unsigned_intent"],
      [await signIntent(bytesOf(), impostor), "bad_signature"],
      [await signIntent(bytesOf(), OTHER), "unknown_signing_key"],
      [
        encodeIntent({ ...decodeIntent(signed), signatureScheme: 7 }),
        "bad_signature",
      ],
    ];
    for (const [index, [bytes, reason]] of forms.entries()) {
      const shop = world();
      const worker = strict(shop, { signatures: mode as keyof typeof MODES });

      const delivery = await worker.handle(bytes);

      const isTaken = taken[index];
      assertEquals(
        summary(delivery),
        isTaken ? "ack ok" : `dead_letter ${reason}`,
      );
      if (!isTaken) {
        await assertUntouched(shop);
        assertEquals(worker.counts, { [reason]: 1, intents_dead_lettered: 1 });
      }
      assertEquals(
        worker.counts.unsigned_intents_accepted,
        mode === "permissive" && index === 1 ? 1 : undefined,
      );
    }
  });
}

const FLIPS: readonly Partial<ToolIntent & { unknownFields: Uint8Array }>[] = [
  { intentId: "i" },
  { entityKey: new TextEncoder().encode("user-2") },
  { seq: 2n },
  { stepIndex: 1 },
  { toolName: "refund" },
  { argsJson: '{"cents":501}' },
  { createdAtMs: 1n },
  { expiresAtMs: 2n ** 62n },
  { attempt: 1 },
  { kind: "approval" },
  { traceId: new Uint8Array(16) },
  { unknownFields: new Uint8Array([0x98, 0x06, 1]) },
];

Deno.test("EFF-9.4 A signature covers every field", async () => {
  const shop = world();
  const future = {
    ...intent(),
    unknownFields: new Uint8Array([0x98, 0x06, 0]),
  };
  const signed = decodeIntent(await signIntent(encodeIntent(future), KEY));

  for (const flip of FLIPS) {
    const delivery = await strict(shop).handle(
      encodeIntent({ ...signed, ...flip }),
    );
    assertEquals(
      summary(delivery),
      "dead_letter bad_signature",
      Object.keys(flip).join(),
    );
  }
  await assertUntouched(shop);

  const genuine = await strict(shop, { store: new MemoryStore() }).handle(
    encodeIntent(signed),
  );
  assertEquals(summary(genuine), "ack ok");
});

Deno.test("EFF-9.5 A forged intent does not use up a genuine id", async () => {
  const shop = world();
  const worker = strict(shop);
  const forged = bytesOf({ argsJson: '{"cents":1}' });

  const deliveries = [
    await worker.handle(forged),
    await worker.handle(await signIntent(forged, OTHER)),
    await worker.handle(await signIntent(bytesOf(), KEY)),
  ];

  assertEquals(deliveries.map(summary), [
    "dead_letter unsigned_intent",
    "dead_letter unknown_signing_key",
    "ack ok",
  ]);
  assertEquals(shop.effects.length, 1);
});

Deno.test("EFF-9.6 Keys are rotated by having both", async () => {
  const shop = world();
  const worker = strict(shop, { keyring: new Keyring([KEY, OTHER]) });

  const deliveries = [
    await worker.handle(await signIntent(bytesOf(), KEY)),
    await worker.handle(await signIntent(bytesOf({ stepIndex: 1 }), OTHER)),
  ];

  assertEquals(deliveries.map(summary), ["ack ok", "ack ok"]);
});

Deno.test("EFF-9.7 An effector without a keyring has to be asked for", () => {
  const options = {
    registry: new ToolRegistry(),
    store: new MemoryStore(),
    publish: () => {},
  };

  assertThrows(() => new Effector(options), TypeError, "keyring");
  assertThrows(
    () => new Effector({ ...options, signatures: "permissive" }),
    TypeError,
    "keyring",
  );
  new Effector({ ...options, signatures: "off" });
  const misfits = [
    { keyring: new Keyring([]), signatures: "require" },
    { registry: undefined },
    { store: {} },
    { publish: undefined },
    { signatures: "on" },
    { pubish: () => {} },
    { retry: { attempts: 3 } },
    { keyring: [{ id: "k1", secret: new Uint8Array(32) }] },
    { requestApproval: "x" },
    { deadLetter: 5 },
    { onEvent: {} },
    { redact: "x" },
    { tracer: {} },
    { clock: {} },
  ];
  for (const changes of misfits) {
    // Casts: callers without types reach this.
    assertThrows(
      () =>
        new Effector(
          { ...options, signatures: "off", ...changes } as EffectorOptions,
        ),
      TypeError,
    );
  }
  const outOfRange: Partial<EffectorOptions>[] = [
    { leaseMs: 0 },
    { leaseMs: 1.5 },
    { leaseMs: Infinity },
    { timeoutMs: 0 },
    { resultTtlMs: -1 },
    { maxConcurrent: 0 },
    { maxIntentBytes: NaN },
    { retry: { tries: 0 } },
    { retry: { firstDelayMs: -1 } },
    { retry: { maxDelayMs: NaN } },
  ];
  for (const changes of outOfRange) {
    assertThrows(
      () => new Effector({ ...options, signatures: "off", ...changes }),
      RangeError,
    );
  }
});

Deno.test("EFF-9.8 What is not bytes is an error of the caller's", async () => {
  const letters: unknown[] = [];
  const worker = world().worker({
    deadLetter: (bytes) => void letters.push(bytes),
  });

  for (const wrong of [Promise.resolve(bytesOf()), "CgFh", intent()]) {
    // A cast: callers without types reach this.
    const delivery = await worker.handle(wrong as never);

    assertEquals(summary(delivery), "nack unexpected");
  }
  assertEquals(worker.counts.unexpected_errors, 3);
  assertEquals(letters, []);
});
