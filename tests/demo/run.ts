export const DEMO = new URL("../../examples/demo.ts", import.meta.url);

/** What one run of the demo left. */
export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** What it left in the system's temporary folder. */
  readonly leftBehind: readonly string[];
}

/** Runs the demo as a user does, with the rights that it has in `deno.json`. */
export async function runDemo(...args: readonly string[]): Promise<Run> {
  const temporary = await Deno.makeTempDir();
  try {
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--quiet",
        "--no-prompt",
        "--allow-read",
        "--allow-env=NO_COLOR",
        `--allow-write=${temporary}`,
        `--allow-run=${Deno.execPath()}`,
        DEMO.href,
        ...args,
      ],
      env: { TMPDIR: temporary, TEMP: temporary, TMP: temporary },
    }).output();
    const decoder = new TextDecoder();
    return {
      code,
      out: decoder.decode(stdout),
      err: decoder.decode(stderr),
      leftBehind: [...Deno.readDirSync(temporary)].map(({ name }) => name),
    };
  } finally {
    await Deno.remove(temporary, { recursive: true });
  }
}

let ownRun: Promise<Run> | undefined;

/** The run of the demo's own recording, made once for all who look at it. */
export function runOwnRecording(): Promise<Run> {
  return ownRun ??= runDemo();
}

/** Runs the demo on a file of these lines. */
export async function runLines(lines: readonly string[]): Promise<Run> {
  const file = await Deno.makeTempFile({ suffix: ".jsonl" });
  try {
    await Deno.writeTextFile(file, lines.join("\n"));
    return await runDemo(file);
  } finally {
    await Deno.remove(file);
  }
}

export function lastLine(text: string): string | undefined {
  return text.trimEnd().split("\n").at(-1);
}
