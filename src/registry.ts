import { definitionOf } from "./declared_tool.ts";
import { DuplicateToolError, ToolNotFoundError } from "./errors.ts";
import type { AnyTool, ToolSchema } from "./tool.ts";

/**
 * The tool of `Tools` that has a name; any tool where the compiler does not know the names.
 * @internal
 */
export type ToolNamed<Tools extends AnyTool, Name extends Tools["name"]> = {
  [Each in Tools as Each["name"]]: Each;
}[Name];

/**
 * Those of `Tools` that are not known to have a side effect.
 * @internal
 */
export type ReadOnlyOf<Tools extends AnyTool> = Tools extends AnyTool
  ? [Tools["sideEffect"]] extends [true] ? never : Tools
  : never;

/**
 * The tools one agent may call, by name, in the order in which they were registered.
 *
 * Names are compared exactly, and looked up where no inherited member can answer.
 *
 * @typeParam Tools The tools, where the compiler knows them: a registry made from a list knows its names.
 *
 * @example Name the tools of an agent
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { tool, ToolRegistry } from "@beam/tools";
 *
 * const registry = new ToolRegistry([tool({ name: "order_status" }, () => "shipped")]);
 *
 * assertEquals(registry.names, ["order_status"]);
 * assertEquals(registry.get("order_status")(), "shipped");
 * ```
 */
export class ToolRegistry<Tools extends AnyTool = AnyTool> {
  readonly #tools = new Map<string, AnyTool>();
  #schemas: readonly ToolSchema[] | undefined;

  /**
   * Registers tools in their order.
   *
   * @throws {DuplicateToolError} For a second tool of one name.
   * @throws {TypeError} For anything but a tool.
   */
  constructor(tools: Iterable<Tools> = []) {
    for (const tool of tools) this.register(tool);
  }

  /**
   * Adds a tool at the end.
   *
   * @throws {DuplicateToolError} If a tool of that name is there, which stays.
   * @throws {TypeError} For anything but a tool.
   */
  register(tool: Tools): this {
    const { name } = definitionOf(tool);
    if (this.#tools.has(name)) throw new DuplicateToolError(name);
    this.#tools.set(name, tool);
    this.#schemas = undefined;
    return this;
  }

  /**
   * The tool of a name.
   *
   * @throws {ToolNotFoundError} If no tool has it.
   */
  get<Name extends Tools["name"]>(name: Name): ToolNamed<Tools, Name> {
    const found = this.#tools.get(name);
    if (found === undefined) throw new ToolNotFoundError(String(name));
    return found as ToolNamed<Tools, Name>;
  }

  /** Whether a tool has the name; tells the compiler that {@linkcode ToolRegistry.get} takes it. */
  has(name: string): name is Tools["name"] {
    return this.#tools.has(name);
  }

  /** What to send to a model provider: the frozen schemas as they are now, in order. */
  get toolsSchema(): readonly ToolSchema[] {
    this.#schemas ??= Object.freeze(
      [...this.#tools.values()].map((tool) => tool.schema),
    );
    return this.#schemas;
  }

  /** The names as they are now, in order. */
  get names(): readonly Tools["name"][] {
    return Object.freeze([...this.#tools.keys()]);
  }

  /** How many tools there are. */
  get size(): number {
    return this.#tools.size;
  }

  /**
   * Another registry with the read-only tools as they are now, for whoever must not even ask for a side effect: an
   * evaluation, or a framework that calls what it is shown.
   */
  readOnly(): ToolRegistry<ReadOnlyOf<Tools>> {
    const tools = [...this.#tools.values()].filter((tool) =>
      !definitionOf(tool).sideEffect
    );
    return new ToolRegistry(tools as ReadOnlyOf<Tools>[]);
  }

  /** The tools, in order. */
  [Symbol.iterator](): IterableIterator<Tools> {
    return this.#tools.values() as IterableIterator<Tools>;
  }
}
