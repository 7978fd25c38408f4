/**
 * Declare tools that a language model may ask for, register them, run the read-only ones, stage the others as intents.
 *
 * One ArkType definition of a tool's parameters makes both the JSON Schema that the model is shown and the check of
 * what it sends. A tool with a side effect cannot be called here at all: an activation stages an intent, which is
 * carried out outside the pipeline, by `Effector` of `@beam/tools/effector`. `@beam/tools/wire` makes the bytes that go
 * there.
 *
 * @example Declare two tools, and run the one that only reads
 * ```ts
 * import { assertEquals, assertThrows } from "@std/assert";
 * import { SideEffectToolError, tool, ToolRegistry, ToolRunner } from "@beam/tools";
 *
 * const balance = tool({
 *   name: "balance",
 *   description: "Tell the balance of an account.",
 *   parameters: { account: "string" },
 * }, ({ account }) => ({ account, cents: 1200 }));
 *
 * const pay = tool({
 *   name: "pay",
 *   description: "Pay from an account.",
 *   sideEffect: true,
 *   parameters: { account: "string", cents: "number.integer > 0" },
 * }, ({ cents }) => cents);
 *
 * const registry = new ToolRegistry([balance, pay]);
 *
 * assertEquals(registry.toolsSchema.map(({ name }) => name), ["balance", "pay"]);
 * assertEquals(await new ToolRunner().run(balance, '{"account":"a-1"}'), { account: "a-1", cents: 1200 });
 * assertThrows(() => Reflect.apply(pay as never, undefined, []), SideEffectToolError);
 * ```
 *
 * @module
 */

export { activate } from "./src/activate.ts";
export {
  ActivationContext,
  type ActivationOptions,
  type ActivationResult,
  type Dispatched,
} from "./src/activation.ts";
export {
  dryRun,
  type DryRunStep,
  type RequestedCall,
} from "./src/activation/dry_run.ts";
export type {
  ActableName,
  FunctionOf,
  ResultOf,
  RunnableName,
  Sent,
  SentTo,
} from "./src/activation/known_calls.ts";
export {
  type Arguments,
  type Model,
  parseArguments,
  type Validate,
} from "./src/argument_model.ts";
export type { ParseArgumentsOptions } from "./src/argument_model/parse_arguments.ts";
export {
  CanonicalJsonError,
  type CanonicalJsonReason,
} from "./src/canonical_json.ts";
export {
  ActivationClosedError,
  type ArgumentIssue,
  type DefinitionProblem,
  DuplicateToolError,
  ReadOnlyToolError,
  SideEffectToolError,
  ToolArgumentError,
  ToolDefinitionError,
  ToolError,
  ToolNotFoundError,
} from "./src/errors.ts";
export {
  intentId,
  type IntentInfo,
  type IntentKind,
  type ToolIntent,
  traceId,
} from "./src/intent.ts";
export {
  type ReadOnlyOf,
  type ToolNamed,
  ToolRegistry,
} from "./src/registry.ts";
export {
  type NotSideEffecting,
  type RunOptions,
  ToolRunner,
} from "./src/runner.ts";
export {
  type AnyFunction,
  type AnyTool,
  type CallableTool,
  type EffectCall,
  type JsonSchema,
  type SideEffectTool,
  Tool,
  tool,
  type ToolCall,
  type ToolClass,
  type ToolSchema,
  type TypedFunction,
} from "./src/tool.ts";
export type {
  CallableOf,
  CallOf,
  ToolDecorator,
  ToolFactory,
} from "./src/tool_forms.ts";
export type { OnCrash, Reconciled, ToolOptions } from "./src/tool_options.ts";
