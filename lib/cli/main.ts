import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';

// Runs a command on the database and with the secrets in the environment. `npm run --silent cli --` sets these first.

// Modules that are imported from here on start faster from the second call on.
enableCompileCache(
  join(resolve(import.meta.dirname, '..', '..'), 'node_modules', '.cache', 'answerscope-modules'),
);
const { runCommand } = await import('#lib/cli/run-command');
await runCommand(process.argv.slice(2));
