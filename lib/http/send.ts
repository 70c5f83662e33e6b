import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Answered } from '#lib/http/answer-call';

/** What the server hands the app beside a request: nothing where Next.js does. */
export interface Served {
  Bindings: Partial<HttpBindings> | undefined;
}

/**
 * Sends an answer: straight to the connection where there is one, since a Response would cost about as much again as
 * all that made the answer; else as the platform's Response.
 */
export function send(
  { status, headers, body }: Answered,
  outgoing: HttpBindings['outgoing'] | undefined,
): Response {
  if (!outgoing) return new Response(body, { status, headers: Object.fromEntries(headers) });
  headers.set('Content-Length', String(Buffer.byteLength(body)));
  outgoing.writeHead(status, Object.fromEntries(headers));
  outgoing.end(body);
  return RESPONSE_ALREADY_SENT;
}
