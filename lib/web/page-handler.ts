import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import compression from 'compression';
import next from 'next';
import sirv from 'sirv';
import { getEnv } from '#lib/core/env';
import { getClientAddress } from '#lib/core/ip-address';
import { systemClock } from '#lib/core/time';
import { listEmbedOrigins } from '#lib/dashboard/shares/open-share';
import type { PooledDatabase } from '#lib/db/client';
import { FairShare } from '#lib/web/fair-share';
import { allowEmbedding, getShareToken, setSecurityHeaders } from '#lib/web/page-headers';
import { runWithReaderLocale } from '#lib/web/reader-locale';
import { createRequestLimit, getSubject, sendTooManyRequests } from '#lib/web/request-limits';
import { createDatabaseCheck, isIndependentOfDatabase, sendUnavailable } from '#lib/web/unavailable-page';

/** Creates the handler of page requests, which responds with 503 while the database is unavailable. */
export async function createPageHandler({ dev, db }: { dev: boolean; db: PooledDatabase }) {
  const { APP_URL, PORT, TRUSTED_PROXIES } = getEnv();
  const secure = APP_URL.startsWith('https://');
  const root = resolve(import.meta.dirname, '..', '..');
  // Next.js sends requests that an action forwards, with the caller's cookies, to this host and port.
  const app = next({ dev, dir: root, hostname: 'localhost', port: PORT });
  await app.prepare();
  const handleWithNext = app.getRequestHandler();
  const compress = compression();
  const isDatabaseAvailable = createDatabaseCheck(db);
  const countRequest = createRequestLimit();
  const fairShare = new FairShare();
  const sendStatic = dev ? () => false : createStaticHandler(join(root, '.next', 'brotli'));
  const handleRequest = async (request: IncomingMessage, response: ServerResponse) => {
    const { headers, socket } = request;
    if (!isDecodable(request.url ?? '/')) {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found.\n');
      return;
    }
    const forwardedFor = headers['x-forwarded-for'];
    headers['x-forwarded-for'] = getClientAddress(socket.remoteAddress, forwardedFor, TRUSTED_PROXIES);
    setSecurityHeaders(request, response, { secure, dev });
    if (sendStatic(request, response)) return;
    const subject = getSubject(request);
    if (subject && !countRequest(subject)) return sendTooManyRequests(request, response, new Date());
    if (!isIndependentOfDatabase(request) && !(await isDatabaseAvailable())) {
      return sendUnavailable(request, response, new Date());
    }
    const token = getShareToken(request.url ?? '/');
    if (token) allowEmbedding(response, await listEmbedOrigins({ db, clock: systemClock }, { token }));
    const end = subject ? await fairShare.start(subject, () => response.destroyed) : undefined;
    if (end) response.once('close', end);
    if (response.destroyed) return end?.();
    compress(request, response, () => undefined);
    return runWithReaderLocale(headers['accept-language'], () => handleWithNext(request, response));
  };
  return { handleRequest, upgrade: app.getUpgradeHandler(), close: () => app.close() };
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
 * @returns a handler; it returns whether it responded: not if the client does not accept Brotli or the file is missing
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
