import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { buildIfStale } from '#scripts/build/build';
import { reportChecks, runChecks } from '#scripts/check/run-checks';
import { findBrowser } from '#tests/support/find-browser';
import { root } from '#tests/support/process';

// npm test: checks, browser, build, all tests, and one last line that counts them. Arguments go to vitest.
const summary = z.object({ numPassedTests: z.number(), numFailedTests: z.number(), success: z.boolean() });

let passed = 0;
let failed = 0;

async function step(name: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
    passed += 1;
  } catch (error) {
    failed += 1;
    process.stdout.write(`FAILED ${name}: ${error instanceof Error ? error.message : error}\n`);
  }
}

function runVitest(): void {
  const folder = mkdtempSync(join(tmpdir(), 'answerscope-results-'));
  const file = join(folder, 'results.json');
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...reporters, ...process.argv.slice(2)], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (existsSync(file)) {
    const result = summary.parse(JSON.parse(readFileSync(file, 'utf8')));
    passed += result.numPassedTests;
    // A file that fails before its first test has no failed test to count; an error outside of any counts too.
    failed += result.numFailedTests || Number(!result.success || status !== 0);
  } else {
    failed += 1;
  }
  rmSync(folder, { recursive: true, force: true });
}

const checks = await runChecks();
process.stdout.write(`${reportChecks(checks)}\n`);
passed += checks.filter((check) => check.passed).length;
failed += checks.filter((check) => !check.passed).length;
await step('a browser starts', findBrowser);
await step('the pages build', () =>
  buildIfStale(root, (line) => process.stdout.write(`${line}\n`), AbortSignal.timeout(300_000)),
);
runVitest();
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
