import type { IncomingMessage, RequestListener } from 'node:http';
import { getEnv } from '#lib/core/env';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { listen, onShutdown, runProcess } from '#lib/core/process';
import { observePools, observeReplica } from '#lib/core/process-metrics';
import { startTelemetry } from '#lib/core/start-telemetry';
import { getDatabases } from '#lib/db/client';
import { startClockSync } from '#lib/db/database-time';
import { checkDistributedRowSecurity } from '#lib/db/distributed-row-security';
import { openPooledDatabases } from '#lib/db/pooler';
import { attachReadReplica } from '#lib/db/read-replica';
import { createApp } from '#lib/http/app';
import { createNodeServer, isServicePath, toRequestListener } from '#lib/http/node-server';
import { prepareStop } from '#lib/http/stop-server';
import { createService, flushService } from '#lib/service/instance/service';
import { provideEngineAccess } from '#lib/web/engine-access';
import { createPageHandler } from '#lib/web/page-handler';
import { redactPath } from '#lib/web/page-headers';

const isServiceOnly = process.argv.includes('--service-only');
const isDevelopment = process.argv.includes('--dev');

/** Runs the web process: the service and the pages on one port; with --service-only, only the service. */
async function serve(): Promise<void> {
  const settings = getEnv();
  const endTelemetry = await startTelemetry(settings, 'answerscope-web');
  await openPooledDatabases(settings);
  const { system: db, restricted } = getDatabases();
  const stopClockSync = await startClockSync(db, { isOptional: true });
  await checkDistributedRowSecurity({ system: db, restricted });
  const replica = attachReadReplica(settings);
  observePools({
    service: db.$client,
    pages: restricted.$client,
    ...(replica ? { replica: replica.db.$client } : {}),
  });
  if (replica) observeReplica(() => replica.getState());
  const service = createService({ db, restrictedDb: restricted, replica });
  provideEngineAccess(service);
  const serveService = toRequestListener(createApp(service));
  const pages = isServiceOnly ? undefined : await createPageHandler({ isDevelopment, db });
  const servePage = pages?.handleRequest ?? sendNotFound;
  const handle: RequestListener = async (request, response) => {
    try {
      const target = request.url ?? '/';
      if (target.startsWith('/v1/')) pages?.recordServiceRequest();
      await (isServicePath(target) ? serveService : servePage)(request, response);
    } catch (error) {
      const path = redactPath(request.url ?? '/');
      log.error({ path, error: describeError(error) }, 'unhandled request error');
      response.destroy();
    }
  };
  const server = createNodeServer(handle, (request) => pages !== undefined && isPageSocket(request));
  if (pages) server.on('upgrade', pages.upgrade);
  const stopServer = prepareStop(server);
  const { PORT, SHUTDOWN_DELAY_SECONDS, SHUTDOWN_GRACE_SECONDS } = settings;
  await listen(server, PORT);
  log.info({ port: PORT }, 'web started');
  onShutdown(async () => {
    log.info('web stopping');
    service.stopping.abort();
    await stopServer({
      delayMs: SHUTDOWN_DELAY_SECONDS * 1000,
      graceMs: SHUTDOWN_GRACE_SECONDS * 1000,
      endRequests: () => service.shutdownDeadline.abort(),
    });
    await pages?.close();
    await flushService(service);
    stopClockSync();
    await endTelemetry();
    await Promise.all([db.$client.end(), restricted.$client.end(), replica?.close()]);
  });
}

/** Returns whether a request opens a WebSocket to Next.js, as pages do in development. */
function isPageSocket({ headers, url }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && !isServicePath(url ?? '/');
}

const sendNotFound: RequestListener = (_request, response) => {
  response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found.\n');
};

await runProcess(serve);
