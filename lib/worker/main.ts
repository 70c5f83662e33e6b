import '#lib/core/require-settings';
import { systemClock } from '#lib/core/clock';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { settings as readSettings } from '#lib/core/settings';
import { onStop } from '#lib/core/stop';
import { openDatabase } from '#lib/db/client';
import { chooseProviders } from '#lib/providers/registry';
import { startWorker } from '#lib/worker/start-worker';

/** The worker process: answers tasks, delivers webhooks, does the chores. */
async function work(): Promise<void> {
  const settings = readSettings();
  if (!settings.DATABASE_URL) {
    throw new Error(
      'Setting DATABASE_URL is missing. Set it, or use npm start, which runs a database of its own.',
    );
  }
  chooseProviders(settings);
  const db = openDatabase(settings.DATABASE_URL, { max: settings.DATABASE_POOL, name: 'answerscope worker' });
  const worker = await startWorker({ db: db, clock: systemClock, settings }, settings.DATABASE_URL);
  log.info({ concurrency: settings.WORKER_CONCURRENCY }, 'the worker is at work');
  onStop(async () => {
    await worker.stop();
    await db.$client.end();
  });
}

try {
  await work();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : describeError(error)}\n`);
  process.exit(1);
}
