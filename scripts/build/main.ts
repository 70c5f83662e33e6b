import { resolve } from 'node:path';
import { buildIfStale } from '#scripts/build/build';

// npm run build: builds the pages if their sources have changed since the last build.
try {
  const root = resolve(import.meta.dirname, '..', '..');
  await buildIfStale(root, (line) => process.stderr.write(`${line}\n`), AbortSignal.timeout(900_000));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
