import { parseEnv } from '#lib/core/env';
import { describeError } from '#lib/core/errors';
import { openInstanceDatabase } from '#scripts/start/database';
import { buildEnvironment } from '#scripts/start/environment';
import { runScript } from '#scripts/system/run-program';

// Runs a command of lib/cli with the database and secrets of a running or stopped instance in its environment.
async function runCommand(): Promise<number> {
  const settings = parseEnv(process.env);
  const database = await openInstanceDatabase(settings);
  try {
    return await runScript(
      ['lib/cli/main.ts', ...process.argv.slice(2)],
      buildEnvironment(settings, database.url),
    );
  } finally {
    await database.close();
  }
}

try {
  process.exit(await runCommand());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : describeError(error)}\n`);
  process.exit(1);
}
