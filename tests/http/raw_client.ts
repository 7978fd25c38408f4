/** A client that writes what it likes to the server, for what `fetch` would never send. */
export interface RawClient extends Disposable {
  write(text: string): Promise<void>;
  /** The first line of the next answer; `undefined` if the server hung up. */
  statusLine(): Promise<string | undefined>;
}

export async function connect(port: number): Promise<RawClient> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const buffer = new Uint8Array(16_384);
  return {
    async write(text) {
      const bytes = new TextEncoder().encode(text);
      for (let sent = 0; sent < bytes.length;) {
        sent += await connection.write(bytes.subarray(sent));
      }
    },
    async statusLine() {
      const length = await connection.read(buffer);
      if (length === null) return undefined;
      const text = new TextDecoder().decode(buffer.subarray(0, length));
      return text.split("\r\n", 1)[0];
    },
    [Symbol.dispose]: () => connection.close(),
  };
}

/** The start of a request that posts an intent. */
export function postHead(...headers: readonly string[]): string {
  return ["POST /intents HTTP/1.1", "host: x", ...headers, "", ""].join("\r\n");
}
