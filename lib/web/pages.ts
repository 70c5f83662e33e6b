import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import compression from 'compression';
import next from 'next';
import { settings } from '#lib/core/settings';
import { protectPage } from '#lib/web/page-headers';
import { needsNoDatabase, refusePage } from '#lib/web/refuse-page';
import { staticFiles } from '#lib/web/static-files';
import { visitorAddress } from '#lib/web/visitor-address';

/**
 * Gets Next.js ready to answer requests. `dev` rebuilds pages as their sources change; while `databaseAnswers` says no,
 * pages are refused.
 */
export async function preparePages({
  dev,
  databaseAnswers,
}: {
  dev: boolean;
  databaseAnswers: () => boolean | Promise<boolean>;
}) {
  const { APP_URL, TRUSTED_PROXIES } = settings();
  const secure = APP_URL.startsWith('https://');
  const root = resolve(import.meta.dirname, '..', '..');
  const app = next({ dev, dir: root });
  await app.prepare();
  const handle = app.getRequestHandler();
  const compress = compression();
  const sendStatic = dev ? () => false : staticFiles(join(root, '.next', 'brotli'));
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { headers, socket } = request;
    if (!isReadable(request.url ?? '/')) {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('There is nothing at this address.\n');
      return;
    }
    headers['x-forwarded-for'] = visitorAddress(
      socket.remoteAddress,
      headers['x-forwarded-for'],
      TRUSTED_PROXIES,
    );
    protectPage(request, response, { secure, dev });
    if (sendStatic(request, response)) return;
    if (!needsNoDatabase(request) && !(await databaseAnswers())) {
      return refusePage(request, response, new Date());
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
