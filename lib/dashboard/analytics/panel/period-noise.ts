import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { addDays, type Period } from '#lib/core/time';
import type { Periods } from '#lib/dashboard/analytics/filters/metric-filters';
import { domainMetricNames, fitDomainNoise } from '#lib/dashboard/analytics/panel/domain-noise';
import {
  type BrandNoise,
  type DomainMetric,
  fitMetricNoise,
  noisyMetrics,
  type PeriodNoise,
  type StoredNoise,
} from '#lib/dashboard/analytics/panel/metric-noise';
import { createSeriesReader, type NoisyMetric } from '#lib/dashboard/analytics/panel/metric-series';
import { type PackedNoise, packNoise, unpackNoise } from '#lib/dashboard/analytics/panel/pack-noise';
import {
  addDomains,
  type ProjectPanel,
  readProjectPanel,
} from '#lib/dashboard/analytics/panel/project-panel';
import { isPublished, noFilters, selectScoringVersion } from '#lib/dashboard/counts/conditions';
import { selectCounts } from '#lib/dashboard/counts/select-counts';
import type { SentimentAvailability } from '#lib/dashboard/sentiment/availability';
import { getChangeSpans, getLevelSpans, historyDays } from '#lib/dashboard/statistics/noise/blocks';
import type { DayRange } from '#lib/dashboard/statistics/panel/panel';
import type { Context } from '#lib/db/context';
import { queryRows } from '#lib/db/query-rows';
import { noiseFits } from '#lib/db/schema/noise-fits';

/** A project whose noise is fitted. */
export interface NoisyProject {
  projectId: string;
  /** All tracked brands. */
  brandIds: readonly string[];
  sentiment: SentimentAvailability;
}

/** A row of `noise_fits` to be stored. */
export type NewNoiseFit = Omit<typeof noiseFits.$inferInsert, 'organizationId' | 'createdAt'>;

/** Days whose noise is fitted: a period, or two that are compared. */
interface FittedDays {
  name: string;
  lastDay: string;
  /** Where the spans begin, without the history that is left out because there are no answers. */
  earliest: string;
  getSpans(panel: ProjectPanel): DayRange[];
}

const formatDays = ({ from, to }: Period) => `${from}..${to}`;

const getLastDay = (days: readonly [string, ...string[]]): string => days.toSorted().at(-1) ?? days[0];

function describeLevel(current: Period): FittedDays {
  return {
    name: formatDays(current),
    lastDay: current.to,
    earliest: addDays(current.from, -historyDays),
    getSpans: (panel) => getLevelSpans(panel.getDays(current)),
  };
}

function describeChange(current: Period, previous: Period): FittedDays {
  return {
    name: `${formatDays(previous)} ${formatDays(current)}`,
    lastDay: getLastDay([current.to, previous.to]),
    earliest: addDays(previous.from, -historyDays),
    getSpans: (panel) =>
      getChangeSpans({ previous: panel.getDays(previous), current: panel.getDays(current) }),
  };
}

/** Reads the stored noise of the periods of a page. @returns null if some of it is missing */
export async function readStoredNoise(
  context: Context,
  projectId: string,
  { current, previous }: Periods,
): Promise<PeriodNoise | null> {
  const level = formatDays(current);
  const change = previous && describeChange(current, previous).name;
  const { organizationId } = context;
  const rows = await queryRows<{ days: string; metric: NoisyMetric | DomainMetric; noise: PackedNoise }>(
    context.db,
    sql`SELECT days, metric, noise FROM noise_fits WHERE ${isPublished(organizationId, projectId)}
      AND days = ANY (${sql.param([level, change])}::text[])`,
  );
  const collect = (days: string | null): StoredNoise =>
    new Map(
      rows
        .filter((row) => row.days === days)
        .map(({ metric, noise }) => [metric, unpackNoise(noise)] as const),
    );
  const noise = { levels: collect(level), changes: collect(change) };
  const isComplete = noise.levels.size > 0 && (change === null || noise.changes.size > 0);
  return isComplete ? noise : null;
}

/** All metrics whose noise is fitted. */
const fittedMetrics: readonly (NoisyMetric | DomainMetric)[] = [...noisyMetrics, ...domainMetricNames];

/**
 * Fits the noise of some periods from the stored answers.
 * @param metrics all by default
 * @returns the noise of each period, and the rows that `storeNoise` stores
 */
export async function fitPeriodNoise(
  context: Context,
  { projectId, brandIds, sentiment }: NoisyProject,
  periods: readonly Periods[],
  metrics = fittedMetrics,
): Promise<{ noise: PeriodNoise[]; rows: NewNoiseFit[] }> {
  const wanted = periods.map(({ current, previous }) => ({
    level: describeLevel(current),
    change: previous && describeChange(current, previous),
  }));
  const all = new Map(
    wanted
      .flatMap(({ level, change }) => (change ? [level, change] : [level]))
      .map((days) => [days.name, days] as const),
  );
  const state = await readHistoryState(context, projectId);
  const fitted = new Map<string, StoredNoise>();
  const rows: NewNoiseFit[] = [];
  const history = await readHistory(context, projectId, { days: [...all.values()], sentiment, ...state });
  const startFit = history && createFitter(history, brandIds);
  for (const days of all.values()) {
    const byMetric = new Map<NoisyMetric | DomainMetric, BrandNoise>();
    const fitDays = startFit?.(days);
    for (const metric of metrics) {
      // A fit takes up to a hundred milliseconds, between which other requests are served.
      await setImmediate();
      const noise = packNoise(fitDays?.(metric) ?? new Map());
      // Unpacked, so that the numbers are exactly those of the stored noise.
      byMetric.set(metric, unpackNoise(noise));
      rows.push({
        projectId,
        scoringVersion: state.scoringVersion,
        days: days.name,
        lastDay: days.lastDay,
        metric,
        noise,
      });
    }
    fitted.set(days.name, byMetric);
  }
  const get = (days: FittedDays | null): StoredNoise => (days && fitted.get(days.name)) ?? new Map();
  return { noise: wanted.map(({ level, change }) => ({ levels: get(level), changes: get(change) })), rows };
}

/** Returns a function that fits the noise of metrics on some days; all share what they have in common. */
function createFitter({ panel, domainsByDays }: History, brandIds: readonly string[]) {
  const readBrands = createSeriesReader(panel, brandIds);
  const readDomains = createSeriesReader(panel, [...new Set([...domainsByDays.values()].flat())]);
  return (days: FittedDays) => {
    const shared = { spans: days.getSpans(panel), designs: new Map() };
    const domains = domainsByDays.get(days.name) ?? [];
    return (metric: NoisyMetric | DomainMetric): BrandNoise => {
      if (metric === 'domainCitationRate' || metric === 'domainCitationShare')
        return fitDomainNoise(readDomains, metric, { ...shared, domains });
      return fitMetricNoise(readBrands, metric, { ...shared, brandIds });
    };
  };
}

/** Stores fitted noise, unless someone else has just stored it. */
export async function storeNoise(
  { db, organizationId }: Pick<Context, 'db' | 'organizationId'>,
  rows: readonly NewNoiseFit[],
): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insert(noiseFits)
    .values(rows.map((row) => ({ ...row, organizationId })))
    .onConflictDoNothing();
}

async function readHistoryState(
  { db, organizationId }: Context,
  projectId: string,
): Promise<{ scoringVersion: number; firstDay: string | null }> {
  const [row] = await queryRows<{ scoringVersion: number | null; firstDay: string | null }>(
    db,
    sql`SELECT ${selectScoringVersion(organizationId, projectId)} AS "scoringVersion",
      (SELECT min(day)::text FROM daily_answers WHERE ${isPublished(organizationId, projectId)} AND answered > 0) AS "firstDay"`,
  );
  return { scoringVersion: row?.scoringVersion ?? 0, firstDay: row?.firstDay ?? null };
}

/** The days from which noise is fitted. */
interface History {
  panel: ProjectPanel;
  /** By name of the fitted days: the domains that are cited most in them. */
  domainsByDays: ReadonlyMap<string, readonly string[]>;
}

/** Number of domains from which the noise of all domains is fitted. */
const fittedDomains = 5;

/** Reads the days from which noise is fitted; null without answers. They begin with the first day with answers. */
async function readHistory(
  context: Context,
  projectId: string,
  {
    days,
    sentiment,
    firstDay,
  }: { days: readonly FittedDays[]; sentiment: SentimentAvailability; firstDay: string | null },
): Promise<History | null> {
  if (firstDay === null) return null;
  const earliest = days.map((own) => own.earliest).sort()[0] ?? firstDay;
  const from = earliest > firstDay ? earliest : firstDay;
  const to = getLastDay([from, ...days.map(({ lastDay }) => lastDay)]);
  const periods = { history: { from, to } };
  const panel = await readProjectPanel(context, projectId, { periods, sentiment });
  const domainsByDays = await readMostCited(context, { projectId, periods, panel, days });
  const domains = [...new Set([...domainsByDays.values()].flat())];
  await addDomains(context, panel, { projectId, periods, domains });
  return { panel, domainsByDays };
}

/** Reads the domains that are cited most in the spans of each of the fitted days. */
async function readMostCited(
  context: Context,
  {
    projectId,
    periods,
    panel,
    days,
  }: { projectId: string; periods: { history: Period }; panel: ProjectPanel; days: readonly FittedDays[] },
): Promise<Map<string, string[]>> {
  const counts = selectCounts(context, {
    of: 'domains',
    by: ['day', 'domain'],
    counts: ['citations'],
    filters: { ...noFilters, projectId },
    periods,
  });
  const getDay = (index: number) => addDays(periods.history.from, index);
  const spans = days.flatMap((own) =>
    own.getSpans(panel).map(({ from, to }) => ({ name: own.name, from: getDay(from), to: getDay(to - 1) })),
  );
  const rows = await queryRows<{ name: string; domain: string }>(
    context.db,
    sql`WITH cited_days AS MATERIALIZED (SELECT day, domain, citations FROM ${counts} counts WHERE citations > 0),
      sums AS (
        SELECT name, domain, row_number() OVER (PARTITION BY name ORDER BY sum(citations) DESC, domain COLLATE "C") AS place
        FROM jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) AS spans (name text, "from" date, "to" date)
        JOIN cited_days ON day BETWEEN "from" AND "to" GROUP BY name, domain
      )
      SELECT name, domain FROM sums WHERE place <= ${fittedDomains} ORDER BY name, place`,
  );
  const byName = Map.groupBy(rows, ({ name }) => name);
  return new Map([...byName].map(([name, own]) => [name, own.map(({ domain }) => domain)]));
}
