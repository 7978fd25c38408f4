/** Stands before the effector and loses its first answers. */
export interface LossyProxy extends AsyncDisposable {
  readonly url: string;
  /** The bodies that were handed on. */
  readonly delivered: readonly Uint8Array[];
}

export function startLossyProxy(lost: number): LossyProxy & {
  /** Whom it stands before. */
  target: string;
} {
  const delivered: Uint8Array[] = [];
  const proxy = { target: "" };
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    async (request) => {
      const body = await request.bytes();
      const { pathname } = new URL(request.url);
      const { method } = request;
      const answer = await fetch(proxy.target + pathname, { method, body });
      const { status } = answer;
      const text = await answer.bytes();
      delivered.push(body);
      if (delivered.length <= lost) return new Response(null, { status: 502 });
      return new Response(text, { status });
    },
  );
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${server.addr.port}`,
    delivered,
    [Symbol.asyncDispose]: () => server.shutdown(),
  });
}
