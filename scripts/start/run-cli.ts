import { once } from 'node:events';
import { parseEnv } from '#lib/core/env';
import { describeError } from '#lib/core/errors';
import { buildEnvironment } from '#scripts/start/environment';
import { openInstanceDatabase } from '#scripts/start/open-database';

// Runs a command of lib/cli with the database and secrets of a running or stopped instance.
async function runOnInstance(): Promise<void> {
  const settings = parseEnv(process.env);
  const database = await openInstanceDatabase(settings);
  const stopped = abortOnSignal();
  try {
    Object.assign(process.env, buildEnvironment(settings, database.url));
    // Imported only now, because modules read the environment when they are loaded.
    const { runCommand } = await import('#lib/cli/run-command');
    await Promise.race([runCommand(process.argv.slice(2), stopped), once(stopped, 'abort')]);
    if (stopped.aborted) process.exitCode = 1;
  } finally {
    await database.close();
  }
}

/** Returns a signal that is aborted when this process is asked to stop, or when the one that started it ends. */
function abortOnSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
    process.on(signal, () => controller.abort());
  }
  return controller.signal;
}

try {
  await runOnInstance();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : describeError(error)}\n`);
  process.exitCode = 1;
}
process.exit();
