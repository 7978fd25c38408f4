/** What the effector made of one intent. */
export type Answer =
  /** Its outcome is stored and published, or its question handed on; it may be forgotten. */
  | { readonly kind: "settled" }
  /** It can never be carried out. */
  | {
    readonly kind: "refused";
    readonly status: number;
    readonly reason: string;
  }
  /** It has to be sent again, not before `afterMs` are over. */
  | { readonly kind: "again"; readonly afterMs: number };

/** What the effector answers where sending the same bytes again is of no use. */
const FINAL = [400, 401, 413, 422];
/** Longer than a tool may take. */
const PATIENCE_MS = 75_000;

/** Hands one signed intent to the effector. */
export async function postIntent(
  effectorUrl: string,
  bytes: Uint8Array,
): Promise<Answer> {
  try {
    const response = await fetch(new URL("/intents", effectorUrl), {
      method: "POST",
      body: new Uint8Array(bytes),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const { status, headers } = response;
    if (response.ok) {
      // The result comes to the agent by itself.
      await response.body?.cancel();
      return { kind: "settled" };
    }
    const text = await response.text();
    // Any proxy can say 400; only the effector's own word is final.
    const isProblem =
      headers.get("content-type") === "application/problem+json";
    if (isProblem && FINAL.includes(status)) {
      return { kind: "refused", status, reason: JSON.parse(text).reason };
    }
    const seconds = Number(headers.get("retry-after"));
    return { kind: "again", afterMs: seconds > 0 ? seconds * 1_000 : 0 };
  } catch {
    // Nobody there, or hung up: it may have been carried out, or not.
    return { kind: "again", afterMs: 0 };
  }
}
