import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import compression from 'compression';
import next from 'next';
import { getEnv } from '#lib/core/env';
import { requestedPathHeader } from '#lib/dashboard/session/session';
import { runWithReaderLocale } from '#lib/web/reader-locale';

/** The root of the repository, which contains the build. */
export const root = resolve(import.meta.dirname, '..', '..');

/** Starts Next.js. @param isDevelopment whether pages are rebuilt while served */
export async function createPageRenderer({ isDevelopment }: { isDevelopment: boolean }) {
  // If a server action is forwarded or redirects, Next.js sends a request with the caller's cookies to this host and port.
  const app = next({ dev: isDevelopment, dir: root, hostname: 'localhost', port: getEnv().PORT });
  await app.prepare();
  const handleWithNext = app.getRequestHandler();
  const compress = compression();
  return {
    render: (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      compress(request, response, () => undefined);
      setRequestedPath(request);
      return runWithReaderLocale(request.headers['accept-language'], () => handleWithNext(request, response));
    },
    upgrade: app.getUpgradeHandler(),
    close: () => app.close(),
  };
}

/** Longer paths would make the URL of the sign-in page, which contains them, too long for a request. */
const maxPathLength = 2_000;

/**
 * Sets the header from which pages read the path and query of the request, and drops the value that a client sent. The
 * header stays unset for long paths, and for methods with which no page is opened.
 */
function setRequestedPath({ method, url = '/', headers }: IncomingMessage): void {
  delete headers[requestedPathHeader];
  if (method !== 'GET' && method !== 'HEAD') return;
  // Next.js adds `_rsc` when it loads the data of a page.
  const path = url.replace(/(?<=[?&])_rsc=[^&]*&?/g, '').replace(/[?&]$/, '');
  if (path.length <= maxPathLength) headers[requestedPathHeader] = path;
}
