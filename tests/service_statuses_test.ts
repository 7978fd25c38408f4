import { assert, assertEquals } from "@std/assert";
import { type } from "arktype";
import { tool, ToolRegistry } from "@beam/tools";
import { ToolTimeoutError } from "@beam/tools/effector";
import { settled } from "./service/manual_clock.ts";
import { intent, lastCode, NOW, summary, world } from "./service/world.ts";

const IMPOSSIBLE = [
  ["unknown_tool", { toolName: "chrage" }],
  ["unknown_tool", { toolName: "constructor" }],
  ["read_only_tool", { toolName: "lookup", argsJson: '{"id":"a"}' }],
  ["unknown_kind", { kind: 99 }],
  ["invalid_arguments", { argsJson: "" }],
  ["invalid_arguments", { argsJson: "{" }],
  ["invalid_arguments", { argsJson: "null" }],
  ["invalid_arguments", { argsJson: "[1]" }],
  ["invalid_arguments", { argsJson: '"{\\"cents\\":1}"' }],
  ["invalid_arguments", { argsJson: '{"cents":"many"}' }],
  ["invalid_arguments", { argsJson: '{"cents":NaN}' }],
  ["invalid_arguments", { argsJson: '{"cents":12345678901234567890}' }],
  ["invalid_arguments", { argsJson: '{"cents":1,"extra":1}' }],
  ["invalid_arguments", { argsJson: '{"cents":1,"intent":{"intentId":"x"}}' }],
  ["invalid_arguments", { argsJson: '{"cents":1,"__proto__":{"a":1}}' }],
  [
    "invalid_arguments",
    { argsJson: `{"cents":${"[".repeat(9_999)}${"]".repeat(9_999)}}` },
  ],
  ["invalid_arguments", { argsJson: `{"cents":"${"x".repeat(1_000_000)}"}` }],
] as const;

for (const [index, [code, changes]] of IMPOSSIBLE.entries()) {
  Deno.test(`EFF-3.1 What never can run is rejected and never ran: ${code}, ${index}`, async () => {
    const shop = world();
    const worker = shop.worker();

    const first = await worker.execute(intent(changes));
    const again = await worker.execute(intent(changes));

    assertEquals(summary(first), "ack rejected");
    assertEquals(summary(again), "ack rejected again");
    assertEquals(lastCode(shop), code);
    assert(shop.published[0]!.bytes.length < 5_000);
    assertEquals(shop.effects, []);
  });
}

Deno.test("EFF-3.1 What never can run is rejected and never ran: a predicate that throws", async () => {
  const shop = world((effects) => [
    tool({
      name: "charge",
      sideEffect: true,
      parameters: {
        cents: type("number").narrow(() => {
          throw new Error("no rates for sk-1");
        }).describe("an amount in a currency with a rate"),
      },
    }, () => void effects.push("charge")),
  ]);

  const delivery = await shop.worker().execute(intent());

  assertEquals(summary(delivery), "ack rejected");
  assertEquals(lastCode(shop), "invalid_arguments");
  assert(!shop.published[0]!.result.errorMessage.includes("sk-1"));
  assertEquals(shop.effects, []);
});

const { proxy: revoked, revoke } = Proxy.revocable({}, {});
revoke();

const THROWN: readonly [string, () => unknown, string][] = [
  ["an error", () => new Error("no such card"), "no such card"],
  ["a text", () => "no such card", "no such card"],
  ["null", () => null, "null"],
  [
    "a timeout of a tool that it called itself",
    () => new ToolTimeoutError("inner", 5),
    new ToolTimeoutError("inner", 5).message,
  ],
  [
    "an object without text",
    () => Object.create(null),
    "what was thrown cannot be read",
  ],
  ["a revoked Proxy", () => revoked, "what was thrown cannot be read"],
];

for (const [what, make, text] of THROWN) {
  for (const when of ["at once", "later"]) {
    Deno.test(`EFF-3.2 What a tool throws is an error: ${what}, ${when}`, async () => {
      const shop = world(() => [
        tool({ name: "fail", sideEffect: true }, () => {
          if (when === "at once") throw make();
          return Promise.reject(make());
        }),
      ]);

      const delivery = await shop.worker().execute(
        intent({ toolName: "fail", argsJson: "{}" }),
      );

      assertEquals(summary(delivery), "ack error");
      assertEquals(
        shop.published[0]!.result.errorMessage,
        `tool_failed: ${text}`,
      );
    });
  }
}

Deno.test("EFF-3.3 A call that takes too long is an error, whatever it does later", async () => {
  const late = Promise.withResolvers<void>();
  const shop = world((effects) => [
    tool({ name: "slow", sideEffect: true }, async () => {
      await late.promise;
      effects.push("late");
      return "done";
    }),
  ]);
  const worker = shop.worker({ timeoutMs: 20 });
  const slow = intent({ toolName: "slow", argsJson: "{}" });

  const first = await worker.execute(slow);
  late.resolve();
  await settled();
  const again = await worker.execute(slow);

  assertEquals(shop.effects, ["late"]);
  assertEquals([first, again].map(summary), ["ack error", "ack error again"]);
  assertEquals(lastCode(shop), "timed_out");
});

function nowhere(): never {
  throw new Error("nowhere");
}

const cycle: unknown[] = [];
cycle.push(cycle);
const UNFIT: readonly [string, unknown, string][] = [
  ["a date", new Date(0), "unencodable_result"],
  ["a map", new Map([[1, 2]]), "unencodable_result"],
  ["a function", () => 1, "unencodable_result"],
  ["a symbol", Symbol("s"), "unencodable_result"],
  ["a cycle", cycle, "unencodable_result"],
  ["NaN", { rate: NaN }, "unencodable_result"],
  ["an instance of a class", new (class Receipt {})(), "unencodable_result"],
  ["half a surrogate pair", "\ud800", "unencodable_result"],
  [
    "an array that throws",
    new Proxy([1], {
      get: (_target, key) => {
        if (key === "length") return { valueOf: () => nowhere() };
      },
    }),
    "unencodable_result",
  ],
  ["10 MiB", "x".repeat(10 * 1_048_576), "result_too_large"],
  ["a little too much", "x".repeat(524_288), "result_too_large"],
];

for (const [what, value, code] of UNFIT) {
  Deno.test(`EFF-3.4 A result that cannot be kept is an error that says the effect happened: ${what}`, async () => {
    const shop = world((effects) => [
      tool({ name: "give", sideEffect: true }, () => {
        effects.push("given");
        return value;
      }),
    ]);
    const worker = shop.worker();
    const give = intent({ toolName: "give", argsJson: "{}" });

    await worker.execute(give);
    const again = await worker.execute(give);

    assertEquals(summary(again), "ack error again");
    assertEquals(lastCode(shop), code);
    const { errorMessage } = shop.published[0]!.result;
    assert(errorMessage.includes("the effect happened"), errorMessage);
    assertEquals(shop.effects, ["given"]);
  });
}

const FIT: readonly [unknown, string][] = [
  [undefined, "null"],
  [null, "null"],
  [{ b: 1, a: [1e-5, "é"] }, '{"a":[1e-05,"é"],"b":1}'],
  [2n ** 60n, "1152921504606846976"],
  ["x".repeat(524_000), `"${"x".repeat(524_000)}"`],
];

for (const [index, [value, text]] of FIT.entries()) {
  Deno.test(`EFF-3.5 What a tool returns is published as canonical JSON: ${index}`, async () => {
    const shop = world(() => [
      tool({ name: "give", sideEffect: true }, () => value),
    ]);

    await shop.worker().execute(intent({ toolName: "give", argsJson: "{}" }));

    const { status, payload } = shop.published[0]!.result;
    assertEquals(status, "ok");
    assertEquals(new TextDecoder().decode(payload), text);
  });
}

Deno.test("EFF-3.6 Messages are redacted and short", async () => {
  const shop = world(() => [
    tool({ name: "fail", sideEffect: true }, () => {
      throw new Error(`${"x".repeat(990)} key sk-12345678901234567890`);
    }),
  ]);
  const worker = shop.worker({
    redact: (message) => message.replaceAll(/sk-\d+/g, "[key]"),
  });

  await worker.execute(intent({ toolName: "fail", argsJson: "{}" }));

  const { errorMessage } = shop.published[0]!.result;
  assert(!errorMessage.includes("sk-"), errorMessage);
  assert(errorMessage.length <= 2_000);
});

Deno.test("EFF-3.7 A result tells when the call ended", async () => {
  const shop = world();
  const registry = new ToolRegistry([
    tool({ name: "slow", sideEffect: true }, async () => {
      await shop.clock.sleep(59_000);
    }),
  ]);

  await shop.clock.until(
    shop.worker({ registry }).execute(
      intent({ toolName: "slow", argsJson: "{}" }),
    ),
  );

  assertEquals(shop.published[0]!.result.completedAtMs, BigInt(NOW + 59_000));
});

Deno.test("EFF-3.8 What a tool does to its intent's key changes nothing", async () => {
  const shop = world(() => [
    tool({
      name: "wipe",
      sideEffect: true,
      parameters: {},
    }, (_args, { intent }) => void intent.entityKey.fill(0)),
  ]);
  const wipe = intent({ toolName: "wipe", argsJson: "{}" });

  const delivery = await shop.worker().execute(wipe);

  assertEquals(summary(delivery), "ack ok");
  assertEquals(shop.published[0]!.result.entityKey, intent().entityKey);
});
