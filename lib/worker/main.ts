import { getEnv } from '#lib/core/env';
import { log } from '#lib/core/log';
import { onShutdown, runProcess } from '#lib/core/process';
import { observePools } from '#lib/core/process-metrics';
import { startTelemetry } from '#lib/core/start-telemetry';
import { openDatabase } from '#lib/db/client';
import { startClockSync } from '#lib/db/database-time';
import { checkDistributedRowSecurity } from '#lib/db/distributed-row-security';
import { getDirectUrl, openBehindPooler } from '#lib/db/pooler';
import { createProviders } from '#lib/providers/registry';
import { createService } from '#lib/service/instance/service';
import { startMetricsServer } from '#lib/worker/metrics-server';
import { startWorker } from '#lib/worker/start-worker';

/** Runs the worker process: tasks, webhook deliveries and background jobs. */
async function main(): Promise<void> {
  const settings = getEnv();
  const directUrl = getDirectUrl(settings);
  const endTelemetry = await startTelemetry(settings, 'answerscope-worker');
  // Fails at once if the settings of a provider are invalid.
  createProviders(settings);
  const { DATABASE_URL = directUrl, DATABASE_DIRECT_URL, DATABASE_POOL: max } = settings;
  const db = DATABASE_DIRECT_URL
    ? await openBehindPooler(DATABASE_URL, { name: 'answerscope worker', max })
    : openDatabase(DATABASE_URL, { name: 'answerscope worker', max });
  const stopClockSync = await startClockSync(db);
  await checkDistributedRowSecurity({ system: db });
  observePools({ worker: db.$client });
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
    await db.$client.end();
  });
  await starting;
  if (settings.SMTP_URL === undefined) {
    log.info('SMTP_URL is not set: emails are not sent; npm run cli -- email list shows them');
  }
  log.info({ concurrency: settings.WORKER_CONCURRENCY }, 'worker started');
}

await runProcess(main);
