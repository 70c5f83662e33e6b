import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { parseEnv } from '#lib/core/env';
import { openDatabase } from '#scripts/start/database';
import { freePort } from '#scripts/system/free-port';
import { startProcess, type TestProcess, waitUntilOk } from '#tests/support/process';

const { adminUrl, role, password } = inject('postgres');
const name = `empty_${randomBytes(8).toString('hex')}`;
const port = String(await freePort());
const address = `http://127.0.0.1:${port}`;
const url = new URL(adminUrl);
url.pathname = `/${name}`;
url.username = role;
url.password = password;
const env = {
  DATABASE_URL: url.href,
  ENCRYPTION_KEY: 'ab'.repeat(32),
  NEXTAUTH_SECRET: 'only-for-tests-'.repeat(3),
  APP_URL: address,
  PORT: port,
  LOG_LEVEL: 'warn',
};
const processes: TestProcess[] = [];

function start(...words: string[]): TestProcess {
  const started = startProcess(['scripts/start/run-process.ts', ...words], env);
  processes.push(started);
  return started;
}

async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}

beforeAll(() => administer(`CREATE DATABASE ${name} OWNER ${role}`));
afterAll(async () => {
  await Promise.all(processes.map((one) => one.isRunning() && one.end()));
  await administer(`DROP DATABASE ${name} WITH (FORCE)`);
});

test('exits with one line if a shared variable is missing', async () => {
  const missing = ['DATABASE_URL', 'ENCRYPTION_KEY', 'NEXTAUTH_SECRET', 'APP_URL'];
  const alone = missing.map((setting) =>
    startProcess(['scripts/start/run-process.ts', 'worker'], { ...env, [setting]: '' }),
  );
  for (const [index, process] of alone.entries()) {
    expect(await process.ended()).toBe(1);
    expect(process.output().trim()).toMatch(new RegExp(`^${missing[index]} is missing\\. [^\\n]+$`));
  }
});

test('warns about a role that bypasses row-level security', async () => {
  const said: string[] = [];
  const open = (databaseUrl: string) =>
    openDatabase(parseEnv({ DATABASE_URL: databaseUrl }), (line) => said.push(line));
  await open(env.DATABASE_URL);
  expect(said).toEqual([]);
  const asSuperuser = new URL(adminUrl);
  asSuperuser.pathname = `/${name}`;
  await open(asSuperuser.href);
  expect(said).toEqual([expect.stringContaining('row-level security')]);
});

test('web and worker start together on an empty database and stop cleanly', async () => {
  const web = start('web', '--service-only');
  const worker = start('worker');
  await waitUntilOk(`${address}/readyz`, [web, worker]);
  expect(await Promise.all([web.end(), worker.end()])).toEqual([0, 0]);
});

test('a killed launcher leaves nothing running', async () => {
  const web = start('web', '--service-only');
  await waitUntilOk(`${address}/healthz`, [web]);
  await web.end('SIGKILL');
  await expect
    .poll(() =>
      fetch(`${address}/healthz`).then(
        () => 'answers',
        () => 'gone',
      ),
    )
    .toBe('gone');
});
