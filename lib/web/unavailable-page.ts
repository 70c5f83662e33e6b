import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describeError, ServiceError, toErrorResponse } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { PooledDatabase } from '#lib/db/database';

/** `unavailable.html` reloads at the same interval. */
const retrySeconds = 5;
const page = readFileSync(join(import.meta.dirname, 'unavailable.html'));

/** Returns whether a request is served even without the database: a static file, or a server action. */
export function isServedWithoutDatabase({ url = '/', headers }: IncomingMessage): boolean {
  // A server action reports its failure on its page, which keeps the user's input.
  return /^\/(?:_next\/|icon\.svg|world\.svg)/.test(url) || headers['next-action'] !== undefined;
}

/** Responds with 503: to browsers with a page that reloads, to programs with the error envelope. */
export function sendUnavailable(
  { headers, method }: IncomingMessage,
  response: ServerResponse,
  now: Date,
): void {
  const isPageRequest = (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html');
  const error = new ServiceError('SERVICE_UNAVAILABLE', {
    message: 'Database temporarily unavailable. Try again in a moment.',
  });
  response
    .writeHead(error.status, {
      'Content-Type': isPageRequest ? 'text/html; charset=utf-8' : 'application/json',
      'Cache-Control': 'no-store',
      'Retry-After': String(retrySeconds),
    })
    .end(isPageRequest ? page : JSON.stringify(toErrorResponse(error, now)));
}

/** Time for which a successful check is reused. */
const checkTtlMs = 1_000;

/**
 * Creates a function that returns whether the database responds. A success is reused for one second, unless a
 * connection breaks.
 */
export function createDatabaseCheck(db: PooledDatabase): () => boolean | Promise<boolean> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<boolean> | undefined;
  // A broken connection leaves the pool, whether it was idle or in use.
  db.$client.on('remove', () => {
    checkedAt = Number.NEGATIVE_INFINITY;
  });
  async function check(): Promise<boolean> {
    try {
      await db.execute('SELECT 1');
      checkedAt = performance.now();
      return true;
    } catch (error) {
      log.warn({ error: describeError(error) }, 'database check failed');
      return false;
    } finally {
      checking = undefined;
    }
  }
  return () => {
    if (performance.now() - checkedAt < checkTtlMs) return true;
    checking ??= check();
    return checking;
  };
}
