import type { DeadLetterReason, Delivery } from "./delivery.ts";

/** What the HTTP handler asks of its effector. */
export interface Responder {
  readonly maxIntentBytes: number;
  readonly now: () => number;
  readonly deliver: (bytes: Uint8Array) => Promise<Delivery>;
  readonly isStopping: () => boolean;
  readonly storeId: () => Promise<string>;
}

const PROTOBUF = "application/protobuf";
/** When to come again where nothing better is known, in seconds. */
const RETRY_AFTER_SECONDS = 1;

const STATUS_OF: Readonly<Record<DeadLetterReason, number>> = {
  undecodable: 400,
  invalid_intent: 400,
  id_mismatch: 400,
  unsigned_intent: 401,
  bad_signature: 401,
  unknown_signing_key: 401,
  too_large: 413,
  intent_conflict: 422,
  damaged_record: 422,
};

/** The answer to one request. */
export async function respond(
  request: Request,
  responder: Responder,
): Promise<Response> {
  // Whoever sends a Host header that makes no address is not to cause an error here.
  switch (URL.parse(request.url)?.pathname) {
    case "/health":
      if (request.method === "GET" || request.method === "HEAD") {
        return await health(responder);
      }
      return notAllowed("GET, HEAD");
    case "/intents":
      if (request.method !== "POST") return notAllowed("POST");
      return await receive(request, responder);
    default:
      return problem(404, "not_found", "POST /intents or GET /health");
  }
}

async function receive(
  request: Request,
  responder: Responder,
): Promise<Response> {
  const { maxIntentBytes } = responder;
  let bytes: Uint8Array | undefined;
  try {
    bytes = await readBody(request, maxIntentBytes);
  } catch {
    return problem(400, "unreadable_body", "the body ended too early");
  }
  if (bytes === undefined) {
    return problem(413, "too_large", `at most ${maxIntentBytes} bytes`);
  }
  return answer(await responder.deliver(bytes), responder.now());
}

/** The body; `undefined` if it is larger than allowed, of which no more than that is kept. */
async function readBody(
  request: Request,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  if (Number(request.headers.get("content-length")) > maxBytes) {
    await request.body?.cancel();
    return undefined;
  }
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return await new Blob(chunks).bytes();
}

function answer(delivery: Delivery, now: number): Response {
  switch (delivery.kind) {
    case "ack":
      if (delivery.bytes === undefined) {
        return new Response(null, { status: 202 });
      }
      return new Response(delivery.bytes, {
        headers: { "content-type": PROTOBUF },
      });
    case "nack": {
      const { reason, retryAtMs } = delivery;
      const seconds = retryAtMs === undefined
        ? RETRY_AFTER_SECONDS
        : Math.max(RETRY_AFTER_SECONDS, Math.ceil((retryAtMs - now) / 1_000));
      const status = reason === "in_flight" ? 409 : 503;
      return problem(status, reason, "send it again", seconds);
    }
    case "dead_letter": {
      const { reason, detail } = delivery;
      return problem(STATUS_OF[reason], reason, detail);
    }
  }
}

async function health({ isStopping, storeId }: Responder): Promise<Response> {
  if (isStopping()) return problem(503, "stopping", "it takes no new intents");
  try {
    return Response.json({ status: "ok", storeId: await storeId() });
  } catch {
    return problem(503, "store_unavailable", "the store does not answer");
  }
}

function notAllowed(allow: string): Response {
  return problem(405, "method_not_allowed", `use ${allow}`, { allow });
}

/** Problem details, RFC 9457. */
function problem(
  status: number,
  reason: string,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json({ title: reason, status, detail }, {
    status,
    headers: { "content-type": "application/problem+json", ...headers },
  });
}
