import { getEnv } from '#lib/core/env';
import { log } from '#lib/core/log';
import { onShutdown, runProcess } from '#lib/core/process';
import { observePools } from '#lib/core/process-metrics';
import { openDatabase } from '#lib/db/client';
import { createProviders } from '#lib/providers/registry';
import { createService } from '#lib/service/instance/service';
import { serveProcessMetrics } from '#lib/worker/metrics-server';
import { startWorker } from '#lib/worker/start-worker';

/** Runs the worker process: tasks, webhook deliveries and background jobs. */
async function main(): Promise<void> {
  const settings = getEnv();
  if (!settings.DATABASE_URL) {
    throw new Error('DATABASE_URL is missing. Set it, or use npm start, which runs its own database.');
  }
  createProviders(settings);
  const db = openDatabase(settings.DATABASE_URL, { max: settings.DATABASE_POOL, name: 'answerscope worker' });
  observePools({ worker: db.$client });
  const { WORKER_METRICS_PORT } = settings;
  const metricsServer =
    WORKER_METRICS_PORT === undefined ? undefined : await serveProcessMetrics(WORKER_METRICS_PORT);
  const worker = await startWorker(createService({ db, settings }), settings.DATABASE_URL);
  if (settings.SMTP_URL === undefined) {
    log.info('SMTP_URL is not set: emails are not sent; npm run cli -- email list shows them');
  }
  log.info({ concurrency: settings.WORKER_CONCURRENCY }, 'worker started');
  onShutdown(async () => {
    await worker.stop();
    metricsServer?.close();
    await db.$client.end();
  });
}

await runProcess(main);
