import {
  assert,
  assertEquals,
  assertFalse,
  assertNotStrictEquals,
  assertRejects,
  assertThrows,
} from "@std/assert";
import {
  tool,
  ToolArgumentError,
  ToolDefinitionError,
  ToolRunner,
} from "@beam/tools";

/** A tool that gives back the very arguments that it got. */
// deno-lint-ignore no-explicit-any
function echoOf(parameters: any) {
  const echo = tool({ name: "echo", parameters }, (args: unknown) => args);
  return {
    schema: echo.schema,
    // deno-lint-ignore no-explicit-any -- the shape is that of each test
    run: (args: unknown): Promise<any> => new ToolRunner().run(echo, args),
  };
}

Deno.test("ISO-1.1 The callable gets a copy of its own", async () => {
  const { schema, run } = echoOf({
    list: "number[]",
    map: { "[string]": "unknown" },
    any: "unknown",
  });
  const args = { list: [1], map: { a: { b: [1] } }, any: [{ c: 1 }] };
  const before = structuredClone(args);

  const got = await run(args);
  got.list.push(2);
  got.map.a.b.push(2);
  got.any[0].c = 2;

  assertEquals(args, before);
  assertEquals(await run(args), before);
  assert(Object.isFrozen(schema.parameters.properties));
});

Deno.test("ISO-1.2 A default is fresh for each call", async () => {
  const { schema, run } = echoOf({ tags: ["string[]", "=", () => ["new"]] });

  const first = await run({});
  first.tags.push("changed");
  const second = await run({});

  assertEquals(second, { tags: ["new"] });
  assertNotStrictEquals(first.tags, second.tags);
  assertEquals(
    (schema.parameters.properties as Record<string, { default: unknown }>).tags
      ?.default,
    ["new"],
  );
});

Deno.test("ISO-1.3 Each value of a live object is read once", async () => {
  const { run } = echoOf({
    text: "string",
    count: "number",
    shape: [{ kind: "'a'", n: "number" }, "|", { kind: "'b'" }],
    any: "unknown",
    map: { "[/^x/]": "number", "[string]": "number | string" },
  });
  const reads: Record<string, number> = {};
  const live = <T extends object>(path: string, target: T): T => {
    const object = {};
    for (const [key, value] of Object.entries(target)) {
      const name = `${path}${key}`;
      Object.defineProperty(object, key, {
        enumerable: true,
        get: () => {
          reads[name] = (reads[name] ?? 0) + 1;
          // A second read would see another value.
          return reads[name] === 1 ? value : Symbol("read twice");
        },
      });
    }
    return object as T;
  };

  const got = await run(live("", {
    text: "a",
    count: "5",
    shape: live("shape.", { kind: "a", n: "1" }),
    any: live("any.", { deep: live("any.deep.", { n: 1 }) }),
    map: live("map.", { x1: 1, y: "t" }),
  }));

  assertEquals(got, {
    text: "a",
    count: 5,
    shape: { kind: "a", n: 1 },
    any: { deep: { n: 1 } },
    map: { x1: 1, y: "t" },
  });
  assertEquals([...new Set(Object.values(reads))], [1]);
});

Deno.test("ISO-1.4 A Proxy is read like any object", async () => {
  const { run } = echoOf({ a: "number", "b?": "string" });
  const asked: unknown[] = [];
  const proxy = new Proxy({ a: "1" }, {
    get(target, key) {
      asked.push(key);
      return Reflect.get(target, key);
    },
  });

  assertEquals(await run(proxy), { a: 1 });
  assertEquals(asked.filter((key) => key === "a").length, 1);
});

Deno.test("ISO-2.1 Only own keys are arguments", async () => {
  const { run } = echoOf({
    "name?": "string",
    "inner?": { "name?": "string" },
  });
  class Holder {
    name = "x";
  }

  await assertRejects(
    () => run(Object.create({ name: "inherited" })),
    ToolArgumentError,
  );
  await assertRejects(() => run(new Holder()), ToolArgumentError);
  await assertRejects(
    () => run({ inner: Object.create({ name: "inherited" }) }),
    ToolArgumentError,
  );
  assertEquals(await run(Object.assign(Object.create(null), { name: "own" })), {
    name: "own",
  });
});

Deno.test("ISO-2.1 Only own keys are arguments: also when somebody gives every object a key", async () => {
  const { run } = echoOf({
    "limit?": "number",
    "inner?": { "limit?": "number" },
  });
  const args = { inner: {} };
  assertEquals(await run(args), args);
  const misspelt = { limits: 1 };
  for (const enumerable of [true, false]) {
    Object.defineProperty(Object.prototype, "limit", {
      value: 99,
      writable: true,
      enumerable,
      configurable: true,
    });
    try {
      const got = await run(args).catch((error: unknown) => error);
      await assertRejects(() => run(misspelt), ToolArgumentError);

      assert(
        got instanceof ToolArgumentError ||
          (!Object.hasOwn(got, "limit") && !Object.hasOwn(got.inner, "limit")),
      );
    } finally {
      Reflect.deleteProperty(Object.prototype, "limit");
    }
  }
});

Deno.test("ISO-2.1 Only own keys are arguments: nor does a Proxy make any", async () => {
  for (const has of [true, false]) {
    const proxy = new Proxy({}, { get: () => 99, has: () => has });
    for (const undeclared of ["reject", "delete"]) {
      const { run } = echoOf({ "+": undeclared, "limit?": "number" });

      await assertRejects(() => run(proxy), ToolArgumentError);
    }
  }
});

Deno.test("ISO-2.2 Names that every object has can be parameters", async () => {
  const names = ["constructor", "toString", "valueOf", "hasOwnProperty"];
  const { run } = echoOf(
    Object.fromEntries(names.map((name) => [`${name}?`, "string"])),
  );

  assertEquals(await run({}), {});
  for (const name of names) {
    assertEquals(Object.entries(await run({ [name]: "x" })), [[name, "x"]]);
    await assertRejects(() => run({ [name]: 5 }), ToolArgumentError);
  }
  assertThrows(
    () => echoOf(JSON.parse('{"__proto__":"string"}')),
    ToolDefinitionError,
  );
});

Deno.test("ISO-2.3 Hostile keys are refused, or are data", async () => {
  const keys = [
    "__proto__",
    "constructor",
    "toString",
    "valueOf",
    "hasOwnProperty",
  ];
  const closed = echoOf({ n: "number" });
  const open = echoOf({ data: { "[string]": "unknown" }, any: "unknown" });
  for (const key of keys) {
    const hostile = `{${JSON.stringify(key)}:{"polluted":true}}`;
    await assertRejects(
      () => closed.run(JSON.parse(`{"n":1,${hostile.slice(1)}`)),
      ToolArgumentError,
    );

    const got = await open.run(
      JSON.parse(`{"data":${hostile},"any":[${hostile}]}`),
    );

    assertEquals(Object.keys(got.data), [key]);
    assertEquals(Object.keys(got.any[0]), [key]);
    assertEquals(Object.getPrototypeOf(got.data), Object.prototype);
    assertFalse("polluted" in {});
  }
});

const HOSTILE_KEYS = new URL("fixtures/hostile_keys.ts", import.meta.url).href;

async function output(
  command: string,
  args: readonly string[],
): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command, {
    args: [...args],
    cwd: new URL("..", import.meta.url),
  }).output();
  assert(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim();
}

function assertHostileKeysAreData(line: string, accessor: boolean): void {
  const names = ["constructor", "toString", "valueOf", "hasOwnProperty"];
  const all = ["__proto__", ...names];
  assertEquals(JSON.parse(line), {
    accessor,
    absent: [],
    present: names.flatMap((name) => [name, name]),
    map: all,
    any: all,
    refused: all,
    prototypes: true,
    polluted: false,
  });
}

const ACCESSOR =
  "ISO-2.4 The same holds where objects have a prototype accessor";

Deno.test(ACCESSOR, async () => {
  for (
    const [flag, accessor] of [
      ["--unstable-unsafe-proto", true],
      [
        "--preload=data:text/javascript,delete Object.prototype.__proto__",
        false,
      ],
    ] as const
  ) {
    const args = ["run", "--no-check", flag, HOSTILE_KEYS];
    assertHostileKeysAreData(await output(Deno.execPath(), args), accessor);
  }
});

const node = await new Deno.Command("node", { args: ["--version"] }).output()
  .catch(() => undefined);

Deno.test({
  name: `${ACCESSOR}: on Node`,
  // Node is not on every machine.
  ignore: node?.success !== true,
  async fn() {
    const bundle = await Deno.makeTempFile({ suffix: ".mjs" });
    try {
      await output(Deno.execPath(), [
        "bundle",
        "--quiet",
        "--output",
        bundle,
        HOSTILE_KEYS,
      ]);

      for (const flags of [[], ["--disallow-code-generation-from-strings"]]) {
        assertHostileKeysAreData(
          await output("node", [...flags, bundle]),
          true,
        );
      }
    } finally {
      await Deno.remove(bundle);
    }
  },
});

Deno.test("ISO-2.5 A frozen prototype changes nothing", async () => {
  const line = await output(Deno.execPath(), [
    "run",
    "--no-check",
    "--unstable-unsafe-proto",
    HOSTILE_KEYS,
    "frozen",
  ]);

  assertHostileKeysAreData(line, true);
});
