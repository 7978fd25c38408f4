import {
  assert,
  assertEquals,
  assertFalse,
  assertInstanceOf,
  assertNotStrictEquals,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import {
  SideEffectToolError,
  Tool,
  tool,
  type ToolCall,
  ToolDefinitionError,
  ToolRegistry,
  ToolRunner,
} from "@beam/tools";
import { EffectorToolRunner } from "@beam/tools/effector";

class Desk {
  static readonly count = 3;
  readonly #owner: string;

  constructor(owner: string) {
    this.#owner = owner;
  }

  @tool
  owner() {
    "Whose desk it is.";
    return this.#owner;
  }

  @tool({
    name: "find_drawer",
    description: "Find a drawer.",
    parameters: { drawer: "number.integer = 1" },
  })
  find({ drawer }: { drawer: number }, _call: ToolCall) {
    return `${this.#owner} ${drawer}`;
  }

  @tool({ sideEffect: true, parameters: { drawer: "number" } })
  lock({ drawer }: { drawer: number }) {
    return `${this.#owner} locked ${drawer}`;
  }

  @tool({ name: "tools_of_all" })
  static all() {
    return this.count;
  }

  @tool({ name: "secret" })
  #secret() {
    return `secret of ${this.#owner}`;
  }

  reveal() {
    assertInstanceOf(this.#secret, Function);
    assert(isTool(this.#secret));
    return this.#secret();
  }
}

class Standing extends Desk {
  override owner() {
    return `standing ${super.owner()}`;
  }
}

class Round extends Desk {
  @tool({ name: "round_owner" })
  override owner() {
    return `round ${super.owner()}`;
  }
}

/** Typed loosely, because a method keeps its own type for the compiler. */
function isTool(value: unknown): boolean {
  return value instanceof Tool;
}

/** The tool that a method became. */
function toolOf(method: unknown) {
  assert(method instanceof Tool);
  return method;
}

const runner = new ToolRunner();
const intent = {
  intentId: "i-1",
  entityKey: new Uint8Array(),
  seq: 1n,
  stepIndex: 0,
  attempt: 0,
};

Deno.test("TOOL-1.8 A decorated method is a tool of its instance", async () => {
  const first = new Desk("Ada");
  const second = new Desk("Grace");
  const { owner, find } = first;
  const registry = new ToolRegistry([toolOf(owner), toolOf(find)]);

  assertEquals(registry.names, ["owner", "find_drawer"]);
  assertEquals(toolOf(owner).description, "Whose desk it is.");
  assertEquals(await runner.run(registry.get("owner"), {}), "Ada");
  assertEquals(
    await runner.run(registry.get("find_drawer"), { drawer: "2" }),
    "Ada 2",
  );
  assertEquals(await runner.run(toolOf(second.find), {}), "Grace 1");
  assertStrictEquals(first.owner, owner);
  assertNotStrictEquals(second.owner, owner);
  assertEquals(second.owner(), "Grace");
  assertEquals(toolOf(owner).unwrap()(), "Ada");
});

Deno.test("TOOL-1.8 A decorated method is a tool of its instance: with a side effect", async () => {
  const desk = new Desk("Ada");

  assertThrows(() => desk.lock({ drawer: 1 }), SideEffectToolError);
  assertThrows(() => Desk.prototype.lock.call(desk, { drawer: 1 }));
  assertEquals(
    await new EffectorToolRunner().run(toolOf(desk.lock), { drawer: "4" }, {
      intent,
    }),
    "Ada locked 4",
  );
});

Deno.test("TOOL-1.8 A decorated method is a tool of its instance: static and private", async () => {
  assertEquals(await runner.run(toolOf(Desk.all), {}), 3);
  assertEquals(new Desk("Ada").reveal(), "secret of Ada");
});

Deno.test("TOOL-1.8 A decorated method is a tool of its instance: a subclass overrides it", async () => {
  const standing = new Standing("Ada");
  const round = new Round("Ada");

  assertFalse(isTool(standing.owner));
  assertEquals(standing.owner(), "standing Ada");
  assertEquals(toolOf(round.owner).name, "round_owner");
  assertEquals(await runner.run(toolOf(round.owner), {}), "round Ada");
  assertEquals(await runner.run(toolOf(standing.find), {}), "Ada 1");
});

Deno.test("TOOL-1.8 A decorated method is a tool of its instance: nothing but a method", () => {
  const getter = assertThrows(() =>
    class {
      @tool
      get owner() {
        return "Ada";
      }
    }, ToolDefinitionError);
  const whole = assertThrows(() => {
    // @ts-expect-error a class is no method
    @tool({ name: "desk" })
    class Whole {}
    return Whole;
  }, ToolDefinitionError);
  const field = assertThrows(() =>
    class {
      // @ts-expect-error a field is no method
      @tool({ name: "owner" })
      owner = () => "Ada";
    }, ToolDefinitionError);

  assertStringIncludes(getter.message, "decorates a getter");
  assertStringIncludes(whole.message, "decorates a class");
  assertStringIncludes(field.message, "decorates a field");
});
