import type { IntentInfo } from "../intent.ts";
import type { OnCrash, Reconciled } from "../tool_options.ts";
import type { Outcome } from "./outcome.ts";
import { retry, type RetryPlan } from "./retry.ts";
import { returned } from "./tool_call.ts";

/** What is known of a call that was cut off. */
export interface CutOffCall {
  /** `undefined` where the tool that was called is not there any more, or takes other arguments. */
  readonly onCrash: OnCrash | undefined;
  /** Makes what the tool would get, anew for each question. */
  readonly makeArgs: () => unknown;
  /** Makes what it is told of the intent, likewise. */
  readonly makeInfo: () => IntentInfo;
  readonly isExpired: () => boolean;
}

/** What follows: an outcome, a call of the tool, or another question at another time. */
export type AfterCrash =
  | { readonly kind: "settled"; readonly outcome: Outcome }
  | { readonly kind: "call"; readonly ifExpired: Outcome }
  | { readonly kind: "ask_again"; readonly cause: unknown };

/** Decides about a call during which a worker died, as its tool's `onCrash` says. */
export async function afterCrash(
  call: CutOffCall,
  plan: RetryPlan,
): Promise<AfterCrash> {
  const { onCrash } = call;
  switch (onCrash) {
    case undefined:
      return settled("the tool, as it was then, may have been called");
    case "unknown":
      return settled("a worker stopped while the tool may have been running");
    case "retry":
      return {
        kind: "call",
        ifExpired: unknown(
          "a worker stopped while the tool may have been running, and the intent has expired since",
        ),
      };
    default:
      return await reconcile(call, onCrash, plan);
  }
}

/**
 * Asks the other side. Where it does not answer, that is for the next delivery
 * to find out, and unknown for good once the intent has expired.
 */
async function reconcile(
  { makeArgs, makeInfo, isExpired }: CutOffCall,
  ask: Exclude<OnCrash, string>,
  plan: RetryPlan,
): Promise<AfterCrash> {
  let answer: Reconciled;
  try {
    answer = await retry(
      // The cast: what fits the tool's parameters is what its onCrash takes.
      async () => requireAnswer(await ask(makeArgs() as never, makeInfo())),
      plan,
    );
  } catch (cause) {
    if (!isExpired()) return { kind: "ask_again", cause };
    return settled("the other side did not answer before the intent expired");
  }
  switch (answer.kind) {
    case "happened":
      return { kind: "settled", outcome: returned(answer.result) };
    case "did_not_happen":
      return { kind: "call", ifExpired: { status: "expired" } };
    case "unknown":
      return settled("the other side cannot tell whether it happened");
  }
}

/** The answer of an `onCrash` function, from callers without types too. */
function requireAnswer(answer: Reconciled): Reconciled {
  switch (answer?.kind) {
    case "happened":
    case "did_not_happen":
    case "unknown":
      return answer;
    default:
      throw new TypeError("onCrash gave an answer of no known kind");
  }
}

function settled(message: string): AfterCrash {
  return { kind: "settled", outcome: unknown(message) };
}

function unknown(message: string): Outcome {
  return { status: "error", code: "effect_unknown", message };
}
