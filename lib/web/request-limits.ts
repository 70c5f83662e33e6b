import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { sha256 } from '#lib/core/crypto';
import { ServiceError, toErrorResponse } from '#lib/core/errors';
import { toNetwork } from '#lib/core/ip-address';
import { cacheSessionUser, getSessionUserId } from '#lib/dashboard/session/session';

/**
 * Maximum number of pages, exports and actions that a user can request per minute from one process: far more than a
 * person needs, although opening a page also requests about 20 others that its links prefetch.
 */
export const maxRequestsPerMinute = 3_000;

const windowMs = 60_000;
/** Static files, and webhook deliveries, which are checked by their token and signature. */
const uncountedPath = /^\/(?:_next|webhooks)\//;
const sessionCookie = /(?:^|;\s*)(?:__Secure-)?answerscope\.session=([^;]+)/;

/**
 * Creates a function that counts a request of a subject (see `getSubject`) and returns whether it is within the limit.
 */
export function createRequestLimit(): (subject: string) => boolean {
  const recentRequests = new LRUCache<string, number>({ max: 50_000, ttl: windowMs, noUpdateTTL: true });
  return (subject) => {
    const count = (recentRequests.get(subject) ?? 0) + 1;
    recentRequests.set(subject, count);
    return count <= maxRequestsPerMinute;
  };
}

/**
 * Returns the subject that a request counts for: its user, or its IP network while no user is signed in. A cookie counts
 * for its user only once a request has shown that it is valid, so that forged cookies do not evade the limit.
 * @returns undefined for requests that are not counted
 */
export function getSubject(request: IncomingMessage): string | undefined {
  if (uncountedPath.test(request.url ?? '/')) return undefined;
  const userId = getRequestUserId(request);
  if (userId !== undefined) return `user ${userId}`;
  return `network ${toNetwork([request.headers['x-forwarded-for']].flat().at(-1) ?? 'unknown')}`;
}

/** The response header in which the process of `BackgroundRenderer` tells the web process whose request it was. */
export const userIdHeader = 'x-session-user';

/** Returns the user whose session a request belongs to; undefined until this process, or that of its `BackgroundRenderer`, has rendered a page for the session. */
export function getRequestUserId(request: IncomingMessage): string | undefined {
  const tokenHash = getTokenHash(request);
  return tokenHash === undefined ? undefined : getSessionUserId(tokenHash);
}

/** Remembers whose session a request belongs to. */
export function rememberRequestUser(request: IncomingMessage, userId: string): void {
  const tokenHash = getTokenHash(request);
  if (tokenHash !== undefined) cacheSessionUser(tokenHash, userId);
}

function getTokenHash({ headers }: IncomingMessage): string | undefined {
  const token = sessionCookie.exec(headers.cookie ?? '')?.[1];
  return token === undefined ? undefined : sha256(token).toString('hex');
}

/** Responds with 429: to browsers with plain text, to programs with the error envelope. */
export function sendTooManyRequests({ headers }: IncomingMessage, response: ServerResponse, now: Date): void {
  const isPage = headers.accept?.includes('text/html') ?? false;
  const error = new ServiceError('RATE_LIMIT_EXCEEDED', {
    message: 'Too many requests within a minute. Nothing was changed. Try again in a minute.',
  });
  response
    .writeHead(error.status, {
      'Content-Type': isPage ? 'text/plain; charset=utf-8' : 'application/json',
      'Cache-Control': 'no-store',
      'Retry-After': String(windowMs / 1000),
    })
    .end(isPage ? `${error.message}\n` : JSON.stringify(toErrorResponse(error, now)));
}
