import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { hashPassword } from '#lib/core/crypto';
import { parseEnv } from '#lib/core/env';
import { systemClock } from '#lib/core/time';
import { getUser } from '#lib/dashboard/session/session';
import { openDatabase, type PooledDatabase } from '#lib/db/database';
import { createProviderResolver } from '#lib/service/provider-keys/provider-resolver';
import { createSession } from '#lib/service/users/sessions';
import { authenticateUser } from '#lib/service/users/users';
import { runProgram } from '#scripts/system/run-program';
import { createDatabase, type TestDatabase } from '#tests/support/database';
import { createOwner } from '#tests/support/owners';
import { inheritedEnv, node, root } from '#tests/support/process';
import { createTempFolder, deleteTempFolder } from '#tests/support/temp-folder';

const email = 'demo@answerscope.example';
const publishedPassword = 'fictional-market';
const loginSchema = z.object({
  demo: z.object({
    email: z.literal(email),
    password: z.string().optional(),
    passwordFile: z.string().nullable(),
  }),
});

let database: TestDatabase;
let db: PooledDatabase;
let dataFolder: string;
beforeEach(async () => {
  database = await createDatabase();
  db = openDatabase(database.url);
  dataFolder = createTempFolder();
});
afterEach(async () => {
  await db.$client.end();
  await database.drop();
  deleteTempFolder(dataFolder);
});

/** Runs a command about the demo in a separate process and returns how it says to sign in. */
async function runDemo(command: 'ensure' | 'reset-password', env: Record<string, string> = {}) {
  const { code, stdout, output } = await runProgram([node, 'lib/cli/main.ts', 'demo', command], {
    cwd: root,
    env: { ...process.env, ...inheritedEnv, DATABASE_URL: database.url, DATA_DIR: dataFolder, ...env },
  });
  expect([code, output]).toEqual([0, expect.any(String)]);
  return loginSchema.parse(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')).demo;
}

const readPasswordFile = () => readFileSync(join(dataFolder, 'demo-password'), 'utf8').trim();
const signIn = (password: string) =>
  authenticateUser({ db, clock: systemClock }, { email, password, ipAddress: '192.0.2.1' });

async function readDemo() {
  const { rows } = await db.$client.query(
    `SELECT o.plan, s.enabled, s.cadence, u.id AS "userId", o.id AS "organizationId"
     FROM organizations o JOIN schedules s ON s.organization_id = o.id
       JOIN memberships m ON m.organization_id = o.id JOIN users u ON u.id = m.user_id`,
  );
  return rows;
}

/** Turns the demo into one that an earlier version created. */
async function publishPassword(): Promise<void> {
  await db.$client.query('UPDATE users SET password_hash = $1', [await hashPassword(publishedPassword)]);
  await db.$client.query(`UPDATE organizations SET plan = 'scale', sync_concurrency = 100`);
  await db.$client.query(`UPDATE schedules SET cadence = 'daily'`);
  rmSync(join(dataFolder, 'demo-password'), { force: true });
}

test('creates only one demo if two processes create it at the same time, with a random password', async () => {
  const results = await Promise.all([runDemo('ensure'), runDemo('ensure')]);
  const password = readPasswordFile();
  expect(password).toMatch(/^[\w-]{20}$/);
  expect(statSync(join(dataFolder, 'demo-password')).mode & 0o777).toBe(0o600);
  const printed = results.map((login) => login.password);
  expect(printed.toSorted()).toEqual([password, undefined]);
  expect(results.map(({ passwordFile }) => passwordFile)).toEqual(
    Array(2).fill(join(dataFolder, 'demo-password')),
  );
  const member = await getUser(db, (await signIn(password))?.id ?? '');
  expect(member?.memberships).toMatchObject([{ organizationName: 'Demo', role: 'owner' }]);
  const { rows } = await db.$client.query(
    `SELECT (SELECT count(*) FROM organizations WHERE name = 'Demo') AS organizations,
            (SELECT count(*) FROM service_credentials) AS credentials, count(*) AS projects FROM projects`,
  );
  expect(rows).toEqual([{ organizations: 1, credentials: 1, projects: 1 }]);
  expect(await readDemo()).toMatchObject([{ plan: 'team', cadence: 'weekly', enabled: true }]);
});

test('refuses the published password at once, and replaces it at the next start', async () => {
  await runDemo('ensure');
  await publishPassword();
  expect(await signIn(publishedPassword)).toBeNull();
  expect(await signIn('ｆictional-market')).toBeNull();
  const [{ userId }] = await readDemo();
  await createSession({ db, clock: systemClock }, { userId, ipAddress: '192.0.2.1', userAgent: '' });
  const { password } = await runDemo('ensure');
  expect(password).toBe(readPasswordFile());
  expect(await signIn(readPasswordFile())).toMatchObject({ id: userId });
  expect(await readDemo()).toMatchObject([{ plan: 'team', cadence: 'weekly' }]);
  const { rows } = await db.$client.query('SELECT FROM user_sessions');
  expect(rows).toEqual([]);
});

test('keeps a password that was changed, and sets a new one on request', async () => {
  await runDemo('ensure');
  await db.$client.query('UPDATE users SET password_hash = $1', [await hashPassword('a changed password')]);
  expect(await runDemo('ensure')).toEqual({ email, passwordFile: null });
  expect(await signIn('a changed password')).not.toBeNull();
  const { password } = await runDemo('reset-password');
  expect(await signIn('a changed password')).toBeNull();
  expect(await signIn(password ?? '')).not.toBeNull();
  expect(await runDemo('ensure')).toEqual({ email, passwordFile: join(dataFolder, 'demo-password') });
});

test('the demo is answered by the sandbox even if the instance has provider keys', async () => {
  const keys = { GEMINI_API_KEY: 'any', OPENAI_API_KEY: 'any', XAI_API_KEY: 'any' };
  await runDemo('ensure', keys);
  const [{ organizationId, enabled }] = await readDemo();
  expect(enabled).toBe(true);
  const other = await createOwner(db);
  const settings = parseEnv({ ...keys, ENGINE_PROVIDERS: 'chat=openai' });
  const resolver = createProviderResolver(db, settings);
  const engines = ['chat', 'gen', 'social'] as const;
  const resolve = (organization: string) =>
    Promise.all(engines.map(async (engine) => (await resolver.resolve(organization, engine)).provider.name));
  expect(await resolve(organizationId)).toEqual(['sandbox', 'sandbox', 'unavailable']);
  expect(await resolve(other.organizationId)).toEqual(['openai', 'gemini', 'xai']);
});

test('the demo’s schedule is paused if another service answers, because that one may charge for it', async () => {
  await runDemo('ensure', { API_BASE_URL: 'https://service.example', API_KEY: 'any' });
  expect(await readDemo()).toMatchObject([{ enabled: false }]);
});
