import type { IntentInfo } from "../intent.ts";
import type { OnCrash, Reconciled } from "../tool_options.ts";
import type { Outcome } from "./outcome.ts";
import { retry, type RetryPlan } from "./retry.ts";
import { returned } from "./tool_call.ts";

/** What is known of a call that was cut off. */
export interface CutOffCall {
  /** `undefined` where the tool that was called is not there any more, or takes other arguments. */
  readonly onCrash: OnCrash | undefined;
  readonly args: unknown;
  readonly intent: IntentInfo;
  readonly isExpired: () => boolean;
}

/** How the other side is asked. */
export interface AskPlan extends RetryPlan {
  /** The longest wait for one answer. */
  readonly timeoutMs: number;
}

/** What follows: an outcome, a call of the tool, or another question at another time. */
export type AfterCrash =
  | { readonly kind: "settled"; readonly outcome: Outcome }
  | { readonly kind: "call" }
  | { readonly kind: "ask_again"; readonly cause: unknown };

/** Decides about a call during which a worker died, as its tool's `onCrash` says. */
export async function afterCrash(
  call: CutOffCall,
  plan: AskPlan,
): Promise<AfterCrash> {
  const { onCrash, isExpired } = call;
  switch (onCrash) {
    case undefined:
      return unknown("the tool, as it was then, may have been called");
    case "unknown":
      return unknown("a worker stopped while the tool may have been running");
    case "retry":
      if (!isExpired()) return { kind: "call" };
      return unknown(
        "a worker stopped while the tool may have been running, and the intent has expired since",
      );
    default:
      return await reconcile(call, onCrash, plan);
  }
}

/**
 * Asks the other side. Where it does not answer, that is for the next delivery
 * to find out, and unknown for good once the intent has expired.
 */
async function reconcile(
  { args, intent, isExpired }: CutOffCall,
  ask: Exclude<OnCrash, string>,
  plan: AskPlan,
): Promise<AfterCrash> {
  const { clock, timeoutMs } = plan;
  const askInTime = async (): Promise<Reconciled> => {
    const over = new AbortController();
    const late = clock.sleep(timeoutMs, over.signal).then(() => undefined);
    try {
      // The cast: what fits the tool's parameters is what its onCrash takes.
      return requireAnswer(
        await Promise.race([ask(args as never, intent), late]),
      );
    } finally {
      over.abort();
    }
  };
  let answer: Reconciled;
  try {
    answer = await retry(askInTime, plan);
  } catch (cause) {
    if (!isExpired()) return { kind: "ask_again", cause };
    return unknown("the other side did not answer before the intent expired");
  }
  switch (answer.kind) {
    case "happened":
      return { kind: "settled", outcome: returned(answer.result) };
    case "did_not_happen":
      return { kind: "call" };
    case "unknown":
      return unknown("the other side cannot tell whether it happened");
  }
}

/** The answer of an `onCrash` function, from callers without types too. */
function requireAnswer(answer: Reconciled | undefined): Reconciled {
  switch (answer?.kind) {
    case "happened":
    case "did_not_happen":
    case "unknown":
      return answer;
    default:
      throw new TypeError(
        answer === undefined
          ? "onCrash gave no answer in time"
          : "onCrash gave an answer of no known kind",
      );
  }
}

function unknown(message: string): AfterCrash {
  const outcome = { status: "error", code: "effect_unknown", message } as const;
  return { kind: "settled", outcome };
}
