import { afterAll, expect, test } from 'vitest';
import { parseEnv } from '#lib/core/env';
import { processMetrics } from '#lib/core/process-metrics';
import { addDays, systemClock } from '#lib/core/time';
import { parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { loadReportData } from '#lib/dashboard/reports/report-data';
import { type Context, createOperatorContext } from '#lib/db/context';
import { type Database, extendDatabase, openDatabase, type PooledDatabase } from '#lib/db/database';
import { withOrganization } from '#lib/db/organization-scope';
import { createApp } from '#lib/http/app';
import { measureReplica } from '#lib/scale/read-replica/measure-replica';
import { StreamingReplica } from '#lib/scale/read-replica/read-replica';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { createService } from '#lib/service/instance/service';
import { createOrganization } from '#lib/service/organizations/organizations';
import {
  createObservedProject,
  dayCount,
  firstDay,
  type Observation,
  periodDays,
  storeAnswers,
  storeRollups,
  storeRuns,
} from '#tests/dashboard/analytics/support/observations';
import { startReplicatedDatabase } from '#tests/scale/read-replica/replicated-database';
import { createDatabase } from '#tests/support/database';
import { waitFor } from '#tests/support/wait';

const servers = await startReplicatedDatabase();
const { url, replicaUrl, replicaAdminUrl } = servers;
const primary = openDatabase(url);
const restricted = openDatabase(url, { isRestricted: true });
const replica = new StreamingReplica({ url: replicaUrl, primary, max: 5, maxLagMs: 1_000, intervalMs: 50 });
// Connections break when the replica stops.
for (const db of [primary, restricted, replica.db]) db.$client.on('error', () => {});
afterAll(async () => {
  await replica.close();
  await Promise.all([primary.$client.end(), restricted.$client.end()]);
  await servers.stop();
});

const { id: organizationId } = await createOrganization(primary, { name: 'Replicated' });
const { secret } = await createApiKey(
  createOperatorContext({ db: primary, clock: systemClock }, organizationId),
  { name: 'test' },
);
const { projectId } = await createObservedProject(primary, organizationId);
const scope = { organizationId, projectId };
const onPrimary: Context = createOperatorContext({ db: restricted, clock: systemClock }, organizationId);
const replicated = extendDatabase(restricted, { staleReads: replica });
const onReplica: Context = { ...onPrimary, db: replicated };
const period = { from: addDays(firstDay, periodDays), to: addDays(firstDay, dayCount - 1) };
const filters = parseFilters({ id: projectId, timeZone: 'UTC' }, period, systemClock);

const buildObservation = (day: number, prompt: number): Observation => ({
  day,
  prompt,
  engine: 'chat',
  country: 'US',
  status: 'answered',
  ranks: [1, prompt % 2 === 0 ? 2 : null, null],
  sources: [{ domain: 'own.example', citations: 2 }],
});
await storeRuns(primary, scope, [period.from]);
const firstObservations = Array.from({ length: 40 }, (_, index) =>
  buildObservation(index % dayCount, index % 6),
);
await storeRollups(primary, scope, firstObservations);
await storeAnswers(primary, scope, firstObservations);

/** Waits until the replica is usable and has caught up with the primary, because a usable replica may lag slightly. */
async function waitUntilUsable(): Promise<void> {
  await waitFor('the replica is usable', () => replica.getState().isUsable);
  const written = await primary.$client.query<{ lsn: string }>('SELECT pg_current_wal_lsn() AS lsn');
  await waitFor('the replica has caught up', async () => {
    const { rows } = await replica.db.$client.query<{ hasCaughtUp: boolean }>(
      'SELECT pg_last_wal_replay_lsn() >= $1 AS "hasCaughtUp"',
      [written.rows[0]?.lsn],
    );
    return rows[0]?.hasCaughtUp === true;
  });
}
const waitUntilNotUsable = () => waitFor('the replica is not usable', () => !replica.getState().isUsable);
let addedCount = 0;
/** Adds an answer to the period of the filters, in a new segment. */
async function addAnswer(): Promise<void> {
  addedCount += 1;
  const observation = { ...buildObservation(7, 5), country: 'JP', engine: `gen${addedCount}` };
  await storeRollups(primary, scope, [observation]);
}
const countAnswers = async (context: Context) => (await getOverview(context, filters)).headline.answers;
async function countReads(): Promise<Record<string, number>> {
  const metric = await processMetrics.getSingleMetric('answerscope_metric_reads_total')?.get();
  return Object.fromEntries((metric?.values ?? []).map(({ labels, value }) => [labels.database, value]));
}

test('computes the same numbers on the replica as on the primary', async () => {
  await waitUntilUsable();
  const before = await countReads();
  const overview = await getOverview(onReplica, filters);
  expect(overview).toEqual(await getOverview(onPrimary, filters));
  expect(overview.headline.answers).toBe(20);
  const settings = parseEnv({ DATABASE_URL: url });
  const createAppFor = (restrictedDb: PooledDatabase) =>
    createApp(createService({ db: primary, restrictedDb, settings }));
  const { from, to } = period;
  for (const path of ['summary', 'timeseries', 'breakdown', 'sources', 'gaps', 'answers', 'prompts']) {
    const dates = path === 'prompts' ? '' : `&from=${from}&to=${to}`;
    const by = path === 'breakdown' ? '&by=prompt' : '';
    const request = () =>
      new Request(`http://localhost/v1/metrics/${path}?project=${projectId}${dates}${by}`, {
        headers: { authorization: `Bearer ${secret}` },
      });
    const [expected, actual] = [
      await createAppFor(restricted).fetch(request()),
      await createAppFor(replicated).fetch(request()),
    ];
    expect([path, actual.status]).toEqual([path, 200]);
    expect(await actual.json()).toEqual(await expected.json());
  }
  const after = await countReads();
  // One read for the overview and one for each of the seven paths.
  expect((after.replica ?? 0) - (before.replica ?? 0)).toBe(8);
  expect(after.primary).toBe(before.primary);
});

test('returns the time up to which the data of a report is current', async () => {
  await waitUntilUsable();
  const startedAt = Date.now();
  const { asOf } = await loadReportData(onReplica, { filters, blocks: [] });
  expect(asOf.getTime()).toBeLessThan(startedAt);
  expect(asOf.getTime()).toBeGreaterThan(startedAt - 1_000);
  const primaryAsOf = (await loadReportData(onPrimary, { filters, blocks: [] })).asOf;
  expect(primaryAsOf.getTime()).toBeGreaterThanOrEqual(startedAt);
});

test('applies row-level security on the replica and accepts no writes', async () => {
  await waitUntilUsable();
  const { id: other } = await createOrganization(primary, { name: 'Other' });
  const read = (organization: string) =>
    withOrganization({ ...onPrimary, db: replica.db, organizationId: organization }, ({ db }) =>
      db.$client.query<{ id: string }>('SELECT id FROM projects'),
    );
  expect((await replica.db.$client.query('SELECT FROM projects')).rowCount).toBe(0);
  expect((await read(other)).rows).toEqual([]);
  expect((await read(organizationId)).rows).toEqual([{ id: projectId }]);
  const write = withOrganization({ ...onPrimary, db: replica.db }, ({ db }) =>
    db.$client.query("UPDATE projects SET name = 'Changed'"),
  );
  await expect(write).rejects.toThrow('read-only transaction');
});

test('reads from the primary once the replica is further behind than the limit, until it has caught up', async () => {
  await waitUntilUsable();
  const before = await countAnswers(onPrimary);
  await servers.pauseReplay();
  await addAnswer();
  await waitUntilNotUsable();
  expect(replica.getState().problem).toBe('Its data may be older than 1 second.');
  expect(replica.getState().behindBytes).toBeGreaterThan(0);
  expect(await countAnswers(onReplica)).toBe(before + 1);
  const settings = parseEnv({ DATABASE_READ_URL: replicaUrl, DATABASE_READ_MAX_LAG_SECONDS: '1' });
  expect(await measureReplica(settings, primary)).toMatchObject({ isUsable: false, lagSeconds: null });
  await servers.resumeReplay();
  await waitUntilUsable();
  expect(await countAnswers({ ...onReplica, db: replica.db })).toBe(before + 1);
  expect(await measureReplica(settings, primary)).toMatchObject({ isUsable: true, problem: null });
  expect(await measureReplica(parseEnv({}), primary)).toBeNull();
});

test('counts no bytes behind if the replica has passed the recorded position of the primary', async () => {
  const { rows } = await primary.$client.query(
    `SELECT '0/1' AS lsn, system_identifier::text AS "systemId" FROM pg_control_system()`,
  );
  const earlier = { $client: { query: async () => ({ rows }) } } as unknown as typeof primary;
  const ahead = new StreamingReplica({ url: replicaUrl, primary: earlier, max: 1, maxLagMs: 1_000 });
  await ahead.check();
  expect(ahead.getState().behindBytes).toBe(0);
  await ahead.close();
});

test('reads a project from the primary if the replica does not have it yet', async () => {
  await waitUntilUsable();
  const slow = new StreamingReplica({ url: replicaUrl, primary, max: 1, maxLagMs: 60_000 });
  await slow.check();
  await servers.pauseReplay();
  const { id: newOrganization } = await createOrganization(primary, { name: 'New' });
  const { context, projectId: created } = await createObservedProject(primary, newOrganization);
  await expect(
    getOverview({ ...context, db: replica.db }, { ...filters, projectId: created }),
  ).rejects.toThrow('Project not found');
  const db = extendDatabase(primary, { staleReads: slow });
  const found = await getOverview({ ...context, db }, { ...filters, projectId: created });
  expect(found.headline.answers).toBe(0);
  // Errors of pages, for which Next.js bundles another copy of ServiceError.
  const missing = Object.assign(new Error('Not found.'), {
    name: 'ServiceError',
    code: 'RESOURCE_NOT_FOUND',
  });
  const readPage = (chosen: Database) =>
    chosen === slow.db ? Promise.reject(missing) : Promise.resolve('page');
  expect(await slow.run(primary, readPage)).toBe('page');
  await servers.resumeReplay();
  await slow.close();
});

test('repeats a read on the primary when the replica stops, and uses the replica again after its restart', async () => {
  await waitUntilUsable();
  const before = await countAnswers(onReplica);
  await servers.stopReplica();
  await addAnswer();
  expect(await countAnswers(onReplica)).toBe(before + 1);
  expect(replica.getState().isUsable).toBe(false);
  await servers.startReplica();
  await waitUntilUsable();
  expect(await countAnswers({ ...onReplica, db: replica.db })).toBe(before + 1);
});

test('does not use a database that is not a replica, or a role that bypasses row-level security', async () => {
  const unrelated = await createDatabase();
  for (const [wrongUrl, problem] of [
    [url, 'DATABASE_READ_URL is not a streaming replica.'],
    [unrelated.url, 'DATABASE_READ_URL is not a replica of DATABASE_URL.'],
    [replicaAdminUrl, 'The role of DATABASE_READ_URL bypasses row-level security.'],
  ] as const) {
    const wrong = new StreamingReplica({ url: wrongUrl, primary, max: 1, maxLagMs: 1_000 });
    await wrong.check();
    expect(wrong.getState()).toMatchObject({ isUsable: false, problem });
    await wrong.close();
  }
  await unrelated.drop();
});
