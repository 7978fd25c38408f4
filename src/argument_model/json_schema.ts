import type {
  Annotations,
  ArgumentNode,
  ArrayNode,
  NumberNode,
  ObjectNode,
  StringNode,
} from "./node.ts";
import { unreachable } from "./node.ts";
import { setOwn } from "./json_value.ts";

/** A JSON Schema (2020-12) or a part of one; plain, frozen data. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** The schema of a whole argument object, which is always `type: "object"` with `properties`, and deeply frozen. */
export function jsonSchema(root: ObjectNode): JsonSchema {
  const definitions = new Map<string, JsonSchema | undefined>();
  const schema = schemaOf(root, definitions);
  if (definitions.size === 0) return deepFreeze(schema);
  return deepFreeze({ ...schema, $defs: Object.fromEntries(definitions) });
}

type Definitions = Map<string, JsonSchema | undefined>;

function schemaOf(node: ArgumentNode, definitions: Definitions): JsonSchema {
  return { ...kindOf(node, definitions), ...annotationsOf(node) };
}

function kindOf(node: ArgumentNode, definitions: Definitions): JsonSchema {
  switch (node.kind) {
    case "unknown":
      return {};
    case "boolean":
      return { type: "boolean" };
    case "number":
      return numberOf(node);
    case "string":
      return stringOf(node);
    case "enum": {
      const [only, ...others] = node.values;
      if (others.length > 0) return { enum: node.values };
      return only === null ? { type: "null" } : { const: only };
    }
    case "array":
      return arrayOf(node, definitions);
    case "object":
      return objectOf(node, definitions);
    case "union":
      return {
        anyOf: node.branches.map((branch) => schemaOf(branch, definitions)),
      };
    case "reference":
      if (!definitions.has(node.name)) {
        // Reserved first, so that a shape that contains itself ends here.
        definitions.set(node.name, undefined);
        definitions.set(node.name, schemaOf(node.target(), definitions));
      }
      return {
        $ref: `#/$defs/${
          node.name.replaceAll("~", "~0").replaceAll("/", "~1")
        }`,
      };
    default:
      return unreachable(node);
  }
}

function numberOf(node: NumberNode): JsonSchema {
  const { integer, minimum, maximum, multipleOf } = node;
  const least = integer && !(minimum && minimum.value >= MIN_SAFE)
    ? { value: MIN_SAFE, exclusive: false }
    : minimum;
  const most = integer && !(maximum && maximum.value <= MAX_SAFE)
    ? { value: MAX_SAFE, exclusive: false }
    : maximum;
  return {
    type: integer ? "integer" : "number",
    ...(least &&
      { [least.exclusive ? "exclusiveMinimum" : "minimum"]: least.value + 0 }),
    ...(most &&
      { [most.exclusive ? "exclusiveMaximum" : "maximum"]: most.value + 0 }),
    ...(multipleOf === undefined ? {} : { multipleOf }),
  };
}

const MAX_SAFE = Number.MAX_SAFE_INTEGER;
const MIN_SAFE = Number.MIN_SAFE_INTEGER;

function stringOf(node: StringNode): JsonSchema {
  const [first, ...others] = node.patterns.map(({ expression }) => ({
    pattern: expression.source,
  }));
  return {
    type: "string",
    ...(node.minLength === 0 ? {} : { minLength: node.minLength }),
    ...(node.maxLength === undefined ? {} : { maxLength: node.maxLength }),
    ...first,
    ...(others.length === 0 ? {} : { allOf: others }),
  };
}

function arrayOf(node: ArrayNode, definitions: Definitions): JsonSchema {
  const prefix = node.prefix.map((element) =>
    withDefault(schemaOf(element.node, definitions), element.default)
  );
  const items = node.items && schemaOf(node.items, definitions);
  const anything = items !== undefined && Object.keys(items).length === 0;
  return {
    type: "array",
    ...(prefix.length === 0 ? {} : { prefixItems: prefix }),
    ...(anything && prefix.length > 0 ? {} : { items: items ?? false }),
    ...(node.minItems === 0 ? {} : { minItems: node.minItems }),
    ...(node.maxItems === undefined ||
        (items === undefined && node.maxItems === prefix.length)
      ? {}
      : { maxItems: node.maxItems }),
  };
}

function objectOf(node: ObjectNode, definitions: Definitions): JsonSchema {
  const properties = {};
  for (const property of node.properties) {
    setOwn(
      properties,
      property.key,
      withDefault(schemaOf(property.node, definitions), property.default),
    );
  }
  const required = node.properties.filter((property) => property.required)
    .map((property) => property.key);
  const patterns = new Map<string, JsonSchema[]>();
  for (const { expression, node: value } of node.patterns) {
    // The source of an empty expression is written as a group; JSON Schema has the empty text for it.
    const source = expression.source === "(?:)" ? "" : expression.source;
    patterns.set(source, [
      ...patterns.get(source) ?? [],
      schemaOf(value, definitions),
    ]);
  }
  return {
    type: "object",
    properties,
    ...(required.length === 0 ? {} : { required }),
    ...(patterns.size === 0 ? {} : {
      patternProperties: Object.fromEntries(
        [...patterns].map(([source, [only, ...others]]) => [
          source,
          others.length === 0 ? only : { allOf: [only, ...others] },
        ]),
      ),
    }),
    ...undeclaredOf(node, definitions),
  };
}

function undeclaredOf(
  { undeclared }: ObjectNode,
  definitions: Definitions,
): JsonSchema {
  switch (undeclared) {
    case "reject":
      return { additionalProperties: false };
    case "delete":
      return {};
    default: {
      const schema = schemaOf(undeclared, definitions);
      return Object.keys(schema).length === 0
        ? {}
        : { additionalProperties: schema };
    }
  }
}

function withDefault(
  schema: JsonSchema,
  value: { readonly published?: { readonly value: unknown } } | undefined,
): JsonSchema {
  return value?.published === undefined
    ? schema
    : { ...schema, default: value.published.value };
}

function annotationsOf(node: Annotations): JsonSchema {
  const words = [
    ...node.rules.map((rule) => rule.words),
    ...(node.morph?.words === undefined ? [] : [node.morph.words]),
  ].filter((text) => text !== node.description);
  const sentences = [node.description, ...new Set(words)];
  const description = sentences.filter((text) => text !== undefined).join("; ");
  return {
    ...(node.title === undefined ? {} : { title: node.title }),
    ...(description === "" ? {} : { description }),
    ...(node.examples === undefined ? {} : { examples: node.examples }),
    ...(node.deprecated === undefined ? {} : { deprecated: true }),
  };
}

/** Freezes plain data on every level. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) deepFreeze(member);
  }
  return value;
}
