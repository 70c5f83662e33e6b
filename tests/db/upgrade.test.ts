import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { createFixedClock } from '#lib/core/time';
import { listAlerts } from '#lib/dashboard/alerts/alerts';
import { decryptChannel } from '#lib/dashboard/alerts/messages/channels';
import { getFrozenReport } from '#lib/dashboard/reports/freeze-report';
import { getReport } from '#lib/dashboard/reports/reports';
import { getSchedule } from '#lib/dashboard/schedules/get-schedule';
import { getSessionUser } from '#lib/dashboard/session/session';
import { getSessionId } from '#lib/dashboard/session/session-cookie';
import type { Context } from '#lib/db/context';
import { openDatabase } from '#lib/db/database';
import { migrate } from '#lib/db/migrate';
import { alertChannels } from '#lib/db/schema/alerts';
import { organizations } from '#lib/db/schema/organizations';
import { createApp } from '#lib/http/app';
import { listApiKeys } from '#lib/service/api-keys/api-keys';
import { createService } from '#lib/service/instance/service';
import { decryptSigningSecret } from '#lib/service/webhooks/signing';
import { ownerRole } from '#scripts/postgres/role';
import { createDatabase } from '#tests/support/database';
import { previousInstance, restorePreviousVersion } from '#tests/support/previous-version';
import { openUnlocked } from '#tests/support/reports';

const { migratedTo, tables, expected } = previousInstance;
const { organizationId, projectId, reportId, userId, keys } = expected;
const clock = createFixedClock(new Date('2026-11-26T12:00:00Z'));

const database = await createDatabase();
await restorePreviousVersion(database);
const migrateDatabase = () => migrate(database.adminUrl, { role: ownerRole });
await migrateDatabase();
const db = openDatabase(database.url);
const admin = openDatabase(database.adminUrl, { max: 1 });
const app = createApp(createService({ db, clock }));
const owner: Context = { db, clock, organizationId, actor: { kind: 'member', userId, role: 'owner' } };
afterAll(async () => {
  await db.$client.end();
  await admin.$client.end();
  await database.drop();
});

const request = (path: string, secret: string, method = 'GET') =>
  app.request(path, { method, headers: { authorization: `Bearer ${secret}` } });

const formerNames = new Map([
  ['Chat · OpenAI (ChatGPT)', 'ChatGPT'],
  ['Gen · Google Gemini', 'Gemini'],
  ['Answer · Perplexity', 'Perplexity'],
]);

/** The fields that say how exact a value is and what its change means. */
const judgedFields = new Set(['low', 'high', 'effectiveAnswers', 'grade', 'change']);

const noRate = { value: null, low: null, high: null, numerator: 0, denominator: 0 };

/**
 * Returns what this version returns for a body of version 0.1.0. Empty search queries are null, because version 0.1.0
 * also stored an empty list when a provider did not report them. Sentiment, which came from a word list, is empty without a
 * language model. Engines have the names that people know. Cursors may differ, and so do intervals and verdicts, which are
 * those of another method.
 */
function toCurrent(body: object): object {
  return JSON.parse(JSON.stringify(body), (key, value) => {
    if (judgedFields.has(key)) return undefined;
    if (typeof value === 'number' && !Number.isInteger(value)) return expect.closeTo(value, 9);
    if (key === 'searchQueries' && value.length === 0) return null;
    if (key === 'sentiment') return 'classifier' in value ? { ...noRate, classifier: 'none' } : noRate;
    if (key === 'label') return formerNames.get(value) ?? value;
    if (key === 'nextCursor' && value !== null) return expect.any(String);
    return value;
  });
}

test.each(expected.responses)(
  '$path has the same values as in version 0.1.0',
  async ({ path, secret, body }) => {
    const response = await request(path, secret);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject(toCurrent(body));
  },
);

test('a cursor of version 0.1.0 continues its list', async () => {
  const first = expected.responses.find(({ body }) => body.nextCursor);
  if (!first) throw new Error('No response has a next page');
  const read = async (path: string) => (await request(path, first.secret)).json();
  const { nextCursor } = await read(first.path);
  const next = await read(`${first.path}&cursor=${first.body.nextCursor}`);
  expect(next.data.length).toBeGreaterThan(0);
  expect(next).toEqual(await read(`${first.path}&cursor=${nextCursor}`));
});

test('all answers get their provider', async () => {
  const { rows } = await admin.$client.query('SELECT DISTINCT status, provider FROM answers');
  expect(rows).toEqual([{ status: 'answered', provider: 'sandbox' }]);
});

test('API keys work with their scopes, and the dashboard’s are recognized', async () => {
  for (const secret of Object.values(keys)) expect((await request('/v1/credits', secret)).status).toBe(200);
  expect((await request('/v1/monitor/gen', keys.readOnly, 'POST')).status).toBe(403);
  const listed = await listApiKeys(owner);
  expect(listed).toHaveLength(Object.keys(keys).length);
  expect(listed.filter(({ kind }) => kind === 'dashboard').map(({ lastFour }) => lastFour)).toEqual([
    keys.dashboard.slice(-4),
  ]);
});

test('signing secrets, also the previous one, are the same', async () => {
  const [row] = await db
    .select({
      current: organizations.signingSecretEncrypted,
      previous: organizations.previousSigningSecretEncrypted,
    })
    .from(organizations)
    .where(sql`id = ${organizationId}`);
  const decrypt = (encrypted: string | null = '') => decryptSigningSecret(organizationId, encrypted ?? '');
  expect({ current: decrypt(row?.current), previous: decrypt(row?.previous) }).toEqual(
    expected.signingSecrets,
  );
  const channels = await db.select().from(alertChannels).where(sql`organization_id = ${organizationId}`);
  expect(channels.map((channel) => decryptChannel(channel, clock.now()))).toEqual([
    {
      target: 'https://hooks.example.com/alerts',
      secrets: { current: expected.channelSecret, previous: null },
    },
  ]);
});

test('sessions stay valid', async () => {
  const sessionId = (await getSessionId(expected.sessionToken)) ?? '';
  expect(sessionId).toBe(expected.sessionId);
  const session = await getSessionUser({ db, clock }, { sessionId, idleHours: 24 });
  expect(session?.user).toMatchObject({ id: userId, email: 'olga@people.example' });
  expect(session?.memberships).toMatchObject([{ organizationId, role: 'owner' }]);
});

/** Returns a frozen report of version 0.1.0 with the words that verdicts have now. */
function toCurrentWords(report: object): object {
  return JSON.parse(JSON.stringify(report), (key, value) => {
    if (key.endsWith('_verdict')) return value === 'within noise' ? 'no clear change' : expect.any(String);
    if (key !== 'change' || value === null) return value;
    const { level: _, ...change } = value;
    if (change.verdict === 'within noise') return { ...change, verdict: 'no clear change' };
    // No change of the report is clear, and none is compared with a period without answers.
    return { ...change, verdict: expect.stringMatching(/^(too early|not comparable)$/) };
  });
}

test('a frozen report has the same content, and its link opens it', async () => {
  const share = await openUnlocked({ ...owner, actor: { kind: 'operator' } }, { token: expected.shareToken });
  expect(share).toMatchObject({ projectId, reportId });
  const frozen = await getFrozenReport(owner, await getReport(owner, { projectId, reportId }));
  expect(JSON.parse(JSON.stringify(frozen))).toMatchObject(toCurrentWords(expected.frozenReport));
});

test('the schedule and the alerts are the same', async () => {
  const [stored] = tables.schedules?.filter((row) => row.project_id === projectId) ?? [];
  expect(await getSchedule(owner, { projectId })).toMatchObject({
    cadence: stored?.cadence,
    timeZone: stored?.time_zone,
    engines: stored?.engines,
    nextRunAt: new Date(String(stored?.next_run_at)),
  });
  const alerts = await listAlerts(owner, { projectId });
  expect(alerts.map(({ condition }) => condition.kind).sort()).toEqual(['metric', 'page-lost']);
});

test('a database of an earlier version is refused unchanged', async () => {
  const readMigrations = async () => (await admin.$client.query('SELECT * FROM migrations ORDER BY id')).rows;
  const applied = await readMigrations();
  await admin.$client.query('UPDATE migrations SET created_at = id WHERE created_at >= $1', [migratedTo]);
  const older = await readMigrations();
  await expect(migrateDatabase()).rejects.toThrow(
    'The database is of a version before 0.1.0. Start version 0.1.0 (commit 8166b685) on it once, and then this version.',
  );
  // A role that may not apply migrations gets the same sentence.
  await expect(migrate(database.url)).rejects.toThrow('The database is of a version before 0.1.0.');
  expect(await readMigrations()).toEqual(older);
  for (const { id, created_at } of applied) {
    await admin.$client.query('UPDATE migrations SET created_at = $2 WHERE id = $1', [id, created_at]);
  }
});
