import { createServer } from 'node:http';
import { constants, getPriority, setPriority } from 'node:os';
import { getEnv } from '#lib/core/env';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { startSecurityEvents } from '#lib/core/observe-security-events';
import { onShutdown, runProcess } from '#lib/core/process';
import { startTelemetry } from '#lib/core/start-telemetry';
import { startClockSync } from '#lib/db/database-time';
import { prepareStop } from '#lib/http/stop-server';
import { userIdHeader } from '#lib/scale/fair-share/background-renderer';
import { openWebDatabases } from '#lib/scale/open-databases';
import { openService } from '#lib/service/instance/service';
import { provideEngineAccess } from '#lib/web/engine-access';
import { createPageRenderer } from '#lib/web/page-renderer';
import { redactPath } from '#lib/web/redact-urls';
import { getRequestUserId } from '#lib/web/request-limits';

/** Shorter than the default of SHUTDOWN_GRACE_SECONDS, because the web process waits for this process to end. */
const graceMs = 8_000;

/** Renders pages for the web process that started it, on a Unix socket, with a lower CPU priority. */
async function serve(socketPath: string): Promise<void> {
  setPriority(
    Math.min(getPriority() + constants.priority.PRIORITY_BELOW_NORMAL, constants.priority.PRIORITY_LOW),
  );
  const settings = getEnv();
  const endTelemetry = await startTelemetry(settings, 'answerscope-web');
  // Counted in the metrics of the web process, which survive this process.
  startSecurityEvents((securityEvent) => process.send?.({ securityEvent }));
  const databases = await openWebDatabases(settings);
  const stopClockSync = await startClockSync(databases.system, { isOptional: true });
  provideEngineAccess(openService());
  const renderer = await createPageRenderer({ isDevelopment: false });
  const server = createServer(async (request, response) => {
    try {
      const userId = getRequestUserId(request);
      if (userId !== undefined) response.setHeader(userIdHeader, userId);
      await renderer.render(request, response);
    } catch (error) {
      const path = redactPath(request.url ?? '/');
      log.error({ path, error: describeError(error) }, 'unhandled request error');
      response.destroy();
    }
  });
  // The web process already limits how long a client may take to send its request.
  server.requestTimeout = 0;
  const stopServer = prepareStop(server);
  await new Promise<void>((done, fail) => server.once('error', fail).listen(socketPath, done));
  process.send?.('ready');
  onShutdown(async () => {
    await stopServer({ graceMs });
    await renderer.close();
    stopClockSync();
    await endTelemetry();
    await databases.close();
  });
}

await runProcess(() => serve(process.argv[2] ?? ''));
