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
import { scope } from "./fidelity/untyped.ts";

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

/** `data` with an accessor for each value, which gives another one when it is asked again; and how often each was. */
function live<Data>(data: Data): {
  value: Data;
  reads: Readonly<Record<string, number>>;
} {
  const reads: Record<string, number> = {};
  const alive = (target: unknown, path: string): unknown => {
    if (typeof target !== "object" || target === null) return target;
    const object = Array.isArray(target) ? [] : {};
    for (const [key, member] of Object.entries(target)) {
      const name = `${path}.${key}`;
      const value = alive(member, name);
      reads[name] = 0;
      Object.defineProperty(object, key, {
        enumerable: true,
        get: () => ++reads[name]! === 1 ? value : Symbol("read twice"),
      });
    }
    return object;
  };
  return { value: alive(data, "") as Data, reads };
}

Deno.test("ISO-1.3 Each value of a live object is read once", async () => {
  const { run } = echoOf({
    text: "string",
    count: "number",
    shape: [{ kind: "'a'", n: "number" }, "|", { kind: "'b'" }],
    any: "unknown",
    map: { "[/^x/]": "number", "[string]": "number | string" },
  });
  const { value, reads } = live({
    text: "a",
    count: "5",
    shape: { kind: "a", n: "1" },
    any: { deep: { n: 1 } },
    map: { x1: 1, y: "t" },
  });

  const got = await run(value);

  assertEquals(got, {
    text: "a",
    count: 5,
    shape: { kind: "a", n: 1 },
    any: { deep: { n: 1 } },
    map: { x1: 1, y: "t" },
  });
  assertEquals([...new Set(Object.values(reads))], [1]);
});

const { tree } = scope({ tree: { n: "number", "kids?": "tree[]" } }).export();
const UNIONS = {
  tag: [{ v: "1", n: "number" }, "|", { v: "2", list: "number.integer[]" }],
  list: "(number | boolean)[]",
  nullable: [{ n: "number" }, "|", "null"],
  shapes: [{ x: "number", "y?": "number" }, "|", { x: "string" }],
  inner: [
    [{ k: "'a'", in: [{ x: "number" }, "|", { y: "boolean" }] }, "|", {
      k: "'b'",
    }],
    "|",
    "null",
  ],
  map: [{ "[string]": "number" }, "|", { a: "boolean" }],
  unknown: [{ k: "'a'", any: "unknown" }, "|", "string"],
  tree: [tree, "|", "null"],
  text: "number[] | null",
};

Deno.test("ISO-1.3 Each value of a live object is read once: in unions that take another spelling", async () => {
  const { run } = echoOf(UNIONS);
  const { value, reads } = live({
    tag: { v: "2", list: ["1", 2.0] },
    list: ["1", "yes", 2],
    nullable: { n: "1" },
    shapes: { x: "1", y: "2" },
    inner: { k: "a", in: { y: "no" } },
    map: { a: "1", b: true },
    unknown: { k: "a", any: { deep: [1] } },
    tree: { n: "1", kids: [{ n: "2", kids: [{ n: "3" }] }] },
    text: "[1]",
  });

  const got = await run(value);

  assertEquals(got, {
    tag: { v: 2, list: [1, 2] },
    list: [1, true, 2],
    nullable: { n: 1 },
    shapes: { x: 1, y: 2 },
    inner: { k: "a", in: { y: false } },
    map: { a: 1, b: 1 },
    unknown: { k: "a", any: { deep: [1] } },
    tree: { n: 1, kids: [{ n: 2, kids: [{ n: 3 }] }] },
    text: [1],
  });
  assertEquals([...new Set(Object.values(reads))], [1]);
});

Deno.test("ISO-1.3 Each value of a live object is read once: in unions that refuse it", async () => {
  for (
    const [key, sent] of Object.entries({
      tag: { v: "3", n: 1 },
      list: ["1", "maybe"],
      nullable: { n: "x" },
      shapes: { x: null, y: "2" },
      inner: { k: "a", in: { y: "maybe" } },
      map: { a: "x" },
      unknown: { k: "c", any: { deep: [1] } },
      tree: { n: "1", kids: [{ n: "x" }] },
      text: "[x]",
    })
  ) {
    const { run } = echoOf({ [key]: UNIONS[key as keyof typeof UNIONS] });
    const { value, reads } = live({ [key]: sent });

    await assertRejects(() => run(value), ToolArgumentError);

    assertEquals([...new Set(Object.values(reads))], [1], key);
  }
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
