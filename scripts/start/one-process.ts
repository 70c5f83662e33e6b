import { resolve } from 'node:path';
import { describeError } from '#lib/core/errors';
import { readSettings } from '#lib/core/settings';
import { buildIfStale } from '#scripts/build/build';
import { environmentOf } from '#scripts/start/environment';
import { openDatabase } from '#scripts/start/open-database';
import { runScript } from '#scripts/start/run-script';

// Runs one process of an instance that is spread over many machines, on a machine that has nothing but the sources:
// node scripts/start/one-process.ts web|worker
const scripts = { web: 'lib/web/main.ts', worker: 'lib/worker/main.ts' };
/** What a machine could make up for itself, and would then be an instance of its own. */
const shared = ['DATABASE_URL', 'ENCRYPTION_KEY', 'NEXTAUTH_SECRET', 'APP_URL'] as const;
const root = resolve(import.meta.dirname, '..', '..');

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function run(name: string | undefined): Promise<number> {
  if (name !== 'web' && name !== 'worker') throw new Error('Name the process to run: web or worker.');
  for (const setting of shared) {
    if (process.env[setting]) continue;
    throw new Error(`Setting ${setting} is missing. Give every machine the same one, or use npm start.`);
  }
  // Where no web process stands beside it, the instance is only to be had at its public address.
  const settings = readSettings({
    ...process.env,
    API_BASE_URL: process.env.API_BASE_URL || process.env.APP_URL,
  });
  const { url } = await openDatabase(settings, say);
  const options = process.argv.slice(3);
  if (name === 'web' && !options.includes('--service-only')) {
    const stopped = new AbortController();
    const stop = () => stopped.abort();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, stop);
    await buildIfStale(root, say, stopped.signal);
  }
  const env = { ...environmentOf(settings, url), API_BASE_URL: settings.API_BASE_URL };
  return runScript([scripts[name], ...options], env);
}

try {
  process.exit(await run(process.argv[2]));
} catch (error) {
  say(error instanceof Error ? error.message : describeError(error));
  process.exit(1);
}
