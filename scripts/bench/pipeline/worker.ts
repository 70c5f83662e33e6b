import { parseEnv } from '#lib/core/env';
import { openDatabase } from '#lib/db/database';
import { createProviders } from '#lib/providers/registry';
import { createService } from '#lib/service/instance/service';
import { startWorker } from '#lib/worker/start-worker';
import { reportReady } from '#scripts/bench/child-process';
import { instantProvider } from '#scripts/bench/instant-provider';

// Usage: DATABASE_URL=… node worker.ts instant|settings. With `instant`, the instant provider answers `chat`; with `settings`,
// the environment variables select the providers.
const settings = parseEnv(process.env);
const databaseUrl = settings.DATABASE_URL ?? '';
const db = openDatabase(databaseUrl, { max: settings.DATABASE_POOL });
const selected = createProviders(settings);
const providers = process.argv[2] === 'instant' ? { ...selected, chat: instantProvider } : selected;
const worker = await startWorker(createService({ db, settings, providers }), databaseUrl);
reportReady(0, async () => {
  await worker.stop();
  await db.$client.end();
});
