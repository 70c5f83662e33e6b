import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/support/postgres.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Settings that in-process tests run under; processes that a test starts get theirs from it.
    env: {
      LOG_LEVEL: 'error',
      ENCRYPTION_KEY: 'ab'.repeat(32),
      NEXTAUTH_SECRET: 'only-for-tests-'.repeat(3),
    },
  },
});
