import { createHash, timingSafeEqual } from "node:crypto";

/** Whether a request shows this token; the time it takes tells nothing about it. */
export function hasBearer(request: Request, token: string): boolean {
  const shown = request.headers.get("authorization") ?? "";
  return timingSafeEqual(digest(shown), digest(`Bearer ${token}`));
}

/** What a request without the right token is answered. */
export function unauthorized(): Response {
  return Response.json({ error: "show the bearer token" }, {
    status: 401,
    headers: { "www-authenticate": "Bearer" },
  });
}

/** Digests are of one length, as the comparison needs them. */
function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
