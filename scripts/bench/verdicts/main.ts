import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Change } from '#lib/core/metric';
import { readWatchedPanel } from '#lib/dashboard/alerts/conditions/read-watched-metric';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import { getPeriods, type MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { fitPeriodNoise } from '#lib/dashboard/analytics/panel/period-noise';
import { computeMetric } from '#lib/dashboard/analytics/segments/compute-metrics';
import type { Segment } from '#lib/dashboard/analytics/segments/count-segments';
import {
  getSelectedSegments,
  type MetricData,
  readMetricData,
  toMetricInput,
} from '#lib/dashboard/analytics/segments/metric-data';
import { metricDefinitions } from '#lib/dashboard/analytics/segments/metric-definitions';
import { readProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import { noFilters } from '#lib/dashboard/counts/conditions';
import { createShiftTest, type ShiftQuestion } from '#lib/dashboard/statistics/alerts/test-shift';
import { openDatabase, type PooledDatabase } from '#lib/db/database';
import { withTemporaryDatabase } from '#scripts/bench/temporary-database';
import { type DataSet, parseDataSet, toDate, toPeriod } from '#scripts/bench/verdicts/data-set';
import { type StoredDataSet, storeDataSet } from '#scripts/bench/verdicts/store-data-set';

const rowKeys = {
  prompt: ({ promptId }: Segment) => promptId,
  engine: ({ engine }: Segment) => engine,
  country: ({ country }: Segment) => country,
};

type RowKey = keyof typeof rowKeys;

interface Options {
  rows: RowKey | null;
  alerts: boolean;
}

const letters: Record<Change['verdict'], string> = {
  up: 'u',
  down: 'd',
  'no clear change': 'n',
  'too early': 'e',
  'not comparable': 'x',
};

const usage = 'Usage: npm run bench -- verdicts --data FILE [--rows prompt|engine|country] [--alerts]';

/**
 * npm run bench -- verdicts: runs data sets, one in each line of a file, through a database and the functions of pages and
 * alerts (docs/verdicts-bench.md). Prints one line for each: design, rep, the verdict on visibility of the first brand (u, d,
 * n, e or x), difference, low and high; with `--rows` a letter for each row, in the order of the file; with `--alerts` the days
 * on which a fast alert about falls and a strict alert are raised.
 */
export function benchVerdicts(): Promise<string> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { data: { type: 'string' }, rows: { type: 'string' }, alerts: { type: 'boolean' } },
  });
  const { data, rows = null, alerts = false } = values;
  if (data === undefined || (rows !== null && !isRowKey(rows))) throw new Error(usage);
  const lines = readFileSync(data, 'utf8')
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() !== '');
  return withTemporaryDatabase({ fsync: 'off' }, async ({ url }) => {
    const db = openDatabase(url, { max: 2 });
    try {
      const results: string[] = [];
      for (const { line, number } of lines) {
        results.push(await runDataSet(db, parseDataSet(line, number), { rows, alerts }));
        if (number % 100 === 0) process.stderr.write(`${number} of ${lines.length}\n`);
      }
      return results.join('\n');
    } finally {
      await db.$client.end();
    }
  });
}

function isRowKey(name: string): name is RowKey {
  return name in rowKeys;
}

/** Runs one data set and returns its line. */
export async function runDataSet(
  db: PooledDatabase,
  data: DataSet,
  { rows, alerts }: Options,
): Promise<string> {
  const stored = await storeDataSet(db, data);
  const result = alerts
    ? await watch(data, stored)
    : await withVisibility(data, stored, (metricData) =>
        rows ? listLetters(data, stored, metricData, rows) : describeChange(metricData),
      );
  return [data.design, data.rep, ...result].join(', ');
}

function buildFilters(data: DataSet, { projectId }: StoredDataSet): MetricFilters {
  const { previous, current } = data;
  if (!previous || !current) throw new Error('The data set has no periods.');
  return {
    ...noFilters,
    projectId,
    timeZone: 'UTC',
    brandId: null,
    calendarPeriod: null,
    ...toPeriod(data, current),
    compare: 'custom',
    comparedWith: toPeriod(data, previous),
  };
}

/** Computes the numbers of a page, with only the noise of visibility, because the other metrics are not printed. */
function withVisibility<T>(data: DataSet, stored: StoredDataSet, read: (data: MetricData) => T): Promise<T> {
  const filters = buildFilters(data, stored);
  return withMetricsTransaction(stored.context, async (tx) => {
    const scope = await readProjectScope(tx, filters);
    const project = {
      projectId: stored.projectId,
      brandIds: scope.brands.map(({ id }) => id),
      sentiment: scope.sentiment,
    };
    const { noise } = await fitPeriodNoise(tx, project, [getPeriods(filters)], ['visibility']);
    const fitted = noise[0] ?? { levels: new Map(), changes: new Map() };
    return read(await readMetricData(tx, filters, { scope, noise: fitted }));
  });
}

function judge(data: MetricData, segments: readonly Segment[]): Change {
  const { change } = computeMetric(metricDefinitions.visibility, toMetricInput(data, { segments }));
  if (!change) throw new Error('The periods are compared.');
  return change;
}

function describeChange(data: MetricData): string[] {
  const { verdict, difference, interval } = judge(data, getSelectedSegments(data));
  return [letters[verdict], format(difference), format(interval?.low), format(interval?.high)];
}

const format = (value: number | null | undefined) => (value ?? Number.NaN).toFixed(6);

function listLetters(
  data: DataSet,
  { promptIds }: StoredDataSet,
  metricData: MetricData,
  by: RowKey,
): string[] {
  const position = { prompt: 0, engine: 1, country: 2 }[by];
  const names = [...new Set(data.segments.map((segment) => String(segment[position])))];
  const groups = Map.groupBy(getSelectedSegments(metricData), rowKeys[by]);
  return [
    names
      .map((name) => {
        const segments = groups.get(by === 'prompt' ? (promptIds.get(name) ?? '') : name);
        return segments ? letters[judge(metricData, segments).verdict] : letters['not comparable'];
      })
      .join(''),
  ];
}

/** Days without a signal after which an alert is cleared. */
const clearDays = 7;

const tiers: readonly Pick<ShiftQuestion, 'tier' | 'direction'>[] = [
  { tier: 'fast', direction: 'down' },
  { tier: 'strict', direction: 'either' },
];

/** Evaluates alerts of both tiers on each watched day with answers, and returns the days on which they are raised. */
async function watch(data: DataSet, { context, projectId, brandIds }: StoredDataSet): Promise<string[]> {
  if (!data.watch) throw new Error('The data set has no days to watch.');
  const [from, to] = data.watch;
  const evaluated = toPeriod(data, data.watch);
  const filters = {
    ...noFilters,
    projectId,
    timeZone: 'UTC',
    brandId: null,
    calendarPeriod: null,
    ...evaluated,
    compare: 'none',
    comparedWith: null,
  } as const;
  const panel = await withMetricsTransaction(context, (tx) =>
    readWatchedPanel(
      tx,
      { projectId, filters, brandId: brandIds[0] ?? '' },
      { metric: 'visibility', evaluated },
    ),
  );
  const test = createShiftTest(panel.metric, panel.first);
  return tiers.map((tier) => {
    const raised: number[] = [];
    let lastSignal: number | null = null;
    for (let day = from; day < to; day += 1) {
      const index = panel.days.getIndex(toDate(data, day));
      if (panel.metric.sumDay(index, panel.segments).counted === 0) continue;
      if (test.find(index, { ...tier, segments: panel.segments }).finding?.isSignal) {
        if (lastSignal === null) raised.push(day);
        lastSignal = day;
      } else if (lastSignal !== null && day - lastSignal >= clearDays) lastSignal = null;
    }
    return raised.join(' ');
  });
}
