import { boundTool, type DeclaredTool } from "./declared_tool.ts";
import { ToolDefinitionError } from "./errors.ts";

/**
 * Refuses everything that a decorator may stand on but a method, and what older decorators are called with.
 *
 * @throws {ToolDefinitionError} For a getter, a field, a class.
 */
export function requireMethod(
  context: unknown,
): asserts context is ClassMethodDecoratorContext | undefined {
  if (context === undefined) return;
  const { kind } = Object(context);
  if (kind === "method") return;
  throw new ToolDefinitionError("", [
    typeof kind === "string"
      ? {
        parameter: "",
        reason: `it decorates a ${kind}`,
        instead: "decorate a method",
      }
      : {
        parameter: "",
        reason:
          "what comes after the function is not the context of a decorator",
        instead:
          'give options first, as in tool({ name: "lookup" }, callable), and use the decorators of the language',
      },
  ]);
}

/**
 * Gives each instance a tool of its own for the method, so that it keeps its `this` when it is handed on.
 */
export function bindToInstances(
  declared: DeclaredTool,
  context: ClassMethodDecoratorContext,
): void {
  const { name } = context;
  context.addInitializer(function (this: unknown) {
    const instance = this as Record<PropertyKey, unknown>;
    // A subclass that overrides the method keeps its own; a private method is not found.
    if (instance[name] !== declared) return;
    const value = boundTool(declared, instance);
    Object.defineProperty(instance, name, { configurable: true, value });
  });
}
