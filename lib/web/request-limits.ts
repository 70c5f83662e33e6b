import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { sha256 } from '#lib/core/crypto';
import { ServiceError } from '#lib/core/errors';
import { readClientAddress, toNetwork } from '#lib/core/ip-address';
import { recordSecurityEvent } from '#lib/core/security-events';
import { cacheSessionUser, getSessionUserId } from '#lib/dashboard/session/session';
import { sendError } from '#lib/web/send-error';

/**
 * Maximum number of pages, exports and actions that a user can request per minute from one process: far more than a
 * person needs.
 */
export const maxRequestsPerMinute = 3_000;

/**
 * Maximum number of files of the build that a user, or a network without a session, can request per minute from one
 * process. A page loads about 30 of them once, so that 50 people who share an address need 1,500 at their first page.
 */
export const maxFilesPerMinute = 12_000;

const windowMs = 60_000;
/** Webhook deliveries are checked by their token and signature. */
const uncountedPath = /^\/(?:hooks|webhooks)\//;
const filePath = /^\/_next\//;
const sessionCookie = /(?:^|;\s*)(?:__Host-)?answerscope\.session=([^;]+)/;

/**
 * Creates a function that counts a request of a subject (see `getSubject`) and returns whether it is within the limit. Files of
 * the build have a separate limit.
 */
export function createRequestLimit(): (subject: string, url: string) => boolean {
  const createCounter = () => new LRUCache<string, number>({ max: 50_000, ttl: windowMs, noUpdateTTL: true });
  const recentRequests = createCounter();
  const recentFiles = createCounter();
  return (subject, url) => {
    const isFile = filePath.test(url);
    const counter = isFile ? recentFiles : recentRequests;
    const count = (counter.get(subject) ?? 0) + 1;
    counter.set(subject, count);
    return count <= (isFile ? maxFilesPerMinute : maxRequestsPerMinute);
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
  return `network ${toNetwork(readClientAddress(request.headers['x-forwarded-for']))}`;
}

/** Returns the user whose session a request belongs to; undefined until a page has been rendered for the session. */
export function getRequestUserId(request: IncomingMessage): string | undefined {
  const tokenHash = getTokenHash(request);
  return tokenHash === undefined ? undefined : getSessionUserId(tokenHash);
}

/** Remembers whose session a request belongs to. */
export function rememberRequestUser(request: IncomingMessage, userId: string): void {
  const tokenHash = getTokenHash(request);
  if (tokenHash !== undefined) cacheSessionUser(tokenHash, userId);
}

/** Returns the session token that a request sent; undefined without one. */
export function getSessionToken({ headers }: IncomingMessage): string | undefined {
  return sessionCookie.exec(headers.cookie ?? '')?.[1];
}

function getTokenHash(request: IncomingMessage): string | undefined {
  const token = getSessionToken(request);
  return token === undefined ? undefined : sha256(token).toString('hex');
}

/** Responds with 429. */
export function sendTooManyRequests(request: IncomingMessage, response: ServerResponse): void {
  const ipAddress = readClientAddress(request.headers['x-forwarded-for']);
  recordSecurityEvent('limit.reached', { limit: 'pages', userId: getRequestUserId(request), ipAddress });
  const error = new ServiceError('RATE_LIMIT_EXCEEDED', {
    message: 'Too many requests within a minute. Nothing was changed. Try again in a minute.',
  });
  sendError(request, response, error, { 'Retry-After': String(windowMs / 1000) });
}
