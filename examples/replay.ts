import {
  type ActivationContext,
  CanonicalJsonError,
  ToolArgumentError,
  ToolNotFoundError,
} from "@beam/tools";

/** One tool call as a model made it. */
export interface RecordedCall {
  readonly name: string;
  /** Not looked at: whatever it is, the tool's own model judges it. */
  readonly arguments: unknown;
}

/** A line of a recording that holds no call. */
export interface BrokenLine {
  /** From 1. */
  readonly line: number;
  readonly reason: string;
}

/** What became of one call. */
export type Outcome =
  /** A read-only tool ran inline. */
  | { readonly kind: "ran"; readonly result: unknown }
  /** A side effect was staged; nothing of it was done. */
  | { readonly kind: "staged"; readonly intentId: string }
  /** No tool ran; the model reads the message and corrects itself. */
  | { readonly kind: "bad_call"; readonly message: string }
  /** The tool ran and threw. */
  | { readonly kind: "failed"; readonly message: string };

/** Thrown, with one line for the reader, for what of a recording cannot be replayed. */
export class RecordingError extends Error {
  /** Tells it from mistakes in the demo itself. */
  override readonly name = "RecordingError";
}

/** The text of a recording. */
export async function readRecording(file: string | URL): Promise<string> {
  try {
    return await Deno.readTextFile(file);
  } catch (cause) {
    const why = cause instanceof Deno.errors.NotFound
      ? "there is no such file"
      : `it cannot be read (${cause instanceof Error ? cause.message : cause})`;
    throw new RecordingError(
      `Cannot replay ${JSON.stringify(String(file))}: ${why}; ` +
        "name a file of recorded calls",
      { cause },
    );
  }
}

/** The error for lines that hold no call; it names the first three. */
export function brokenLinesError(
  file: string | URL,
  broken: readonly BrokenLine[],
): RecordingError {
  const named = broken.slice(0, 3).map(({ line, reason }) =>
    `line ${line} ${reason}`
  );
  if (broken.length > 3) named.push(`and ${broken.length - 3} more`);
  const lines = broken.length === 1 ? "1 line" : `${broken.length} lines`;
  return new RecordingError(
    `Cannot replay ${lines} of ${JSON.stringify(String(file))}: ` +
      `${named.join(", ")}; write {"name": ..., "arguments": ...} on each`,
  );
}

/** Reads a recording: a JSON object `{ name, arguments }` a line. Empty lines count for nothing. */
export function readCalls(
  text: string,
): { calls: RecordedCall[]; broken: BrokenLine[] } {
  const calls: RecordedCall[] = [];
  const broken: BrokenLine[] = [];
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const call = readCall(line);
    if (typeof call === "string") {
      broken.push({ line: index + 1, reason: call });
    } else calls.push(call);
  }
  return { calls, broken };
}

/** The call in one line, or why there is none. */
function readCall(line: string): RecordedCall | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return "is not JSON";
  }
  if (
    typeof value !== "object" || value === null || !("name" in value) ||
    typeof value.name !== "string"
  ) return 'has no "name"';
  return {
    name: value.name,
    arguments: "arguments" in value ? value.arguments : {},
  };
}

/** Does with one call what an agent's loop does: runs it if its tool is read-only, stages it otherwise. */
export async function replay(
  call: RecordedCall,
  context: ActivationContext,
): Promise<Outcome> {
  try {
    const done = await context.dispatch(call.name, call.arguments);
    return done.kind === "result"
      ? { kind: "ran", result: done.value }
      : { kind: "staged", intentId: done.intentId };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const bad = error instanceof ToolArgumentError ||
      error instanceof ToolNotFoundError || error instanceof CanonicalJsonError;
    return { kind: bad ? "bad_call" : "failed", message };
  }
}
