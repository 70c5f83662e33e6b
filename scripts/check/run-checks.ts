import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { formatOpenApiDocument } from '#lib/contract/openapi/document';
import { describeError } from '#lib/core/errors';
import { areEnvDocsCurrent } from '#scripts/check/env-docs';
import { findMissingPackages } from '#scripts/check/lock-file';
import { checkMigrations } from '#scripts/check/migrations';
import { type PassedInputs, readPassedInputs } from '#scripts/check/passed-inputs';
import { findImportLines, hashTexts, readSourceFiles, type SourceFile } from '#scripts/check/source-files';
import { checkStatements } from '#scripts/check/statements';
import { checkWording } from '#scripts/check/wording';
import { runProgram } from '#scripts/system/run-program';

export interface CheckResult {
  name: string;
  passed: boolean;
  /** Printed only when the check fails. */
  output: string;
}

const root = resolve(import.meta.dirname, '..', '..');
const cacheFolder = join(root, 'node_modules', '.cache', 'answerscope-check');

/** Runs every check that needs neither a database nor a build, concurrently, unless it passed with the same inputs before. */
export async function runChecks(): Promise<CheckResult[]> {
  const startedAt = Date.now();
  const files = readSourceFiles(root);
  const passed = readPassedInputs(join(cacheFolder, 'passed-inputs'));
  const results = await Promise.all([
    checkTypes(files, passed),
    checkImportLayers(files, passed),
    runTool('dead code', 'knip', ['--no-progress', '--cache', '--cache-location', cacheFolder]),
    checkFormat(files, passed),
    check(
      'environment variables',
      'docs/settings.md or .env.example is out of date. Run npm run settings.',
      () => areEnvDocsCurrent(root),
    ),
    check(
      'public/openapi.json',
      'It is out of date. Run npm run openapi.',
      () => readText('public/openapi.json') === formatOpenApiDocument(),
    ),
    checkMigrationFiles(),
    checkLockFile(),
    checkSqlStatements(),
    checkWords(),
  ]);
  if (!wasEdited(files, startedAt)) passed.save();
  return results;
}

/** Returns whether a file was edited during the checks, which may then have seen another text than the one that was read. */
function wasEdited(files: readonly SourceFile[], startedAt: number): boolean {
  return files.some(({ path }) => {
    const stat = statSync(join(root, path), { throwIfNoEntry: false });
    return stat === undefined || stat.mtimeMs >= startedAt;
  });
}

/**
 * Checks types. It writes declarations, because TypeScript checks the files that import a changed one only if its
 * declaration has changed: 4 instead of 20 s of CPU time for most changes. The first check takes longer, as does the next
 * one after a file was added.
 */
function checkTypes(files: readonly SourceFile[], passed: PassedInputs): Promise<CheckResult> {
  // Types of routes, which a build generates.
  const generated = globSync('.next/{,dev/}types/**/*.ts', { cwd: root }).sort();
  const input = hashTexts([
    readInstalledPackages(),
    ...files.map(({ hash }) => hash),
    ...generated.flatMap((file) => [file, readText(file)]),
  ]);
  return runUnlessPassed('types', input, passed, () => {
    const buildInfo = getTypesCacheFile(files);
    const declarations = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir'];
    const cache = [...declarations, join(cacheFolder, 'declarations'), '--incremental', '--tsBuildInfoFile'];
    return runTool('types', 'tsc', ['--project', '.', ...cache, buildInfo]);
  });
}

/**
 * Returns TypeScript's build info file. Each set of source files has its own, since TypeScript 7 reuses stale results
 * after files were added, moved or deleted.
 */
function getTypesCacheFile(files: readonly SourceFile[]): string {
  const paths = files.map(({ path }) => path);
  const hash = hashTexts([...paths, readText('package-lock.json'), readText('tsconfig.json')]);
  const file = join(cacheFolder, `types-${hash.slice(0, 16)}.tsbuildinfo`);
  mkdirSync(cacheFolder, { recursive: true });
  for (const name of globSync('types-*.tsbuildinfo', { cwd: cacheFolder })) {
    if (join(cacheFolder, name) !== file) rmSync(join(cacheFolder, name), { force: true });
  }
  return file;
}

/** The rules are about imports only, so they hold as long as no import changes. */
function checkImportLayers(files: readonly SourceFile[], passed: PassedInputs): Promise<CheckResult> {
  const config = '.dependency-cruiser.cjs';
  const folders = ['lib', 'components', 'app', 'scripts'];
  const imports = files.flatMap(({ path, text }) => [path, findImportLines(text).join('\n')]);
  const input = hashTexts([
    readInstalledPackages(),
    readText('package.json'),
    readText('tsconfig.json'),
    readText(config),
    ...imports,
  ]);
  return runUnlessPassed('import layers', input, passed, () =>
    runTool('import layers', 'depcruise', ['--config', config, ...folders]),
  );
}

/** No rule compares files, so only those that changed are checked. */
async function checkFormat(files: readonly SourceFile[], passed: PassedInputs): Promise<CheckResult> {
  const rules = hashTexts([
    readInstalledPackages(),
    ...['biome.json', '.gitignore', '.editorconfig', 'scripts/check/effect-functions.grit'].map(readText),
  ]);
  const toInput = (file: SourceFile) => `format ${rules} ${file.hash}`;
  const changed = files.filter((file) => !passed.has(toInput(file)));
  const name = 'format and lint';
  if (changed.length === 0) return { name, passed: true, output: '' };
  const paths = changed.length > maxPaths ? [] : changed.map(({ path }) => path);
  const result = await runTool(name, 'biome', [
    'check',
    '--error-on-warnings',
    '--no-errors-on-unmatched',
    ...paths,
  ]);
  if (result.passed) for (const file of changed) passed.add(toInput(file));
  return result;
}

/** More paths would not fit in a command line. */
const maxPaths = 300;

/** Returns which packages are installed, in which versions. */
function readInstalledPackages(): string {
  const file = 'node_modules/.package-lock.json';
  return readText(existsSync(join(root, file)) ? file : 'package-lock.json');
}

async function runUnlessPassed(
  name: string,
  inputHash: string,
  passed: PassedInputs,
  run: () => Promise<CheckResult>,
): Promise<CheckResult> {
  const input = `${name} ${inputHash}`;
  const result = passed.has(input) ? { name, passed: true, output: '' } : await run();
  if (result.passed) passed.add(input);
  return result;
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

function checkSqlStatements(): Promise<CheckResult> {
  const problems = checkStatements(root);
  return check('statements', problems.join('\n'), () => problems.length === 0);
}

function checkWords(): Promise<CheckResult> {
  const problems = checkWording(root);
  return check('wording', problems.join('\n'), () => problems.length === 0);
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
