/** `deno serve` in a process of its own; `await using` ends it. */
export interface ServeProcess extends AsyncDisposable {
  /** Where it listens, such as `http://127.0.0.1:50000`. */
  readonly url: string;
  readonly kill: (signal: Deno.Signal) => void;
  readonly status: Promise<Deno.CommandStatus>;
}

/** Starts a module that exports a handler, and waits until it listens on a free port. */
export async function serveModule(module: URL): Promise<ServeProcess> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["serve", "--allow-all", "--host=127.0.0.1", "--port=0", module.href],
    stdin: "null",
    stdout: "inherit",
    stderr: "piped",
    env: { NO_COLOR: "1" },
  }).spawn();
  const url = await listening(child.stderr);
  // A full pipe would stop the process.
  const drained = child.stderr.pipeTo(new WritableStream());
  return {
    url,
    kill: (signal) => child.kill(signal),
    status: child.status,
    async [Symbol.asyncDispose]() {
      try {
        child.kill("SIGKILL");
      } catch {
        // It has ended.
      }
      await Promise.all([child.status, drained]);
    },
  };
}

/** The address in the line that `deno serve` writes when it is ready. */
async function listening(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  for await (const chunk of stream.values({ preventCancel: true })) {
    text += new TextDecoder().decode(chunk);
    const address = /Listening on (http:\S+?)\/\s/.exec(text)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error(`It does not listen: ${text}`);
}
