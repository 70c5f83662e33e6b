import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import { getEnv } from '#lib/core/env';
import { getClientAddress } from '#lib/core/ip-address';
import { systemClock } from '#lib/core/time';
import { listEmbedOrigins } from '#lib/dashboard/shares/open-share';
import type { PooledDatabase } from '#lib/db/client';
import { BackgroundRenderer } from '#lib/web/background-renderer';
import { FairShare } from '#lib/web/fair-share';
import {
  allowEmbedding,
  getShareToken,
  setRecentChangeCookie,
  setSecurityHeaders,
} from '#lib/web/page-headers';
import { createPageRenderer, root } from '#lib/web/page-renderer';
import { createRequestLimit, getSubject, sendTooManyRequests } from '#lib/web/request-limits';
import { createDatabaseCheck, isServedWithoutDatabase, sendUnavailable } from '#lib/web/unavailable-page';

/** Creates the handler of page requests, which responds with 503 while the database is unavailable. */
export async function createPageHandler({
  isDevelopment,
  db,
}: {
  isDevelopment: boolean;
  db: PooledDatabase;
}) {
  const { APP_URL, TRUSTED_PROXIES, DATABASE_READ_URL, DATABASE_READ_MAX_LAG_SECONDS } = getEnv();
  const isSecure = APP_URL.startsWith('https://');
  const renderer = await createPageRenderer({ isDevelopment });
  const background = isDevelopment ? undefined : new BackgroundRenderer();
  const isDatabaseAvailable = createDatabaseCheck(db);
  const isWithinLimit = createRequestLimit();
  const fairShare = new FairShare();
  const sendStatic = isDevelopment ? () => false : createStaticHandler(join(root, '.next', 'brotli'));
  const handleRequest = async (request: IncomingMessage, response: ServerResponse) => {
    const { headers, socket } = request;
    if (!isDecodable(request.url ?? '/')) return sendNotFound(response);
    const forwardedFor = headers['x-forwarded-for'];
    headers['x-forwarded-for'] = getClientAddress(socket.remoteAddress, forwardedFor, TRUSTED_PROXIES);
    setSecurityHeaders(request, response, { isSecure, isDevelopment });
    if (sendStatic(request, response)) return;
    const subject = getSubject(request);
    if (subject && !isWithinLimit(subject)) return sendTooManyRequests(request, response, systemClock.now());
    if (!isServedWithoutDatabase(request) && !(await isDatabaseAvailable())) {
      return sendUnavailable(request, response, systemClock.now());
    }
    if (DATABASE_READ_URL) {
      setRecentChangeCookie(request, response, { isSecure, seconds: DATABASE_READ_MAX_LAG_SECONDS });
    }
    const token = getShareToken(request.url ?? '/');
    if (token) {
      const origins = await listEmbedOrigins({ db, clock: systemClock }, { token });
      // Next.js responds with 200 to a navigation within the app, even if the page is not found.
      if (!origins && headers.rsc !== undefined) return sendNotFound(response);
      allowEmbedding(response, origins ?? []);
    }
    if (!subject) return renderer.render(request, response);
    const turn = await fairShare.start(subject);
    response.once('close', turn.end);
    if (response.destroyed) return turn.end();
    if (turn.isCpuTimeLow) void background?.prepare();
    if (turn.isInBackground && (await background?.render(request, response))) return;
    return renderer.render(request, response);
  };
  return {
    handleRequest,
    /** Records that the API is in use, so that pages of users who have used up their CPU time are rendered in the background. */
    recordServiceRequest: () => fairShare.recordActivity('service'),
    upgrade: renderer.upgrade,
    close: async () => {
      await background?.close();
      await renderer.close();
    },
  };
}

function sendNotFound(response: ServerResponse): void {
  response.writeHead(404, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' }).end('Not found.\n');
}

/** Returns whether the URL's path can be decoded; Next.js would respond with 500 to others. */
function isDecodable(target: string): boolean {
  if (!/^(?:\/|https?:)/i.test(target)) return false;
  try {
    decodeURIComponent(target.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

const staticPath = '/_next/static';
const yearSeconds = 31_536_000;

/**
 * Creates the handler that serves scripts and styles from a folder of Brotli files.
 * @returns a handler that returns whether it responded; false if the client does not accept Brotli or there is no such file
 */
function createStaticHandler(folder: string) {
  if (!existsSync(folder)) return () => false;
  const send = sirv(folder, { brotli: true, immutable: true, maxAge: yearSeconds });
  return (request: IncomingMessage, response: ServerResponse) => {
    const { url = '/' } = request;
    if (!url.startsWith(`${staticPath}/`)) return false;
    let isSent = true;
    request.url = url.slice(staticPath.length);
    send(request, response, () => {
      isSent = false;
    });
    request.url = url;
    return isSent;
  };
}
