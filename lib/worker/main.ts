import { getEnv } from '#lib/core/env';
import { log } from '#lib/core/log';
import { createSecurityEventCounter, startSecurityEvents } from '#lib/core/observe-security-events';
import { onShutdown, runProcess } from '#lib/core/process';
import { startTelemetry } from '#lib/core/start-telemetry';
import { startClockSync } from '#lib/db/database-time';
import { createProviders } from '#lib/providers/registry';
import { openWorkerDatabase } from '#lib/scale/open-databases';
import { createService } from '#lib/service/instance/service';
import { startMetricsServer } from '#lib/worker/metrics-server';
import { startWorker } from '#lib/worker/start-worker';

/** Runs the worker process: tasks, webhook deliveries and background jobs. */
async function main(): Promise<void> {
  const settings = getEnv();
  const endTelemetry = await startTelemetry(settings, 'answerscope-worker');
  startSecurityEvents(createSecurityEventCounter());
  // Fails at once if the settings of a provider are invalid.
  createProviders(settings);
  const { db, directUrl, close } = await openWorkerDatabase(settings);
  const stopClockSync = await startClockSync(db);
  const { WORKER_METRICS_PORT } = settings;
  const service = createService({ db, settings });
  const metricsServer =
    WORKER_METRICS_PORT === undefined ? undefined : await startMetricsServer(service, WORKER_METRICS_PORT);
  const starting = startWorker(service, directUrl);
  // Registered now, because the worker claims tasks before it has started completely.
  onShutdown(async () => {
    log.info('worker stopping');
    await (await starting).stop();
    metricsServer?.close();
    stopClockSync();
    await endTelemetry();
    await close();
  });
  await starting;
  if (settings.SMTP_URL === undefined) {
    log.info('SMTP_URL is not set: emails are not sent; npm run cli -- email list shows them');
  }
  log.info({ concurrency: settings.WORKER_CONCURRENCY }, 'worker started');
}

await runProcess(main);
