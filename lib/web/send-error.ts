import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ServiceError, toErrorResponse } from '#lib/core/errors';
import { systemClock } from '#lib/core/time';

/**
 * Responds with an error: to pages and their server actions with the message as plain text, to programs with the error
 * envelope.
 */
export function sendError(
  { headers }: IncomingMessage,
  response: ServerResponse,
  error: ServiceError,
  extraHeaders: Record<string, string> = {},
): void {
  const isPage = /text\/(?:html|x-component)/.test(headers.accept ?? '');
  response
    .writeHead(error.status, {
      'Content-Type': isPage ? 'text/plain; charset=utf-8' : 'application/json',
      'Cache-Control': 'no-store',
      ...extraHeaders,
    })
    .end(isPage ? `${error.message}\n` : JSON.stringify(toErrorResponse(error, systemClock.now())));
}
