/** One tool for each thing that an author can choose for a crash in mid-call. */
import { type AnyTool, type OnCrash, tool } from "@beam/tools";
import type { IntentInfo } from "@beam/tools/effector";
import type { Log } from "./log.ts";
import type { Steps } from "./steps.ts";

/** The names of the tools; `keyed` is `retry` with an effect that its key makes once. */
export const POLICIES = ["unknown", "retry", "reconcile", "keyed"] as const;

/** One of them. */
export type Policy = typeof POLICIES[number];

/** The tools. The ledger is the outside world: only an effect writes to it, its intent and its process. */
export function policyTools(ledger: Log, steps: Steps): readonly AnyTool[] {
  const ask: OnCrash<object> = (_args, { intentId }) =>
    ledger.has(intentId)
      ? { kind: "happened", result: "found" }
      : { kind: "did_not_happen" };
  const onCrash: Readonly<Record<Policy, OnCrash<object>>> = {
    unknown: "unknown",
    retry: "retry",
    reconcile: ask,
    keyed: "retry",
  };
  const act = ({ intentId }: IntentInfo, name: Policy): void => {
    const pid = String(Deno.pid);
    if (name === "keyed") ledger.appendOnce(intentId, pid);
    else ledger.append(intentId, pid);
  };
  return POLICIES.map((name) =>
    tool(
      { name, sideEffect: true, parameters: {}, onCrash: onCrash[name] },
      async (
        _args: object,
        { intent }: { readonly intent: IntentInfo },
      ) => {
        await steps.reach("called", intent.intentId);
        await shortPause();
        act(intent, name);
        await steps.reach("effected", intent.intentId);
        await shortPause();
        return "done";
      },
    )
  );
}

/** So that a kill at a random time finds calls before and after their effects. */
function shortPause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * 4));
}
