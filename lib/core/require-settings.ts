import { getEnv } from '#lib/core/env';
import { describeError } from '#lib/core/errors';

// Imported before all else by what runs as a process of its own: modules that read the settings as they load would
// otherwise end it with a stack instead of the one line that names the variable.
try {
  getEnv();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : describeError(error)}\n`);
  process.exit(1);
}
