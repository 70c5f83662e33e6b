import '#lib/core/require-settings';
import type { IncomingMessage, RequestListener } from 'node:http';
import { systemClock } from '#lib/core/clock';
import { describeError } from '#lib/core/errors';
import { listen } from '#lib/core/listen';
import { log } from '#lib/core/log';
import { settings } from '#lib/core/settings';
import { onStop } from '#lib/core/stop';
import { getDatabase } from '#lib/db/shared-pool';
import { createApp } from '#lib/http/app';
import { listenerOf } from '#lib/http/listener';
import { serverOf } from '#lib/http/server';
import { figuresOf } from '#lib/service/provider-stats/keep-figures';
import { keepRequestLog } from '#lib/service/requests/request-log';
import { closeServer } from '#lib/web/close';
import { loggedAddress } from '#lib/web/page-headers';
import { preparePages } from '#lib/web/pages';
import { belongsToService } from '#lib/web/route';
import { watchDatabase } from '#lib/web/watch-database';

/** Shorter than the launcher's patience, so that the process ends by itself. */
const graceMs = 9_000;

const serviceOnly = process.argv.includes('--service-only');
const development = process.argv.includes('--dev');

/** The web process: the service and the pages on one port; with --service-only no pages. */
async function serve(): Promise<void> {
  const { PORT } = settings();
  const db = getDatabase();
  const requestLog = keepRequestLog(db);
  const service = listenerOf(createApp({ db: db, clock: systemClock, requestLog }));
  const pages = serviceOnly
    ? undefined
    : await preparePages({ dev: development, databaseAnswers: watchDatabase(db) });
  const answerPage = pages?.answer ?? answerNothing;
  const answer: RequestListener = async (request, response) => {
    try {
      await (belongsToService(request.url ?? '/') ? service : answerPage)(request, response);
    } catch (error) {
      const path = loggedAddress(request.url ?? '/');
      log.error({ path, error: describeError(error) }, 'a request failed outside its handler');
      response.destroy();
    }
  };
  const server = serverOf(answer, (request) => pages !== undefined && wantsPageSocket(request));
  if (pages) server.on('upgrade', pages.upgrade);
  await listen(server, PORT);
  log.info({ port: PORT }, 'web is listening');
  onStop(async () => {
    await closeServer(server, graceMs);
    await pages?.close();
    await requestLog.flush();
    await figuresOf(db).flush();
    await db.$client.end();
  });
}

/** Next.js talks to its pages over WebSockets, in development. */
function wantsPageSocket({ headers, url }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && !belongsToService(url ?? '/');
}

const answerNothing: RequestListener = (_request, response) => {
  response.writeHead(404, { 'Content-Type': 'text/plain' }).end('There is nothing at this address.\n');
};

try {
  await serve();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : describeError(error)}\n`);
  process.exit(1);
}
