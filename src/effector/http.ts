import type { DeadLetterReason, Delivery } from "./delivery.ts";

/** What the HTTP handler asks of its effector. */
export interface Responder {
  readonly maxIntentBytes: number;
  readonly now: () => number;
  readonly deliver: (bytes: Uint8Array) => Promise<Delivery>;
  readonly isStopping: () => boolean;
  readonly storeId: () => Promise<string>;
}

type HeaderValues = Readonly<Record<string, string>>;

const PROTOBUF = "application/protobuf";
/** Room for most intents. */
const FIRST_BODY_BYTES = 16_384;
/** When to come again where nothing better is known, in seconds. */
const RETRY_AFTER_SECONDS = 1;
/** A 401 has to name what would be accepted; no browser knows it, so none asks for a password. */
const CHALLENGE = { "www-authenticate": "Signed-Intent" };

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
  // Any Host header gets here, also one that makes no address.
  switch (URL.parse(request.url)?.pathname) {
    case "/health":
      switch (request.method) {
        case "GET":
          return await health(responder);
        case "HEAD":
          return new Response(null, await health(responder));
        default:
          return notAllowed("GET, HEAD");
      }
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
  let body = new Uint8Array(Math.min(maxBytes, FIRST_BODY_BYTES));
  let length = 0;
  for await (const chunk of request.body ?? []) {
    const end = length + chunk.length;
    if (end > maxBytes) return undefined;
    if (end > body.length) {
      const larger = new Uint8Array(Math.min(maxBytes, end * 2));
      larger.set(body.subarray(0, length));
      body = larger;
    }
    // Copied: a chunk of one byte may hold on to 64 KiB.
    body.set(chunk, length);
    length = end;
  }
  return body.subarray(0, length);
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
      const { reason, retryAtMs = now } = delivery;
      const status = reason === "in_flight" ? 409 : 503;
      const seconds = Math.ceil((retryAtMs - now) / 1_000);
      return problem(status, reason, "send it again", retryAfter(seconds));
    }
    case "dead_letter": {
      const { reason, detail } = delivery;
      const status = STATUS_OF[reason];
      return problem(status, reason, detail, status === 401 ? CHALLENGE : {});
    }
  }
}

async function health({ isStopping, storeId }: Responder): Promise<Response> {
  if (isStopping()) {
    return problem(503, "stopping", "it takes no new intents", retryAfter());
  }
  try {
    return Response.json({ status: "ok", storeId: await storeId() }, {
      headers: { "cache-control": "no-store" },
    });
  } catch {
    const reason = "store_unavailable";
    return problem(503, reason, "the store does not answer", retryAfter());
  }
}

function notAllowed(allow: string): Response {
  return problem(405, "method_not_allowed", `use ${allow}`, { allow });
}

function retryAfter(seconds = RETRY_AFTER_SECONDS): HeaderValues {
  return { "retry-after": String(Math.max(RETRY_AFTER_SECONDS, seconds)) };
}

/** Problem details, RFC 9457; `reason` is for programs. */
function problem(
  status: number,
  reason: string,
  detail: string,
  headers: HeaderValues = {},
): Response {
  return Response.json({ status, reason, detail }, {
    status,
    headers: { "content-type": "application/problem+json", ...headers },
  });
}
