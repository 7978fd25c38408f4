import type { distill, Type, type } from "arktype";
import { argumentError } from "./argument_model/argument_error.ts";
import {
  type ArkNode,
  isForeign,
  isType,
  OTHER_COPY,
  parseType,
} from "./argument_model/arktype.ts";
import { type Check, CheckBuilder } from "./argument_model/check.ts";
import { refuseContradictions } from "./argument_model/contradictions.ts";
import { type JsonSchema, jsonSchema } from "./argument_model/json_schema.ts";
import type { ObjectNode } from "./argument_model/node.ts";
import {
  decodeArguments,
  findUnsafeInteger,
  parseArguments,
  unsafeInteger,
} from "./argument_model/parse_arguments.ts";
import { closeLiterals, isLiteral } from "./argument_model/raw_definition.ts";
import { DefinitionReader } from "./argument_model/read_definition.ts";
import { type Transform, transformOf } from "./argument_model/transform.ts";
import { FAULT, Walk } from "./argument_model/walk.ts";
import {
  type DefinitionProblem,
  ToolArgumentError,
  ToolDefinitionError,
} from "./errors.ts";

export { type JsonSchema, parseArguments };

/**
 * `def` if it is a sound ArkType definition, else a message.
 * @internal
 */
export type Validate<def> = type.validate<def>;

/**
 * What a callable gets after validation.
 * @internal
 */
export type Arguments<def> = distill.Out<type.infer<def>>;

/**
 * An ArkType type.
 * @internal
 */
export type Model<t = unknown> = Type<t>;

/** The one definition of a tool's arguments: what is shown to a model and what its answer is judged by. */
export interface ArgumentModel {
  /** The ArkType type: object literals in it are closed to undeclared keys, ready-made Types are as they were made. */
  readonly type: Model;
  /** The published schema, deeply frozen. */
  readonly parameters: JsonSchema;
  /** The words on the parameters as a whole, if the definition has some. */
  readonly description: string | undefined;
  /** Whether `args` fit as they are: nothing coerced, nothing changed. */
  accepts(args: unknown): boolean;
  /** Validates and coerces; gives the plain JSON data an intent carries, before the author's morphs. */
  coerce(toolName: string, args: unknown): Record<string, unknown>;
  /** Validates and coerces; gives what the callable gets: an own copy, defaults filled in, morphs done. */
  prepare(toolName: string, args: unknown): Record<string, unknown>;
}

/**
 * Reads a definition once. Its schema is made at once, its check when it is first asked, because a server may declare
 * many tools of which few are called.
 *
 * @param describeRoot Whether the words on the parameters as a whole stand in the schema, because they are not
 * already the description of the tool.
 * @throws {ToolDefinitionError} For what cannot be shown to a model.
 */
export function argumentModel(
  definition: unknown,
  toolName: string,
  describeRoot = true,
): ArgumentModel {
  const type = parsed(definition, toolName);
  const reader = new DefinitionReader();
  const node = reader.readRoot(type, definition);
  const root = node.kind === "reference" ? node.target() : node;
  if (root.kind !== "object") {
    const union = root.kind === "union";
    reader.problems.unshift({
      parameter: "",
      reason: union
        ? "the parameters are a union of shapes, which providers refuse"
        : "the parameters are not one object of named arguments",
      instead: union
        ? "declare one object with optional keys, or one tool for each shape"
        : 'write an object, such as { name: "string" }',
    });
  }
  refuseContradictions(reader);
  const [first, ...others] = reader.problems;
  if (first !== undefined) {
    throw new ToolDefinitionError(toolName, [first, ...others]);
  }
  return new CheckedModel(type, root as ObjectNode, describeRoot);
}

class CheckedModel implements ArgumentModel {
  readonly type: Model;
  readonly parameters: JsonSchema;
  readonly description: string | undefined;
  readonly #root: ObjectNode;
  #check: Check | undefined;
  #transform: Transform | undefined;

  constructor(
    type: Type & ArkNode,
    root: ObjectNode,
    describeRoot: boolean,
  ) {
    this.type = type;
    this.#root = root;
    this.description = root.description;
    const { description: _, ...undescribed } = root;
    this.parameters = jsonSchema(
      describeRoot || root.rules.length > 0 || root.morph ? root : undescribed,
    );
  }

  accepts(args: unknown): boolean {
    const walk = new Walk(false, true);
    try {
      const result = this.#checked(args, walk);
      return result !== FAULT && this.#transform?.(result, walk) !== FAULT;
    } catch {
      // An accessor or a Proxy of the caller's threw.
      return false;
    }
  }

  coerce(toolName: string, args: unknown): Record<string, unknown> {
    const walk = new Walk(true);
    const result = this.#read(toolName, args, walk);
    // What cannot be made of them by and by is refused now, while the model can still mend it.
    if (this.#transform?.(structuredClone(result), walk) === FAULT) {
      throw argumentError(toolName, walk);
    }
    return result;
  }

  prepare(toolName: string, args: unknown): Record<string, unknown> {
    const walk = new Walk(true);
    const result = this.#read(toolName, args, walk);
    if (this.#transform === undefined) return result;
    const made = this.#transform(result, walk);
    if (made === FAULT) throw argumentError(toolName, walk);
    return made as Record<string, unknown>;
  }

  #read(toolName: string, args: unknown, walk: Walk): Record<string, unknown> {
    let result: unknown;
    try {
      if (typeof args === "string") {
        const { value, source } = decodeArguments(args, { toolName });
        result = this.#checked(value, walk);
        if (walk.large && findUnsafeInteger(source)) {
          throw unsafeInteger(toolName);
        }
      } else {
        result = this.#checked(args ?? {}, walk);
      }
    } catch (cause) {
      if (cause instanceof ToolArgumentError) throw cause;
      // An accessor or a Proxy of the caller's threw, or the caller left no stack to read them with.
      const message = "the arguments cannot be read; send plain data";
      throw new ToolArgumentError(
        toolName,
        [{ path: [], expected: "plain data", message }],
        0,
        { cause },
      );
    }
    if (result === FAULT) throw argumentError(toolName, walk);
    return result as Record<string, unknown>;
  }

  #checked(args: unknown, walk: Walk): unknown {
    if (this.#check === undefined) {
      this.#check = new CheckBuilder().build(this.#root);
      this.#transform = transformOf(this.#root);
    }
    return this.#check(args, walk);
  }
}

/** The Type of a definition, or the place in it that ArkType cannot read. */
function parsed(definition: unknown, toolName: string): Type & ArkNode {
  try {
    return parseType(closeLiterals(definition));
  } catch (cause) {
    throw new ToolDefinitionError(toolName, [problemOf(definition, cause)], {
      cause,
    });
  }
}

function problemOf(definition: unknown, cause: unknown): DefinitionProblem {
  const [parameter, deepest, at] = guilty(definition, cause, "");
  const reason = deepest instanceof Error ? deepest.message : String(deepest);
  if (holdsForeign(at)) {
    return {
      parameter,
      reason: `combines ${OTHER_COPY} with others (${reason})`,
      instead: "import ArkType once",
    };
  }
  return {
    parameter,
    reason: `is no definition that ArkType can read (${reason})`,
    instead:
      'write an ArkType definition, such as "string" or { name: "string" }',
  };
}

/** Whether a Type of another copy of ArkType stands in `definition`. */
function holdsForeign(definition: unknown): boolean {
  if (isType(definition)) return isForeign(definition);
  return typeof definition === "object" && definition !== null &&
    Object.values(definition).some(holdsForeign);
}

/** The innermost key whose definition cannot be read on its own, and why. */
function guilty(
  definition: unknown,
  cause: unknown,
  path: string,
): [path: string, cause: unknown, definition: unknown] {
  if (!isLiteral(definition) || isType(definition)) {
    return [path, cause, definition];
  }
  for (const [key, value] of Object.entries(definition)) {
    if (key === "+" || key === "...") continue;
    try {
      parseType({ [key]: value });
    } catch (inner) {
      const name = key.replace(/\?$/, "");
      return guilty(value, inner, path === "" ? name : `${path}.${name}`);
    }
  }
  return [path, cause, definition];
}
