import { loadavg } from 'node:os';
import pg from 'pg';
import { createFixedClock } from '#lib/core/time';
import { sumMonths } from '#lib/dashboard/ingest/sum-months';
import { openDatabase, type PooledDatabase } from '#lib/db/database';
import {
  type BenchProject,
  countProjectAnswers,
  createLargeFixtures,
  lastDay,
} from '#scripts/bench/dashboard/fixtures';
import { measureQueries, type Times } from '#scripts/bench/dashboard/measure';
import { populateDatabase } from '#scripts/bench/dashboard/populate';
import { longPeriodQueries } from '#scripts/bench/dashboard/queries';
import { alignColumns } from '#scripts/bench/table';
import { withTemporaryDatabase } from '#scripts/bench/temporary-database';

export const maxYearQueryMs = 500;

/**
 * npm run bench -- long-periods: query time of the overview and the sources over long periods of the largest project,
 * with monthly sums and, in the same run, without them.
 */
export async function benchLongPeriods(): Promise<string> {
  const { largest: project } = createLargeFixtures();
  if (!project) throw new Error('There is no largest project.');
  const parameters = { fsync: 'off', wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '8GB' };
  return withTemporaryDatabase(parameters, async ({ url, adminUrl }) => {
    await populateDatabase(adminUrl, { measured: project, largest: null, others: [] });
    const db = openDatabase(url, { max: 4 });
    const startedAt = performance.now();
    await sumProjectMonths({ db, adminUrl }, [project]);
    const seconds = (performance.now() - startedAt) / 1000;
    const summed = await measureQueries(longPeriodQueries, [[{ db, project }]]);
    await db.$client.query('UPDATE rollup_months SET summed_to = NULL');
    const daily = await measureQueries(longPeriodQueries, [[{ db, project }]]);
    await db.$client.end();
    const rows = summed.map(({ query, times: [time] }, index) => {
      const [before] = daily[index]?.times ?? [];
      const ratio = (before?.p50 ?? Number.NaN) / (time?.p50 ?? Number.NaN);
      return [query, ...formatTimes(time), ...formatTimes(before), ratio.toFixed(1)];
    });
    return [
      `A project with ${countProjectAnswers(project).toLocaleString('en')} answers in ${project.days.length} days. Times are in milliseconds.`,
      alignColumns([['', 'p50', 'p95', 'without monthly sums p50', 'p95', 'ratio'], ...rows]),
      describeGoal(summed.map(({ query, times: [time] }) => ({ query, time }))),
      `Summing its months: ${seconds.toFixed(1)} s.`,
      `Load average at the end: ${loadavg()[0]?.toFixed(2)}`,
    ].join('\n');
  });
}

/** Sums the months of projects as the product's job does, at noon on the last day. */
export async function sumProjectMonths(
  { db, adminUrl }: { db: PooledDatabase; adminUrl: string },
  projects: readonly BenchProject[],
): Promise<void> {
  await db.$client.query(
    `INSERT INTO rollup_months (organization_id, project_id, scoring_version, month, due_at)
     SELECT DISTINCT organization_id, project_id, scoring_version, date_trunc('month', day)::date, $2::timestamptz
     FROM daily_answers WHERE project_id = ANY ($1::uuid[])`,
    [projects.map(({ projectId }) => projectId), lastDay],
  );
  await sumMonths({ db, clock: createFixedClock(new Date(`${lastDay}T12:00:00Z`)) });
  // Autovacuum would do the same soon.
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query('VACUUM (ANALYZE) monthly_answers, monthly_brands, monthly_domains, rollup_months');
  await admin.end();
}

/** States whether the median of each query of a year is below the goal. */
export function describeGoal(queries: readonly { query: string; time: Times | undefined }[]): string {
  const year = queries.filter(({ query }) => query.endsWith('a year'));
  const missed = year.filter(({ time }) => !time || time.p50 >= maxYearQueryMs).map(({ query }) => query);
  return `Goal: median below ${maxYearQueryMs} ms for a year: ${missed.length === 0 ? 'met' : `missed by ${missed.join(', ')}`}.`;
}

function formatTimes(times: Times | undefined): string[] {
  return [times?.p50.toFixed(1) ?? '', times?.p95.toFixed(1) ?? ''];
}
