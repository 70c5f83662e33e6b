import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type PooledDatabase } from '#lib/db/database';
import {
  type BenchProject,
  countProjectAnswers,
  createLargeFixtures,
  createSmallFixtures,
  type Fixtures,
  listProjects,
} from '#scripts/bench/dashboard/fixtures';
import { measureIngest, measureRescoring } from '#scripts/bench/dashboard/ingest';
import { describeGoal, sumProjectMonths } from '#scripts/bench/dashboard/long-periods';
import { measureQueries, type Times } from '#scripts/bench/dashboard/measure';
import { populateDatabase } from '#scripts/bench/dashboard/populate';
import { longPeriodQueries, pageQueries } from '#scripts/bench/dashboard/queries';
import { alignColumns } from '#scripts/bench/table';
import { type Cluster, startCluster } from '#scripts/postgres/cluster';
import { productRole } from '#scripts/postgres/product-role';
import { ensureDatabase } from '#scripts/postgres/role';

const maxP95Ms = 150;
const maxRatio = 1.5;

/**
 * Measures the queries of every page over about 10,000 and about 5,000,000 stored answers, in two databases of a
 * temporary PostgreSQL, and how fast answers are ingested and rescored.
 * @returns the report as text
 */
export async function benchDashboard(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'answerscope-bench-'));
  const password = randomUUID();
  // The data is deleted after the benchmark, so it need not be durable.
  const parameters = { fsync: 'off', wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '8GB' };
  const cluster = await startCluster({ folder, password, parameters });
  try {
    const [small, large] = [createSmallFixtures(), createLargeFixtures()];
    const smallDb = await createPopulatedDatabase(cluster, { name: 'small', password, fixtures: small });
    const largeDb = await createPopulatedDatabase(cluster, { name: 'large', password, fixtures: large });
    const { largest } = large;
    await sumProjectMonths({ db: largeDb, adminUrl: cluster.url('large', 'postgres', password) }, [
      large.measured,
      ...(largest ? [largest] : []),
    ]);
    const smallTarget = { db: smallDb, project: small.measured };
    const largeTarget = { db: largeDb, project: large.measured };
    const largestTargets = largest ? [{ db: largeDb, project: largest }] : [];
    const rows = await measureQueries(pageQueries, [[smallTarget, largeTarget], largestTargets]);
    const longRows = await measureQueries(longPeriodQueries, [[largeTarget], largestTargets]);
    const { ingest, insert } = await measureIngest(largeDb, large.measured);
    const rescore = await measureRescoring(largeDb, large.measured);
    await Promise.all([smallDb.$client.end(), largeDb.$client.end()]);
    return [
      ...describeFixtures(small, large),
      '',
      formatTable(rows),
      '',
      'Longer periods:',
      formatLongTable(longRows),
      describeGoal(longRows.map(({ query, times }) => ({ query, time: times.at(-1) }))),
      '',
      `Answers ingested per second by one worker: ${ingest.toFixed(0)}; inserts of the same rows without analysis: ${insert.toFixed(0)}.`,
      `Answers rescored per second: ${rescore.toFixed(0)}.`,
      `Load average at the end: ${loadavg()[0]?.toFixed(2)}`,
    ].join('\n');
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function createPopulatedDatabase(
  cluster: Cluster,
  { name, password, fixtures }: { name: string; password: string; fixtures: Fixtures },
): Promise<PooledDatabase> {
  const startedAt = performance.now();
  await ensureDatabase((database) => cluster.url(database, 'postgres', password), name, password);
  const databaseUrl = cluster.url(name, productRole, password);
  await populateDatabase(cluster.url(name, 'postgres', password), fixtures);
  const seconds = (performance.now() - startedAt) / 1000;
  process.stderr.write(
    `populated ${name}: ${formatCount(countAnswers(fixtures))} answers in ${seconds.toFixed(0)} s\n`,
  );
  return openDatabase(databaseUrl, { max: 4 });
}

function countAnswers(fixtures: Fixtures): number {
  return listProjects(fixtures).reduce((sum, project) => sum + countProjectAnswers(project), 0);
}

function describeFixtures(small: Fixtures, large: Fixtures): string[] {
  const formatVolume = ({ prompts, engines, countries, samples, days }: BenchProject) =>
    `${prompts.length * engines.length * countries.length * samples} answers per day for ${days.length} days`;
  return [
    `small: ${formatCount(countAnswers(small))} answers, all of one project: ${formatVolume(small.measured)}.`,
    `large: ${formatCount(countAnswers(large))} answers of ${listProjects(large).length} organizations. The measured project has as many`,
    `  answers per day as in small, but a longer history: ${formatVolume(large.measured)}.`,
    ...(large.largest
      ? [`largest: the project of large with the most answers: ${formatVolume(large.largest)}.`]
      : []),
    'Pages compare the last 28 days with the 28 before unless stated otherwise. Times are in milliseconds.',
  ];
}

function formatTable(rows: readonly { query: string; times: Times[] }[]): string {
  const header = ['', 'small p50', 'p95', 'large p50', 'p95', 'ratio', 'largest p50', 'p95', ''];
  const cells = rows.map(({ query, times: [small, large, largest] }) => {
    const ratio = large && small ? large.p95 / small.p95 : Number.NaN;
    const isMissed = Math.max(ratio, 1 / ratio) > maxRatio || (large?.p95 ?? 0) > maxP95Ms;
    const formatTimes = (times: Times | undefined) => [formatMs(times?.p50), formatMs(times?.p95)];
    return [
      query,
      ...formatTimes(small),
      ...formatTimes(large),
      ratio.toFixed(2),
      ...formatTimes(largest),
      isMissed ? 'missed' : '',
    ];
  });
  const missedCount = cells.filter((row) => row.at(-1) === 'missed').length;
  return [
    alignColumns([header, ...cells]),
    `Goal: p95 of large below ${maxP95Ms} ms and within a factor of ${maxRatio} of small: ${missedCount === 0 ? 'met by all' : `missed by ${missedCount} of ${cells.length}`}.`,
  ].join('\n');
}

function formatLongTable(rows: readonly { query: string; times: Times[] }[]): string {
  const header = ['', 'large p50', 'p95', 'largest p50', 'p95'];
  return alignColumns([
    header,
    ...rows.map(({ query, times }) => [
      query,
      ...times.flatMap(({ p50, p95 }) => [formatMs(p50), formatMs(p95)]),
    ]),
  ]);
}

function formatMs(time: number | undefined): string {
  return time === undefined ? '' : time.toFixed(1);
}

function formatCount(count: number): string {
  return count.toLocaleString('en');
}
