import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { buildIfStale } from '#scripts/build/build';
import { formatCheckResults, runChecks } from '#scripts/check/run-checks';
import { describeEngine, findEngines } from '#tests/browsers/engines';
import { findBrowser } from '#tests/support/browser';
import { root } from '#tests/support/process';

// npm test: runs the checks, the build and the tests, except slow ones and those that compare durations, and ends with a
// line that counts what passed and what failed. npm run test:all: the same with all tests.
// npm test -- path…: runs only the tests below those paths; tests that need the pages build them if they are stale.
const isComplete = process.argv.includes('--all');
const filters = process.argv.slice(2).filter((argument) => argument !== '--all');
/** Vitest's projects that `npm test` runs. */
const quickProjects = ['--project=shared', '--project=isolated'];
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const summarySchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  success: z.boolean(),
});

let passed = 0;
let failed = 0;

async function runStep(name: string, execute: () => Promise<unknown>): Promise<void> {
  try {
    await execute();
    passed += 1;
  } catch (error) {
    failed += 1;
    process.stdout.write(`FAILED ${name}: ${error instanceof Error ? error.message : error}\n`);
  }
}

function runVitest(args: string[]): number | null {
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return status;
}

function runTests(): void {
  const folder = mkdtempSync(join(tmpdir(), 'answerscope-results-'));
  const file = join(folder, 'results.json');
  const status = runVitest([
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...(isComplete ? [] : quickProjects),
  ]);
  if (existsSync(file)) {
    const summary = summarySchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    passed += summary.numPassedTests;
    // A file that fails to load contains no failed test, and an error outside of tests is not counted as one.
    failed += summary.numFailedTests || Number(!summary.success || status !== 0);
  } else {
    failed += 1;
  }
  rmSync(folder, { recursive: true, force: true });
}

if (filters.length > 0) {
  process.exitCode = runVitest(filters) ?? 1;
} else {
  const checks = await runChecks();
  process.stdout.write(`${formatCheckResults(checks)}\n`);
  passed += checks.filter((check) => check.passed).length;
  failed += checks.filter((check) => !check.passed).length;
  await runStep('browser start', async () => {
    const { version, executablePath } = await findBrowser();
    process.stdout.write(`Browser tests run in Chromium ${version} (${executablePath}).\n`);
  });
  if (isComplete) {
    await runStep('search for browsers', async () => {
      const engines = await findEngines();
      process.stdout.write(`Browsers of the journey: ${engines.map(describeEngine).join('; ')}.\n`);
    });
  }
  await runStep('build', () =>
    buildIfStale(root, (line) => process.stdout.write(`${line}\n`), AbortSignal.timeout(300_000)),
  );
  runTests();
  if (!isComplete) process.stdout.write('Slow tests were left out; npm run test:all runs them too.\n');
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 ? 0 : 1;
}
