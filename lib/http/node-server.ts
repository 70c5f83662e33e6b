import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { describeError, invalidField, ServiceError, toErrorResponse, toServiceError } from '#lib/core/errors';
import { getClientAddress } from '#lib/core/ip-address';
import { log } from '#lib/core/log';
import { systemClock } from '#lib/core/time';
import { ConnectionLimit } from '#lib/http/connection-limit';
import type { HonoEnv } from '#lib/http/request-context';

const invalidRequestMessage = 'Invalid HTTP request.';
/** Longer than proxies keep idle connections, so that no proxy reuses a connection that this server is closing. */
const keepAliveMs = 75_000;
/** Time in which a client must send the headers of a request, also of the first one of a connection. */
const headersMs = 15_000;
/** Time in which a client must send a whole request; enough for the largest batch at 1 Mbit/s. */
const requestMs = 120_000;
/** Interval in which connections that exceed these times are closed. */
const checkIntervalMs = 5_000;

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

interface ServerOptions {
  /**
   * Returns whether to accept a protocol upgrade. Other requests for an upgrade are handled as normal requests, because
   * some clients offer h2c with every request; by default, all are.
   */
  acceptsUpgrade?: (request: IncomingMessage) => boolean;
  /** Connections that a client address may have open at once; by default, any number. */
  maxConnectionsPerAddress?: number;
  /**
   * Number of reverse proxies in front of this server. With proxies, connections are theirs, so the requests in
   * flight are limited instead, by the address that the outermost proxy forwarded.
   */
  trustedProxies?: number;
  /** Headers of every response, also of those to invalid requests. */
  headers?: Record<string, string>;
}

/** Creates a server that sends an error response where Node.js would send an empty body or none. */
export function createNodeServer(
  listener: RequestListener,
  {
    acceptsUpgrade = () => false,
    maxConnectionsPerAddress = Number.POSITIVE_INFINITY,
    trustedProxies = 0,
    headers = {},
  }: ServerOptions = {},
): Server {
  const names = Object.entries(headers);
  const reject = (error: Error & { code?: string }, socket: Duplex) => rejectConnection(error, socket, names);
  const server = createServer({
    requireHostHeader: false,
    shouldUpgradeCallback: acceptsUpgrade,
    keepAliveTimeout: keepAliveMs,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: checkIntervalMs,
  });
  const limit = new ConnectionLimit(maxConnectionsPerAddress);
  if (trustedProxies === 0) {
    server.on('connection', (socket) => {
      if (!limit.admit(socket.remoteAddress ?? 'unknown', socket)) reject(tooManyConnections, socket);
    });
  }
  server.on('request', (request, response) => {
    for (const [name, value] of names) response.setHeader(name, value);
    const { headers: received, socket } = request;
    if (received.host === undefined) {
      if (request.httpVersion !== '1.0') return reject(new Error('no Host'), socket);
      received.host = 'localhost';
    }
    if (trustedProxies > 0) {
      const address = getClientAddress(socket.remoteAddress, received['x-forwarded-for'], trustedProxies);
      if (!limit.admit(address, response)) return rejectRequest(response);
    }
    // The client of a WebSocket sends no further request if the upgrade is not accepted.
    if (isWebSocket(request)) response.shouldKeepAlive = false;
    return listener(request, response);
  });
  // A server may ignore unknown expectations (RFC 9110, section 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) => reject(new Error('no proxy'), socket));
  server.on('clientError', reject);
  return server;
}

/** Returns whether a request asks to become a WebSocket. */
export function isWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

const tooManyMessage = 'Too many connections from your address. Close some and try again.';
const tooManyConnections = Object.assign(new Error(tooManyMessage), { code: 'TOO_MANY_CONNECTIONS' });

/** Responds with 429 to a request that exceeds the limit of its address; the proxy's connection stays open. */
function rejectRequest(response: ServerResponse): void {
  const error = new ServiceError('RATE_LIMIT_EXCEEDED', { message: tooManyMessage });
  response
    .writeHead(error.status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
    .end(JSON.stringify(toErrorResponse(error, systemClock.now())));
}

const badRequest = { statusLine: '400 Bad Request', error: invalidField('', invalidRequestMessage) };
const rejections: Record<string, { statusLine: string; error: ServiceError }> = {
  HPE_HEADER_OVERFLOW: {
    statusLine: '431 Request Header Fields Too Large',
    error: invalidField('', 'Request headers too large. Send fewer or shorter headers.'),
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    statusLine: '408 Request Timeout',
    error: invalidField('', 'The request was not completed in time. Send it again.'),
  },
  TOO_MANY_CONNECTIONS: {
    statusLine: '429 Too Many Requests',
    error: new ServiceError('RATE_LIMIT_EXCEEDED', { message: tooManyMessage }),
  },
};

/** Sends an error response to a request that is invalid or that Node.js could not parse, and closes the connection. */
function rejectConnection(
  error: Error & { code?: string },
  socket: Duplex,
  headers: readonly [name: string, value: string][],
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { statusLine, error: rejection } = rejections[error.code ?? ''] ?? badRequest;
  const body = JSON.stringify(toErrorResponse(rejection, systemClock.now()));
  const fields = [
    ['Content-Type', 'application/json'],
    ['Connection', 'close'],
    ['Content-Length', Buffer.byteLength(body)],
    ...headers,
  ];
  const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  // The client may leave its side of the connection open.
  socket.end(`HTTP/1.1 ${statusLine}\r\n${head}\r\n${body}`, () => socket.destroy());
}

/** Returns the path of a request target, which may start with its origin. */
export function getTargetPath(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]*/i, '').split('?', 1)[0] ?? '/';
}

/** Returns whether a request target, with or without its origin, belongs to the service; Next.js serves all other paths. */
export function isServicePath(target: string): boolean {
  const path = getTargetPath(target);
  return path === '/v1' || path.startsWith('/v1/') || path.startsWith('/storage/') || servicePaths.has(path);
}

const servicePaths = new Set(['/healthz', '/readyz', '/metrics', '/mcp']);
