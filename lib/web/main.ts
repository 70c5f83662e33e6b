import type { IncomingMessage, RequestListener } from 'node:http';
import { getEnv } from '#lib/core/env';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { createSecurityEventCounter, startSecurityEvents } from '#lib/core/observe-security-events';
import { listen, onShutdown, runProcess } from '#lib/core/process';
import { startTelemetry } from '#lib/core/start-telemetry';
import { startClockSync } from '#lib/db/database-time';
import { createHostCheck, sendMisdirected } from '#lib/http/accepted-hosts';
import { createApp } from '#lib/http/app';
import { createNodeServer, isServicePath, isWebSocket, toRequestListener } from '#lib/http/node-server';
import { prepareStop } from '#lib/http/stop-server';
import { getTransportHeaders } from '#lib/http/transport-security';
import { openWebDatabases } from '#lib/scale/open-databases';
import { flushService, openService } from '#lib/service/instance/service';
import { provideEngineAccess } from '#lib/web/engine-access';
import { createPageHandler } from '#lib/web/page-handler';
import { redactPath } from '#lib/web/redact-urls';

const isServiceOnly = process.argv.includes('--service-only');
const isDevelopment = process.argv.includes('--dev');

/** Runs the web process: the service and the pages on one port; with --service-only, only the service. */
async function serve(): Promise<void> {
  const settings = getEnv();
  const endTelemetry = await startTelemetry(settings, 'answerscope-web');
  const countSecurityEvent = createSecurityEventCounter();
  startSecurityEvents(countSecurityEvent);
  const databases = await openWebDatabases(settings);
  const stopClockSync = await startClockSync(databases.system, { isOptional: true });
  const service = openService();
  provideEngineAccess(service);
  const serveService = toRequestListener(createApp(service));
  const pages = isServiceOnly
    ? undefined
    : await createPageHandler({ isDevelopment, databases, countSecurityEvent });
  const servePage = pages?.handleRequest ?? sendNotFound;
  const isServedHost = createHostCheck(settings);
  const handle: RequestListener = async (request, response) => {
    if (!isServedHost(request)) return sendMisdirected(request, response);
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
  const { MAX_CONNECTIONS_PER_ADDRESS, TRUSTED_PROXIES } = settings;
  const server = createNodeServer(handle, {
    acceptsUpgrade: (request) => isDevelopment && isReloadSocket(request) && isServedHost(request),
    maxConnectionsPerAddress: MAX_CONNECTIONS_PER_ADDRESS,
    trustedProxies: TRUSTED_PROXIES,
    headers: getTransportHeaders(settings),
  });
  if (pages && isDevelopment) server.on('upgrade', pages.upgrade);
  const stopServer = prepareStop(server);
  const { PORT, SHUTDOWN_DELAY_SECONDS, SHUTDOWN_GRACE_SECONDS } = settings;
  await listen(server, PORT, { address: settings.LISTEN_ADDRESS });
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
    await databases.close();
  });
}

/** Returns whether a request opens the WebSocket through which Next.js reloads pages in development. */
function isReloadSocket(request: IncomingMessage): boolean {
  return isWebSocket(request) && request.url?.startsWith('/_next/hmr') === true;
}

const sendNotFound: RequestListener = (_request, response) => {
  response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found.\n');
};

await runProcess(serve);
