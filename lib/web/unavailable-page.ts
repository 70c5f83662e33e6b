import type { IncomingMessage, ServerResponse } from 'node:http';
import { toErrorResponse } from '#lib/core/error-response';
import { describeError, ServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { PooledDatabase } from '#lib/db/client';

/** How often a page that was refused is asked for again, and so how late it is when all is well again. */
const retrySeconds = 5;

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${retrySeconds}">
<title>Answerscope is away for a moment</title>
<style>
  :root { color-scheme: light dark; font: 14px/20px Inter, system-ui, sans-serif }
  body { background: light-dark(oklch(0.993 0.002 195), oklch(0.192 0.008 205)); margin: 0; min-height: 100vh; display: grid; place-items: center }
  main { max-width: 480px; padding: 24px }
  h1 { font-size: 24px; line-height: 32px; font-weight: 600; margin: 0 0 8px; text-wrap: balance }
  p { margin: 0 0 8px }
</style>
<main>
  <h1>Answerscope is away for a moment</h1>
  <p>Its database cannot be reached just now. Nothing you saved was lost, and runs go on when it is back.</p>
  <p>This page tries again by itself every ${retrySeconds} seconds.</p>
</main>
</html>
`;

/** Whether a request to the pages can do without the database: what the browser loads beside them. */
export function isIndependentOfDatabase({ url = '/', headers }: IncomingMessage): boolean {
  // An action tells its own failure to the screen it was started from, which keeps what was written there.
  return /^\/(?:_next\/|icon\.svg|world\.svg)/.test(url) || headers['next-action'] !== undefined;
}

/** Answers 503: a reader with a page that comes back by itself, a program with the envelope. */
export function sendUnavailable(
  { headers, method }: IncomingMessage,
  response: ServerResponse,
  now: Date,
): void {
  const isRead = (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html');
  const error = new ServiceError('SERVICE_UNAVAILABLE', {
    message: 'The database cannot be reached just now. Nothing was done. Try again in a moment.',
  });
  response
    .writeHead(error.status, {
      'Content-Type': isRead ? 'text/html; charset=utf-8' : 'application/json',
      'Cache-Control': 'no-store',
      'Retry-After': String(retrySeconds),
    })
    .end(isRead ? page : JSON.stringify(toErrorResponse(error, now)));
}

/** How long an answer of the database stands for those after it. */
const provenMs = 1_000;

/** Tells whether the database answers: asked at most once a second, and at once when a connection has broken. */
export function watchDatabase(db: PooledDatabase): () => boolean | Promise<boolean> {
  let provenAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<boolean> | undefined;
  // A connection that breaks leaves the pool, whether it was idle or in use.
  db.$client.on('remove', () => {
    provenAt = Number.NEGATIVE_INFINITY;
  });
  const ask = async (): Promise<boolean> => {
    try {
      await db.$client.query('SELECT 1');
      provenAt = performance.now();
      return true;
    } catch (error) {
      log.warn({ error: describeError(error) }, 'the database does not answer');
      return false;
    } finally {
      asking = undefined;
    }
  };
  return () => {
    if (performance.now() - provenAt < provenMs) return true;
    asking ??= ask();
    return asking;
  };
}
