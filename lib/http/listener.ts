import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { toErrorResponse, toServiceError } from '#lib/core/error-response';
import { describeError, invalidField } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { Served } from '#lib/http/send';

/**
 * The service as a listener of a Node.js server. What cannot be read as a request to it, such as one without a
 * usable host, is refused in the envelope too.
 */
export function listenerOf(app: Hono<Served>): ReturnType<typeof getRequestListener> {
  return getRequestListener(app.fetch, {
    // Next.js lives in the same process and has classes of its own over Request and Response.
    overrideGlobalObjects: false,
    errorHandler: (cause) => {
      const isRefused = cause instanceof Error && cause.name === 'RequestError';
      if (!isRefused) log.error({ error: describeError(cause) }, 'a request failed outside its handler');
      const error = isRefused ? invalidField('', 'This is not a valid HTTP request.') : toServiceError(cause);
      return Response.json(toErrorResponse(error, new Date()), { status: error.status });
    },
  });
}
