import { resolve } from 'node:path';
import { parseEnv } from '#lib/core/env';
import { describeError } from '#lib/core/errors';
import { buildIfStale } from '#scripts/build/build';
import { prepareDatabase } from '#scripts/start/database';
import { buildEnvironment } from '#scripts/start/environment';
import { runScript } from '#scripts/system/run-program';

// Runs one process of an instance that spans several machines, or migrates its database and exits:
// node scripts/start/run-process.ts web|worker|migrate
const scripts = { web: 'lib/web/main.ts', worker: 'lib/worker/main.ts' };
/** Variables that every machine of one instance must share. */
const sharedVariables = ['DATABASE_URL', 'ENCRYPTION_KEY', 'NEXTAUTH_SECRET', 'APP_URL'] as const;
const root = resolve(import.meta.dirname, '..', '..');

function printLine(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function run(name: string | undefined): Promise<number> {
  if (name !== 'web' && name !== 'worker' && name !== 'migrate') {
    throw new Error('Pass the process to run: web, worker or migrate.');
  }
  for (const setting of sharedVariables) {
    if (process.env[setting]) continue;
    throw new Error(`${setting} is missing. Set it to the same value on every machine, or use npm start.`);
  }
  // A worker without a web process on its machine reaches the API at the public URL.
  const settings = parseEnv({
    ...process.env,
    API_BASE_URL: process.env.API_BASE_URL || process.env.APP_URL,
  });
  const { url } = await prepareDatabase(settings, printLine);
  if (name === 'migrate') return 0;
  const options = process.argv.slice(3);
  if (name === 'web' && !options.includes('--service-only')) {
    const stopped = new AbortController();
    const stop = () => stopped.abort();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, stop);
    await buildIfStale(root, printLine, stopped.signal);
  }
  const env = { ...buildEnvironment(settings, url), API_BASE_URL: settings.API_BASE_URL };
  return runScript([scripts[name], ...options], env);
}

try {
  process.exit(await run(process.argv[2]));
} catch (error) {
  printLine(error instanceof Error ? error.message : describeError(error));
  process.exit(1);
}
