import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { describeError, invalidField, toErrorResponse, toServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { systemClock } from '#lib/core/time';
import type { HonoEnv } from '#lib/http/request-context';

const invalidRequestMessage = 'Invalid HTTP request.';
/** Longer than proxies keep idle connections, so that no proxy reuses a connection that this server is closing. */
const keepAliveMs = 75_000;

/**
 * Turns the service into a request listener; requests that are not valid HTTP get an error response too. No response is
 * cached or interpreted as another type, unless its handler says so.
 */
export function toRequestListener(app: Hono<HonoEnv>): ReturnType<typeof getRequestListener> {
  const listener = getRequestListener(app.fetch, {
    // Next.js runs in the same process with its own Request and Response classes.
    overrideGlobalObjects: false,
    errorHandler: (cause) => {
      const isInvalid = cause instanceof Error && cause.name === 'RequestError';
      if (!isInvalid) log.error({ error: describeError(cause) }, 'unhandled request error');
      const error = isInvalid ? invalidField('', invalidRequestMessage) : toServiceError(cause);
      return Response.json(toErrorResponse(error, systemClock.now()), { status: error.status });
    },
  });
  return (request, response) => {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Cache-Control', 'no-store');
    return listener(request, response);
  };
}

/**
 * Creates a server that sends an error response where Node.js would send an empty body or none.
 * @param acceptsUpgrade returns whether to accept a protocol upgrade; other requests for an upgrade are handled as normal
 *   requests, because some clients offer h2c with every request
 */
export function createNodeServer(
  listener: RequestListener,
  acceptsUpgrade: (request: IncomingMessage) => boolean = () => false,
): Server {
  const server = createServer({
    requireHostHeader: false,
    shouldUpgradeCallback: acceptsUpgrade,
    keepAliveTimeout: keepAliveMs,
  });
  server.on('request', (request, response) => {
    if (request.headers.host === undefined) {
      if (request.httpVersion !== '1.0') return rejectConnection(new Error('no Host'), request.socket);
      request.headers.host = 'localhost';
    }
    return listener(request, response);
  });
  // A server may ignore unknown expectations (RFC 9110, section 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) => rejectConnection(new Error('no proxy'), socket));
  server.on('clientError', rejectConnection);
  return server;
}

const badRequest = { statusLine: '400 Bad Request', message: invalidRequestMessage };
const rejections: Record<string, { statusLine: string; message: string }> = {
  HPE_HEADER_OVERFLOW: {
    statusLine: '431 Request Header Fields Too Large',
    message: 'Request headers too large. Send fewer or shorter headers.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    statusLine: '408 Request Timeout',
    message: 'The request was not completed in time. Send it again.',
  },
};

/** Sends an error response to a request that is invalid or that Node.js could not parse, and closes the connection. */
function rejectConnection(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { statusLine, message } = rejections[error.code ?? ''] ?? badRequest;
  const body = JSON.stringify(toErrorResponse(invalidField('', message), systemClock.now()));
  socket.end(
    `HTTP/1.1 ${statusLine}\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** Returns whether a request target, with or without its origin, belongs to the service; Next.js serves all other paths. */
export function isServicePath(target: string): boolean {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '').split('?', 1)[0] ?? '/';
  return path === '/v1' || path.startsWith('/v1/') || path.startsWith('/storage/') || servicePaths.has(path);
}

const servicePaths = new Set([
  '/healthz',
  '/readyz',
  '/metrics',
  '/mcp',
  '/reference',
  '/reference/scalar.js',
]);
