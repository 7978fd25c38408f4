import {
  type Effector,
  encodeIntent,
  Keyring,
  type SigningKey,
  signIntent,
  type ToolIntent,
} from "@beam/tools/effector";
import { intent } from "../service/world.ts";

/** The key that the served effectors of these tests know. */
export const KEY: SigningKey = {
  id: "k1",
  secret: Uint8Array.from({ length: 32 }, (_, index) => index),
};
export const KEYRING = new Keyring([KEY]);

/** An answer, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  /** The problem's code, such as `in_flight`; `undefined` where there is none. */
  readonly reason: string | undefined;
}

/** An effector behind a real server on this machine; `await using` ends it. */
export interface Served extends AsyncDisposable {
  readonly port: number;
  ask(path: string, init?: RequestInit): Promise<Answer>;
  /** Posts the bytes of an intent. */
  post(body: BodyInit): Promise<Answer>;
}

export function serve({ fetch }: Effector): Served {
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    fetch,
  );
  const { port } = server.addr;
  const served: Served = {
    port,
    ask: (path, init) => ask(`http://127.0.0.1:${port}${path}`, init),
    post: (body) => served.ask("/intents", { method: "POST", body }),
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
  return served;
}

/** Sends one request. */
export async function ask(url: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const { status, headers } = response;
  const bytes = await response.bytes();
  const isProblem =
    headers.get("content-type") === "application/problem+json" &&
    bytes.length > 0;
  const reason = isProblem
    ? JSON.parse(new TextDecoder().decode(bytes)).reason
    : undefined;
  return { status, headers, bytes, reason };
}

/** The bytes of the usual intent with these changes, signed. */
export function signed(
  changes: Partial<ToolIntent> = {},
  key: SigningKey = KEY,
): Promise<Uint8Array<ArrayBuffer>> {
  return signIntent(encodeIntent(intent(changes)), key);
}

/** The status and the reason, which is what most tests compare. */
export function brief({ status, reason }: Answer): string {
  return reason === undefined ? String(status) : `${status} ${reason}`;
}
