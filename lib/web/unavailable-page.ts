import type { IncomingMessage, ServerResponse } from 'node:http';
import { describeError, ServiceError, toErrorResponse } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { PooledDatabase } from '#lib/db/client';

/** Interval at which the page reloads. */
const retrySeconds = 5;

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${retrySeconds}">
<title>Answerscope is temporarily unavailable</title>
<style>
  :root { color-scheme: light dark; font: 14px/20px Inter, system-ui, sans-serif }
  body { background: light-dark(oklch(0.993 0.002 195), oklch(0.192 0.008 205)); margin: 0; min-height: 100vh; display: grid; place-items: center }
  main { max-width: 480px; padding: 24px }
  h1 { font-size: 24px; line-height: 32px; font-weight: 600; margin: 0 0 8px; text-wrap: balance }
  p { margin: 0 0 8px }
</style>
<main>
  <h1>Answerscope is temporarily unavailable</h1>
  <p>The database cannot be reached. Nothing you saved was lost, and runs resume when it is back.</p>
  <p>This page tries again every ${retrySeconds} seconds.</p>
</main>
</html>
`;

/** Returns whether a request needs no database, such as for static files. */
export function isIndependentOfDatabase({ url = '/', headers }: IncomingMessage): boolean {
  // A server action reports its failure on its page, which keeps the user's input.
  return /^\/(?:_next\/|icon\.svg|world\.svg)/.test(url) || headers['next-action'] !== undefined;
}

/** Responds 503: to browsers with a page that reloads, to programs with the error envelope. */
export function sendUnavailable(
  { headers, method }: IncomingMessage,
  response: ServerResponse,
  now: Date,
): void {
  const isRead = (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html');
  const error = new ServiceError('SERVICE_UNAVAILABLE', {
    message: 'Database temporarily unavailable. Try again in a moment.',
  });
  response
    .writeHead(error.status, {
      'Content-Type': isRead ? 'text/html; charset=utf-8' : 'application/json',
      'Cache-Control': 'no-store',
      'Retry-After': String(retrySeconds),
    })
    .end(isRead ? page : JSON.stringify(toErrorResponse(error, now)));
}

/** How long a successful check is reused. */
const freshMs = 1_000;

/** Creates a check of the database that queries it at most once a second, and at once after a connection broke. */
export function watchDatabase(db: PooledDatabase): () => boolean | Promise<boolean> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<boolean> | undefined;
  // A broken connection leaves the pool, whether it was idle or in use.
  db.$client.on('remove', () => {
    checkedAt = Number.NEGATIVE_INFINITY;
  });
  const ask = async (): Promise<boolean> => {
    try {
      await db.$client.query('SELECT 1');
      checkedAt = performance.now();
      return true;
    } catch (error) {
      log.warn({ error: describeError(error) }, 'database check failed');
      return false;
    } finally {
      asking = undefined;
    }
  };
  return () => {
    if (performance.now() - checkedAt < freshMs) return true;
    asking ??= ask();
    return asking;
  };
}
