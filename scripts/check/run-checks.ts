import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { formatOpenApiDocument } from '#lib/contract/openapi/document';
import { describeError } from '#lib/core/errors';
import { areEnvDocsCurrent } from '#scripts/check/env-docs';
import { findMissingPackages } from '#scripts/check/lock-file';
import { checkMigrations } from '#scripts/check/migrations';
import { runProgram } from '#scripts/system/run-program';

export interface CheckResult {
  name: string;
  passed: boolean;
  /** Printed only when the check fails. */
  output: string;
}

const root = resolve(import.meta.dirname, '..', '..');
const cacheFolder = join(root, 'node_modules', '.cache', 'answerscope-check');

/** Runs every check that needs neither a database nor a build, concurrently. */
export function runChecks(): Promise<CheckResult[]> {
  return Promise.all([
    runTool('types', 'tsc', ['--project', '.', '--incremental', '--tsBuildInfoFile', getTypesCacheFile()]),
    runTool('import layers', 'depcruise', [
      '--config',
      '.dependency-cruiser.cjs',
      'lib',
      'components',
      'app',
      'scripts',
    ]),
    runTool('dead code', 'knip', ['--no-progress', '--cache', '--cache-location', cacheFolder]),
    runTool('format and lint', 'biome', ['check', '--error-on-warnings']),
    check('environment variables', 'README.md or .env.example is out of date. Run npm run settings.', () =>
      areEnvDocsCurrent(root),
    ),
    check(
      'public/openapi.json',
      'It is out of date. Run npm run openapi.',
      () => readText('public/openapi.json') === formatOpenApiDocument(),
    ),
    checkMigrationFiles(),
    checkLockFile(),
  ]);
}

/**
 * Returns TypeScript's build info file. Each set of source files has its own, since TypeScript 7 reuses stale results
 * after files were added, moved or deleted.
 */
function getTypesCacheFile(): string {
  const sources = globSync('{app,components,lib,scripts,tests,*.*}{,/**/*.{ts,tsx,mjs,js,json}}', {
    cwd: root,
  });
  const hash = createHash('sha256').update(sources.sort().join('\n'));
  for (const file of ['package-lock.json', 'tsconfig.json']) hash.update(readText(file));
  const file = join(cacheFolder, `types-${hash.digest('hex').slice(0, 16)}.tsbuildinfo`);
  mkdirSync(cacheFolder, { recursive: true });
  for (const name of globSync('types-*.tsbuildinfo', { cwd: cacheFolder })) {
    if (join(cacheFolder, name) !== file) rmSync(join(cacheFolder, name), { force: true });
  }
  return file;
}

async function runTool(name: string, program: string, args: string[]): Promise<CheckResult> {
  try {
    const command = [join(root, 'node_modules', '.bin', program), ...args];
    const { code, output } = await runProgram(command, { cwd: root });
    return { name, passed: code === 0, output };
  } catch (error) {
    return { name, passed: false, output: describeError(error) };
  }
}

async function check(name: string, failureMessage: string, passes: () => boolean): Promise<CheckResult> {
  try {
    return { name, passed: passes(), output: failureMessage };
  } catch (error) {
    return { name, passed: false, output: describeError(error) };
  }
}

function checkMigrationFiles(): Promise<CheckResult> {
  const problems = checkMigrations(join(root, 'lib', 'db', 'migrations'));
  const output = `These migrations are not safe while the database is in use (see CONTRIBUTING.md):\n${problems.join('\n')}`;
  return check('migrations', output, () => problems.length === 0);
}

function checkLockFile(): Promise<CheckResult> {
  const missing = findMissingPackages(readText('package-lock.json'));
  const output = `npm ci would reject package-lock.json, which does not list: ${missing.join(', ')}`;
  return check('lock file', output, () => missing.length === 0);
}

function readText(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** Formats one line per check, followed by the output of those that failed. */
export function formatCheckResults(results: CheckResult[]): string {
  return results
    .map(
      ({ name, passed, output }) => `${passed ? 'ok    ' : 'FAILED'} ${name}${passed ? '' : `\n${output}`}`,
    )
    .join('\n');
}
