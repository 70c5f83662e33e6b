import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type PooledDatabase } from '#lib/db/client';
import { migrate } from '#lib/db/migrate';
import { fill } from '#scripts/bench/dashboard/fill';
import { measureIngest } from '#scripts/bench/dashboard/ingest';
import { measureQuestions, type Times } from '#scripts/bench/dashboard/measure';
import { longQuestions, pageQuestions } from '#scripts/bench/dashboard/questions';
import {
  answersOf,
  type BenchProject,
  largeWorld,
  projectsOf,
  smallWorld,
  type World,
} from '#scripts/bench/dashboard/world';
import { alignColumns } from '#scripts/bench/table';
import { type Cluster, startCluster } from '#scripts/start/postgres/cluster';
import { ensureDatabase, productRole } from '#scripts/start/postgres/role';

const mostMs = 150;
const mostRatio = 1.5;

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
    const [small, large] = [smallWorld(), largeWorld()];
    const smallPool = await filled(cluster, { name: 'small', password, world: small });
    const largePool = await filled(cluster, { name: 'large', password, world: large });
    const { largest } = large;
    const long = [
      { db: largePool, project: large.measured },
      ...(largest ? [{ db: largePool, project: largest }] : []),
    ];
    const rows = await measureQuestions(pageQuestions, [{ db: smallPool, project: small.measured }, ...long]);
    const longRows = await measureQuestions(longQuestions, long);
    const { ingest, bare, rescore } = await measureIngest(largePool, large.measured);
    await Promise.all([smallPool.$client.end(), largePool.$client.end()]);
    return [
      ...worldsInWords(small, large),
      '',
      tableOf(rows),
      '',
      'Longer periods:',
      longTableOf(longRows),
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
  { name, password, world }: { name: string; password: string; world: World },
): Promise<PooledDatabase> {
  const begun = performance.now();
  await ensureDatabase(cluster.url('postgres', 'postgres', password), name, password);
  const databaseUrl = cluster.url(name, productRole, password);
  await migrate(databaseUrl);
  await fill(cluster.url(name, 'postgres', password), world);
  const seconds = (performance.now() - begun) / 1000;
  process.stderr.write(`filled ${name}: ${formatCount(total(world))} answers in ${seconds.toFixed(0)} s\n`);
  return openDatabase(databaseUrl, { max: 4 });
}

function total(world: World): number {
  return projectsOf(world).reduce((sum, project) => sum + answersOf(project), 0);
}

function worldsInWords(small: World, large: World): string[] {
  const one = ({ prompts, engines, countries, samples, days }: BenchProject) =>
    `${prompts.length * engines.length * countries.length * samples} answers a day for ${days.length} days`;
  return [
    `small: ${formatCount(total(small))} answers, all of one project: ${one(small.measured)}.`,
    `large: ${formatCount(total(large))} answers of ${projectsOf(large).length} organizations. The measured project asks as`,
    `  much a day as in small, but has longer history: ${one(large.measured)}.`,
    ...(large.largest ? [`largest: the largest project of large: ${one(large.largest)}.`] : []),
    'Pages show the last 28 days compared with the 28 before, unless said otherwise. Milliseconds.',
  ];
}

function tableOf(rows: readonly { question: string; times: Times[] }[]): string {
  const head = ['', 'small p50', 'p95', 'large p50', 'p95', 'ratio', 'largest p50', 'p95', ''];
  const cells = rows.map(({ question, times: [small, large, largest] }) => {
    const ratio = large && small ? large.p95 / small.p95 : Number.NaN;
    const missed = Math.max(ratio, 1 / ratio) > mostRatio || (large?.p95 ?? 0) > mostMs;
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
    `Goal: p95 of large under ${mostMs} ms, and within ${mostRatio} times of small: ${missed === 0 ? 'met by all' : `missed by ${missed} of ${cells.length}`}.`,
  ].join('\n');
}

function longTableOf(rows: readonly { question: string; times: Times[] }[]): string {
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
