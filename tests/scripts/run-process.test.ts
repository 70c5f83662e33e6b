import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { parseEnv } from '#lib/core/env';
import { prepareDatabase } from '#scripts/start/database';
import { findFreePort } from '#scripts/system/free-port';
import { startProcess, type TestProcess, waitUntilOk } from '#tests/support/process';

const { adminUrl, role, password } = inject('postgres');
const name = `empty_${randomBytes(8).toString('hex')}`;
const port = String(await findFreePort());
const baseUrl = `http://127.0.0.1:${port}`;
const url = new URL(adminUrl);
url.pathname = `/${name}`;
url.username = role;
url.password = password;
const env = {
  DATABASE_URL: url.href,
  ENCRYPTION_KEY: 'ab'.repeat(32),
  NEXTAUTH_SECRET: 'only-for-tests-'.repeat(3),
  APP_URL: baseUrl,
  PORT: port,
  LOG_LEVEL: 'warn',
};
const processes: TestProcess[] = [];

function startWithRunProcess(...options: string[]): TestProcess {
  const started = startProcess(['scripts/start/run-process.ts', ...options], env);
  processes.push(started);
  return started;
}

async function runAsAdmin(statement: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}

beforeAll(() => runAsAdmin(`CREATE DATABASE ${name} OWNER ${role}`));
afterAll(async () => {
  await Promise.all(processes.map((process) => process.isRunning() && process.end()));
  await runAsAdmin(`DROP DATABASE ${name} WITH (FORCE)`);
});

test('exits with one line that names the missing environment variable', async () => {
  const variables = ['DATABASE_URL', 'ENCRYPTION_KEY', 'NEXTAUTH_SECRET', 'APP_URL'];
  const workers = variables.map((variable) =>
    startProcess(['scripts/start/run-process.ts', 'worker'], { ...env, [variable]: '' }),
  );
  for (const [index, process] of workers.entries()) {
    expect(await process.waitForExit()).toBe(1);
    expect(process.output().trim()).toMatch(new RegExp(`^${variables[index]} is missing\\. [^\\n]+$`));
  }
});

test('warns about a role that bypasses row-level security', async () => {
  const warnings: string[] = [];
  const open = (databaseUrl: string) =>
    prepareDatabase(parseEnv({ DATABASE_URL: databaseUrl }), (line) => warnings.push(line));
  await open(env.DATABASE_URL);
  expect(warnings).toEqual([]);
  const asSuperuser = new URL(adminUrl);
  asSuperuser.pathname = `/${name}`;
  await open(asSuperuser.href);
  expect(warnings).toEqual([expect.stringContaining('row-level security')]);
});

test('web and worker start together on an empty database and stop cleanly', async () => {
  const web = startWithRunProcess('web', '--service-only');
  const worker = startWithRunProcess('worker');
  await waitUntilOk(`${baseUrl}/readyz`, [web, worker]);
  expect(await Promise.all([web.end(), worker.end()])).toEqual([0, 0]);
});

test('the web process exits when run-process is killed', async () => {
  const web = startWithRunProcess('web', '--service-only');
  await waitUntilOk(`${baseUrl}/healthz`, [web]);
  await web.end('SIGKILL');
  await expect
    .poll(() =>
      fetch(`${baseUrl}/healthz`).then(
        () => 'running',
        () => 'gone',
      ),
    )
    .toBe('gone');
});
