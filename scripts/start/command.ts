import { describeError } from '#lib/core/errors';
import { readSettings } from '#lib/core/settings';
import { databaseUrlOf } from '#scripts/start/database-url';
import { environmentOf } from '#scripts/start/environment';
import { runScript } from '#scripts/start/run-script';

// Runs a script beside a running or stopped instance, with the instance's database and secrets in its
// environment: node scripts/start/command.ts <script.ts> [arguments]
async function runCommand(): Promise<number> {
  const settings = readSettings(process.env);
  const database = await databaseUrlOf(settings);
  try {
    return await runScript(process.argv.slice(2), environmentOf(settings, database.url));
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
