import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from '#tests/support/longest-first';

const isolatedTests = 'tests/**/*.isolated.test.ts';
const serialTests = 'tests/**/*.serial.test.ts';
/** Files that take over a minute, and the end-to-end tests except `demo`. `npm test` skips them. */
const slowTests = [
  'tests/browsers/journey.test.ts',
  'tests/cli/commands.test.ts',
  'tests/faults/{faults,rolling-restart}.test.ts',
  'tests/http/metrics-api/malformed-parameters.test.ts',
  'tests/scale/many-processes.test.ts',
  'tests/scripts/launcher.test.ts',
  'tests/e2e/!(demo).test.ts',
  'tests/security/malformed-input.test.ts',
  'tests/acceptance/programming-languages.test.ts',
];

export default defineConfig({
  test: {
    globalSetup: ['tests/support/postgres.ts'],
    setupFiles: ['tests/support/fail-on-browser-problems.ts'],
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // A busy machine with two cores takes three times as long as an idle one.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // The default of one second is too short for a page on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    // Environment variables of the test process. Tests pass their own to the processes that they start.
    env: {
      LOG_LEVEL: 'error',
      DATA_DIR: resolve('node_modules/.cache/test-data'),
      ENCRYPTION_KEY: 'ab'.repeat(32),
      NEXTAUTH_SECRET: 'only-for-tests-'.repeat(3),
    },
    // Keeps transformed modules between runs.
    experimental: { fsModuleCache: true },
    projects: [
      {
        extends: true,
        // Files share loaded modules, which saves seconds of imports per file. Each has its own database.
        test: {
          name: 'shared',
          isolate: false,
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [isolatedTests, serialTests, ...slowTests],
        },
      },
      { extends: true, test: { name: 'slow', isolate: false, include: slowTests } },
      {
        extends: true,
        // Files that set environment variables before the product's modules read them, or whose helpers start a server
        // when they are imported.
        test: { name: 'isolated', include: [isolatedTests] },
      },
      {
        extends: true,
        // Files that compare durations run last, one by one.
        test: { name: 'serial', include: [serialTests], maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
