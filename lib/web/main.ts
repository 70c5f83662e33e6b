import type { IncomingMessage, RequestListener } from 'node:http';
import { systemClock } from '#lib/core/clock';
import { getEnv } from '#lib/core/env';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { listen, onShutdown, runProcess } from '#lib/core/process';
import { getDatabase } from '#lib/db/shared-pool';
import { createApp } from '#lib/http/app';
import { listenerOf } from '#lib/http/listener';
import { serverOf } from '#lib/http/server';
import { figuresOf } from '#lib/service/provider-stats/keep-figures';
import { createRequestLog } from '#lib/service/requests/request-log';
import { createPageHandler } from '#lib/web/page-handler';
import { redactPath } from '#lib/web/page-headers';
import { closeServer, isServicePath } from '#lib/web/server';
import { watchDatabase } from '#lib/web/unavailable-page';

/** Shorter than the launcher's patience, so that the process ends by itself. */
const graceMs = 9_000;

const serviceOnly = process.argv.includes('--service-only');
const development = process.argv.includes('--dev');

/** The web process: the service and the pages on one port; with --service-only no pages. */
async function serve(): Promise<void> {
  const { PORT } = getEnv();
  const db = getDatabase();
  const requestLog = createRequestLog(db);
  const service = listenerOf(createApp({ db: db, clock: systemClock, requestLog }));
  const pages = serviceOnly
    ? undefined
    : await createPageHandler({ dev: development, databaseAnswers: watchDatabase(db) });
  const answerPage = pages?.answer ?? answerNothing;
  const answer: RequestListener = async (request, response) => {
    try {
      await (isServicePath(request.url ?? '/') ? service : answerPage)(request, response);
    } catch (error) {
      const path = redactPath(request.url ?? '/');
      log.error({ path, error: describeError(error) }, 'a request failed outside its handler');
      response.destroy();
    }
  };
  const server = serverOf(answer, (request) => pages !== undefined && wantsPageSocket(request));
  if (pages) server.on('upgrade', pages.upgrade);
  await listen(server, PORT);
  log.info({ port: PORT }, 'web is listening');
  onShutdown(async () => {
    await closeServer(server, graceMs);
    await pages?.close();
    await requestLog.flush();
    await figuresOf(db).flush();
    await db.$client.end();
  });
}

/** Next.js talks to its pages over WebSockets, in development. */
function wantsPageSocket({ headers, url }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && !isServicePath(url ?? '/');
}

const answerNothing: RequestListener = (_request, response) => {
  response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found.\n');
};

await runProcess(serve);
