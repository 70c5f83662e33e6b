import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import compression from 'compression';
import next from 'next';
import { getEnv } from '#lib/core/env';
import { setSecurityHeaders } from '#lib/web/page-headers';
import { createStaticHandler } from '#lib/web/static-files';
import { isIndependentOfDatabase, sendUnavailable } from '#lib/web/unavailable-page';

/**
 * Gets Next.js ready to answer requests. `dev` rebuilds pages as their sources change; while `databaseAnswers` says no,
 * pages are refused.
 */
export async function createPageHandler({
  dev,
  databaseAnswers,
}: {
  dev: boolean;
  databaseAnswers: () => boolean | Promise<boolean>;
}) {
  const { APP_URL, TRUSTED_PROXIES } = getEnv();
  const secure = APP_URL.startsWith('https://');
  const root = resolve(import.meta.dirname, '..', '..');
  const app = next({ dev, dir: root });
  await app.prepare();
  const handle = app.getRequestHandler();
  const compress = compression();
  const sendStatic = dev ? () => false : createStaticHandler(join(root, '.next', 'brotli'));
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { headers, socket } = request;
    if (!isReadable(request.url ?? '/')) {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found.\n');
      return;
    }
    headers['x-forwarded-for'] = visitorAddress(
      socket.remoteAddress,
      headers['x-forwarded-for'],
      TRUSTED_PROXIES,
    );
    setSecurityHeaders(request, response, { secure, dev });
    if (sendStatic(request, response)) return;
    if (!isIndependentOfDatabase(request) && !(await databaseAnswers())) {
      return sendUnavailable(request, response, new Date());
    }
    compress(request, response, () => undefined);
    return handle(request, response);
  };
  return { answer, upgrade: app.getUpgradeHandler(), close: () => app.close() };
}

/** Whether an address has a path whose escapes can be read; Next.js answers one that has not as an error of its own. */
function isReadable(address: string): boolean {
  if (!/^(?:\/|https?:)/i.test(address)) return false;
  try {
    decodeURIComponent(address.split('?', 1)[0] ?? '');
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

/**
 * The network address a request comes from: the socket's own, or, behind reverse proxies, the one that the outermost
 * of them wrote. What stands before it in X-Forwarded-For is only what the visitor claims.
 * @param trustedProxies how many reverse proxies stand before this process, each adding the address it was called from
 */
export function visitorAddress(
  socketAddress: string | undefined,
  forwardedFor: string | string[] | undefined,
  trustedProxies: number,
): string {
  const claimed = [forwardedFor ?? []].flat().join(',').split(',');
  const hops = [...claimed.map((hop) => hop.trim()).filter((hop) => hop !== ''), socketAddress ?? 'unknown'];
  return hops[Math.max(0, hops.length - 1 - trustedProxies)] ?? 'unknown';
}
