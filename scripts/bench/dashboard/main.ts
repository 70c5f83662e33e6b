import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type PooledDatabase } from '#lib/db/client';
import { migrate } from '#lib/db/migrate';
import { fill } from '#scripts/bench/dashboard/fill';
import {
  type BenchProject,
  countProjectAnswers,
  createLargeFixtures,
  createSmallFixtures,
  type Fixtures,
  listProjects,
} from '#scripts/bench/dashboard/fixtures';
import { measureIngest } from '#scripts/bench/dashboard/ingest';
import { measureQueries, type Times } from '#scripts/bench/dashboard/measure';
import { longPeriodQueries, pageQueries } from '#scripts/bench/dashboard/queries';
import { alignColumns } from '#scripts/bench/table';
import { type Cluster, startCluster } from '#scripts/postgres/cluster';
import { ensureDatabase, productRole } from '#scripts/postgres/role';

const maxP95Ms = 150;
const maxRatio = 1.5;

/**
 * Measures what every page asks over some 10,000 and some 5,000,000 stored answers, in two databases of one
 * PostgreSQL made for it, and how fast answers are taken in.
 * @returns a table
 */
export async function benchDashboard(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'answerscope-bench-'));
  const password = randomUUID();
  // The data does not outlive the bench, so nothing has to reach the disk; filling needs no log.
  const parameters = { fsync: 'off', wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '8GB' };
  const cluster = await startCluster({ folder, password, parameters });
  try {
    const [small, large] = [createSmallFixtures(), createLargeFixtures()];
    const smallPool = await filled(cluster, { name: 'small', password, fixtures: small });
    const largePool = await filled(cluster, { name: 'large', password, fixtures: large });
    const { largest } = large;
    const long = [
      { db: largePool, project: large.measured },
      ...(largest ? [{ db: largePool, project: largest }] : []),
    ];
    const rows = await measureQueries(pageQueries, [{ db: smallPool, project: small.measured }, ...long]);
    const longRows = await measureQueries(longPeriodQueries, long);
    const { ingest, bare, rescore } = await measureIngest(largePool, large.measured);
    await Promise.all([smallPool.$client.end(), largePool.$client.end()]);
    return [
      ...describeFixtures(small, large),
      '',
      formatTable(rows),
      '',
      'Longer periods:',
      formatLongTable(longRows),
      '',
      `Answers taken in a second by one worker: ${ingest.toFixed(0)}; bare inserts of the same rows: ${bare.toFixed(0)}.`,
      `Answers scored anew a second: ${rescore.toFixed(0)}.`,
      `load average at the end: ${loadavg()[0]?.toFixed(2)}`,
    ].join('\n');
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function filled(
  cluster: Cluster,
  { name, password, fixtures }: { name: string; password: string; fixtures: Fixtures },
): Promise<PooledDatabase> {
  const startedAt = performance.now();
  await ensureDatabase(cluster.url('postgres', 'postgres', password), name, password);
  const databaseUrl = cluster.url(name, productRole, password);
  await migrate(databaseUrl);
  await fill(cluster.url(name, 'postgres', password), fixtures);
  const seconds = (performance.now() - startedAt) / 1000;
  process.stderr.write(
    `filled ${name}: ${formatCount(total(fixtures))} answers in ${seconds.toFixed(0)} s\n`,
  );
  return openDatabase(databaseUrl, { max: 4 });
}

function total(fixtures: Fixtures): number {
  return listProjects(fixtures).reduce((sum, project) => sum + countProjectAnswers(project), 0);
}

function describeFixtures(small: Fixtures, large: Fixtures): string[] {
  const one = ({ prompts, engines, countries, samples, days }: BenchProject) =>
    `${prompts.length * engines.length * countries.length * samples} answers a day for ${days.length} days`;
  return [
    `small: ${formatCount(total(small))} answers, all of one project: ${one(small.measured)}.`,
    `large: ${formatCount(total(large))} answers of ${listProjects(large).length} organizations. The measured project asks as`,
    `  much a day as in small, but has longer history: ${one(large.measured)}.`,
    ...(large.largest ? [`largest: the largest project of large: ${one(large.largest)}.`] : []),
    'Pages show the last 28 days compared with the 28 before, unless said otherwise. Milliseconds.',
  ];
}

function formatTable(rows: readonly { question: string; times: Times[] }[]): string {
  const head = ['', 'small p50', 'p95', 'large p50', 'p95', 'ratio', 'largest p50', 'p95', ''];
  const cells = rows.map(({ question, times: [small, large, largest] }) => {
    const ratio = large && small ? large.p95 / small.p95 : Number.NaN;
    const missed = Math.max(ratio, 1 / ratio) > maxRatio || (large?.p95 ?? 0) > maxP95Ms;
    const both = (times: Times | undefined) => [ms(times?.p50), ms(times?.p95)];
    return [
      question,
      ...both(small),
      ...both(large),
      ratio.toFixed(2),
      ...both(largest),
      missed ? 'missed' : '',
    ];
  });
  const missed = cells.filter((row) => row.at(-1) === 'missed').length;
  return [
    alignColumns([head, ...cells]),
    `Goal: p95 of large under ${maxP95Ms} ms, and within ${maxRatio} times of small: ${missed === 0 ? 'met by all' : `missed by ${missed} of ${cells.length}`}.`,
  ].join('\n');
}

function formatLongTable(rows: readonly { question: string; times: Times[] }[]): string {
  const head = ['', 'large p50', 'p95', 'largest p50', 'p95'];
  return alignColumns([
    head,
    ...rows.map(({ question, times }) => [question, ...times.flatMap(({ p50, p95 }) => [ms(p50), ms(p95)])]),
  ]);
}

function ms(time: number | undefined): string {
  return time === undefined ? '' : time.toFixed(1);
}

function formatCount(count: number): string {
  return count.toLocaleString('en');
}
