import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import compression from 'compression';
import next from 'next';
import { getEnv } from '#lib/core/env';
import { ServiceError } from '#lib/core/errors';
import { prefetchHeader, requestedPathHeader } from '#lib/dashboard/session/session';
import { checkAction } from '#lib/web/check-action';
import { runWithReaderLocale } from '#lib/web/reader-locale';
import { sendError } from '#lib/web/send-error';

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
    /** Renders a page or runs a server action, after checking the body. */
    render: async (received: IncomingMessage, response: ServerResponse): Promise<void> => {
      try {
        const request = await checkAction(received);
        compress(request, response, () => undefined);
        setPageHeaders(request);
        const readerLanguages = request.headers['accept-language'];
        return await runWithReaderLocale(readerLanguages, () => handleWithNext(request, response));
      } catch (error) {
        if (!(error instanceof ServiceError) || response.headersSent) throw error;
        return sendError(received, response, error);
      }
    },
    upgrade: app.getUpgradeHandler(),
    close: () => app.close(),
  };
}

/** Longer paths would make the URL of the sign-in page, which contains them, too long for a request. */
const maxPathLength = 2_000;

/**
 * Sets the headers from which pages read the path and query of the request, and whether it is a prefetch, and drops the
 * values that a client sent. The path stays unset if it is long, and for methods with which no page is opened.
 */
function setPageHeaders({ method, url = '/', headers }: IncomingMessage): void {
  delete headers[requestedPathHeader];
  delete headers[prefetchHeader];
  // Next.js hides its own header from pages.
  if (headers['next-router-prefetch'] !== undefined) headers[prefetchHeader] = '1';
  if (method !== 'GET' && method !== 'HEAD') return;
  // Next.js adds `_rsc` when it loads the data of a page.
  const path = url.replace(/(?<=[?&])_rsc=[^&]*&?/g, '').replace(/[?&]$/, '');
  if (path.length <= maxPathLength) headers[requestedPathHeader] = path;
}
