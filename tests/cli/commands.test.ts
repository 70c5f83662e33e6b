import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { sha256 } from '#lib/core/crypto';
import { systemClock } from '#lib/core/time';
import { openDatabase } from '#lib/db/database';
import { queueEmail } from '#lib/email/queue-email';
import { decryptSigningSecret } from '#lib/service/webhooks/signing';
import { createDatabase } from '#tests/support/database';
import { createCli } from './run-cli';

const database = await createDatabase();
const db = openDatabase(database.url);
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

const { runCli, runJson } = createCli(database.url);

async function createOrganization(...words: string[]): Promise<string> {
  const created = await runJson('org', 'create', '--name', 'Ärger & Söhne', ...words);
  expect(created).toEqual({ org: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), name: 'Ärger & Söhne' } });
  const { rows } = await db.$client.query('SELECT id FROM organizations ORDER BY created_at DESC LIMIT 1');
  return rows[0].id;
}

test('creates an organization and shows its credits', async () => {
  const limits = ['--concurrency', '3', '--async-concurrency', '4'];
  const id = await createOrganization('--plan', 'team', '--credits', '120', ...limits);
  expect(await runJson('org', 'show', '--org', id)).toMatchObject({
    org: { id, name: 'Ärger & Söhne', plan: 'team', concurrency: 3, asyncConcurrency: 4, signing: false },
    credits: { remaining: 120, held: 0 },
  });
  await db.$client.query('UPDATE credit_balances SET held = 20 WHERE organization_id = $1', [id]);
  expect(await runJson('org', 'show', '--org', id)).toMatchObject({ credits: { remaining: 120, held: 20 } });
});

test('changes the plan and the limits of an organization and grants credits', async () => {
  const id = await createOrganization();
  const updated = await runJson('org', 'update', '--org', id, '--plan', 'team');
  expect(updated).toMatchObject({
    org: { id, plan: 'team', concurrency: 20, asyncConcurrency: 20 },
    credits: { remaining: 37_500, held: 0 },
  });
  const limits = ['--concurrency', '30', '--async-concurrency', '200'];
  expect(await runJson('org', 'update', '--org', id, '--credits', '1000', ...limits)).toMatchObject({
    org: { plan: 'team', concurrency: 30, asyncConcurrency: 200 },
    credits: { remaining: 38_500, held: 0 },
  });
  expect(await runJson('org', 'show', '--org', id)).toMatchObject({
    org: { plan: 'team', asyncConcurrency: 200 },
    credits: { remaining: 38_500 },
  });
  expect(await runJson('org', 'list', '--search', 'ärger')).toMatchObject({
    orgs: expect.arrayContaining([expect.objectContaining({ id, plan: 'team', owners: [] })]),
  });
});

test('creates a key with an optional expiry, and revokes it', async () => {
  const org = await createOrganization();
  const created = await runJson(
    'key',
    'create',
    '--org',
    org,
    '--name',
    'CI',
    '--expires',
    '2099-01-01T00:00:00Z',
  );
  expect(created).toEqual({ key: { id: expect.any(String), secret: expect.stringMatching(/^ask_\w{46}$/) } });
  const { rows } = await db.$client.query('SELECT * FROM api_keys WHERE organization_id = $1', [org]);
  expect(rows).toMatchObject([
    { name: 'CI', expires_at: new Date('2099-01-01T00:00:00Z'), revoked_at: null },
  ]);
  expect(created).toMatchObject({ key: { id: rows[0].id } });
  const secret = JSON.stringify(created).match(/ask_\w+/)?.[0] ?? '';
  expect(rows[0].secret_hash.equals(sha256(secret))).toBe(true);
  expect(await runJson('key', 'revoke', '--id', rows[0].id)).toMatchObject({ key: { id: rows[0].id } });
  const after = await db.$client.query('SELECT revoked_at FROM api_keys WHERE id = $1', [rows[0].id]);
  expect(after.rows[0].revoked_at).toBeInstanceOf(Date);
});

test('enables, rotates and disables signing', async () => {
  const org = await createOrganization();
  const readSecret = async () => {
    const { rows } = await db.$client.query(
      'SELECT signing_secret_encrypted AS encrypted FROM organizations WHERE id = $1',
      [org],
    );
    return rows[0].encrypted === null ? null : decryptSigningSecret(org, rows[0].encrypted);
  };
  const enabled = await runJson('signing', 'enable', '--org', org);
  expect(enabled).toEqual({ secret: await readSecret() });
  const rotated = await runJson('signing', 'rotate', '--org', org);
  expect(rotated).toEqual({ secret: await readSecret() });
  expect(rotated).not.toEqual(enabled);
  await runJson('signing', 'disable', '--org', org);
  expect(await readSecret()).toBeNull();
});

test('lists emails and shows their links, for instances without a mail server', async () => {
  const email = { to: 'ada@people.example', subject: 'Reset your password', paragraphs: ['Here it is.'] };
  const url = 'https://answerscope.example/reset-password/a-token';
  await queueEmail({ db, clock: systemClock }, { ...email, action: { label: 'Reset password', url } });
  const list = await runJson('email', 'list');
  expect(list).toMatchObject({ emails: [{ to: email.to, subject: email.subject, status: 'pending' }] });
  expect(JSON.stringify(list)).not.toContain('a-token');
  const { rows } = await db.$client.query('SELECT id FROM emails');
  expect(await runJson('email', 'show', '--id', rows[0].id)).toMatchObject({
    email: { to: email.to, text: `Here it is.\n\nReset password:\n${url}\n` },
  });
});

const missingId = '00000000-0000-4000-8000-000000000000';

test.each([
  [['nonsense'], 'There is no command "nonsense". Try --help.'],
  [['status', '--x'], '"--x" is not an option of this command. Usage: status'],
  [['org', 'create'], '--name is missing. Usage: org create --name NAME'],
  [
    ['org', 'create', '--name', 'A', '--plan', 'gold'],
    'Choose one of the plans free, team, business, scale.',
  ],
  [['org', 'create', '--name', 'A', '--credits', '-5'], 'Credits cannot be negative.'],
  [['org', 'update', '--plan', 'team'], '--org is missing. Usage: org update --org ORG_ID'],
  [['org', 'update', '--org', missingId], 'There is nothing to change. Set a plan, credits or'],
  [['org', 'update', '--org', missingId, '--plan', 'gold'], 'Choose one of the plans free, team, business'],
  [['org', 'update', '--org', missingId, '--credits', '0'], 'Grant at least 1 credit.'],
  [['org', 'update', '--org', missingId, '--plan', 'team'], `There is no organization ${missingId}.`],
  [['org', 'show', '--org', 'mine'], '--org must be an ID'],
  [['key', 'create', '--org', missingId], `There is no organization ${missingId}.`],
  [['key', 'create', '--org', missingId, '--expires', 'soon'], '--expires must be an ISO 8601 time'],
  [
    ['key', 'create', '--org', missingId, '--expires', '2020-01-01'],
    'The expiration date must be in the future.',
  ],
  [['key', 'revoke', '--id', missingId], `There is no API key ${missingId}.`],
  [['email', 'show', '--id', missingId], `There is no email ${missingId}. It may have expired.`],
  [['key', 'revoke', '--id', 'CI'], '--id must be an ID as printed by "key create"'],
  [['email', 'show', '--id', 'first'], '--id must be an ID as printed by "email list"'],
  [['signing', 'enable', '--org', missingId], `There is no organization ${missingId}.`],
])('%j fails with a one-line error', async (words, line) => {
  const { code, stdout, stderr } = await runCli(...words);
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr).toContain(line);
});

test('says that signing must be enabled before a rotation', async () => {
  const org = await createOrganization();
  const { code, stderr } = await runCli('signing', 'rotate', '--org', org);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'Webhook signing is disabled, so there is no secret to rotate. Enable it first.\n',
  });
});

test('lists every command in the help', async () => {
  const { code, stdout } = await runCli('--help');
  expect(code).toBe(0);
  for (const name of [
    'org create',
    'org list',
    'org show',
    'org update',
    'key create',
    'key revoke',
    'signing enable',
    'signing rotate',
    'signing disable',
    'email list',
    'email show',
    'demo ensure',
    'demo reset-password',
    'status',
    'doctor',
  ]) {
    expect(stdout).toContain(`  ${name}`);
  }
});

test.each([['status'], ['org', 'create']])('lists only the command in the help of %j', async (...words) => {
  const { code, stdout } = await runCli(...words, '--help');
  expect(code).toBe(0);
  expect(stdout).toContain(`  ${words.join(' ')}`);
  expect(stdout).not.toContain('org list');
});

test('shows the status of the instance', async () => {
  const { status } = z.object({ status: z.record(z.string(), z.unknown()) }).parse(await runJson('status'));
  expect(status).toMatchObject({
    queue: [],
    deliveries: { count: 0, oldestSeconds: 0 },
    inbox: { count: 0 },
    openCircuits: [],
    workers: 0,
    jobs: expect.any(Array),
    migrations: { applied: expect.any(Number), newestAt: expect.stringMatching(/^20\d\d-/) },
    processes: expect.arrayContaining([
      { name: 'answerscope', address: '127.0.0.1', connections: 1, since: expect.any(String) },
    ]),
  });
  expect(status.databaseBytes).toBeGreaterThan(1_000_000);
});
