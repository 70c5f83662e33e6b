import { sql } from 'drizzle-orm';
import { computeRate, type Metric, type Rate } from '#lib/core/metric';
import { listDays } from '#lib/core/time';
import { buildFilterSql, selectPeriods } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import {
  BrandRuns,
  compareMetrics,
  computeMetric,
  type MetricDay,
  type MetricDefinition,
  type MetricInput,
} from '#lib/dashboard/analytics/segments/compute-metrics';
import { selectCompared } from '#lib/dashboard/analytics/segments/metric-rows';
import type { ProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import {
  type AnswerSegment,
  getSegmentKey,
  type readAnswerSegments,
} from '#lib/dashboard/analytics/segments/read-answer-segments';
import { type Context, queryRows } from '#lib/db/client';

/** A segment with the counts of a domain, which replace those of a brand: `cited` and `ownCitations`. */
export interface DomainSegment extends AnswerSegment {
  /** Answers of the current period that list it. */
  listed: number;
  /** Of those that cite it, the ones that mention the project's own brand, and those that mention only competitors. */
  mentioned: number;
  gap: number;
}

/** All segments and days with the counts of one domain. */
export interface DomainCounts {
  segments: readonly DomainSegment[];
  days: readonly MetricDay[];
}

type Row = Pick<DomainSegment, 'engine' | 'listed' | 'mentioned' | 'gap'> & {
  domain: string;
  promptId: string | null;
  country: string | null;
  /** Null for a segment. */
  day: string | null;
  isNow: boolean;
  cited: number;
  citations: number;
};

/** Reads the counts of a few domains by segment, and by engine and day. */
export async function readDomainCounts(
  context: Context,
  filters: MetricFilters,
  answers: Awaited<ReturnType<typeof readAnswerSegments>>,
  domains: readonly string[],
): Promise<Map<string, DomainCounts>> {
  // The expression keeps the domain, the last column of the index, out of the index condition, which is faster.
  const isDomain = sql`domain || '' = ANY (${sql.param(domains)}::text[])`;
  const rows = await queryRows<Row & Record<string, unknown>>(
    context.db,
    sql`
      SELECT domain, prompt_id AS "promptId", engine, country, day::text, is_now AS "isNow",
        sum(listed)::int AS listed, sum(cited)::int AS cited, sum(citations)::int AS citations,
        sum(mentioned)::int AS mentioned, sum(gap)::int AS gap
      FROM ${selectPeriods('daily_domains', buildFilterSql(context, filters), isDomain)}
      GROUP BY domain, engine, is_now, GROUPING SETS ((prompt_id, country), (day))`,
  );
  const rowsByDomain = Map.groupBy(rows, ({ domain }) => domain);
  // Segments and days without the domain are the same for all domains.
  const segments = answers.segments.map((segment) => ({ ...segment, listed: 0, mentioned: 0, gap: 0 }));
  return new Map(
    domains.map((domain) => {
      const cells = new Map((rowsByDomain.get(domain) ?? []).map((row) => [getRowKey(row), row]));
      return [
        domain,
        {
          segments: segments.map((segment) => joinSegment(segment, cells)),
          days: answers.days.map((day) => {
            const own = cells.get(getDayKey(day));
            return own ? { ...day, counts: joinCounts(day.counts, own) } : day;
          }),
        },
      ];
    }),
  );
}

function getRowKey({ day, promptId, country, engine, isNow }: Row): string {
  if (day !== null) return getDayKey({ day, place: engine, isCurrent: isNow });
  return `${isNow} ${getSegmentKey({ promptId: promptId ?? '', engine, country: country ?? '' })}`;
}

function getDayKey({ day, place, isCurrent }: Pick<MetricDay, 'day' | 'place' | 'isCurrent'>): string {
  return `${isCurrent} ${day} ${place}`;
}

function joinSegment(segment: DomainSegment, cells: ReadonlyMap<string, Row>): DomainSegment {
  const key = getSegmentKey(segment);
  const [now, before] = [cells.get(`true ${key}`), cells.get(`false ${key}`)];
  if (!now && !before) return segment;
  const { listed = 0, mentioned = 0, gap = 0 } = now ?? {};
  return {
    ...segment,
    ...{ listed, mentioned, gap },
    now: joinCounts(segment.now, now),
    before: joinCounts(segment.before, before),
  };
}

function joinCounts(counts: AnswerSegment['now'], row: Row | undefined): AnswerSegment['now'] {
  return row ? { ...counts, cited: row.cited, ownCitations: row.citations } : counts;
}

/** The metrics of a domain that also need the counts of answers that do not cite it. */
export interface DomainMetrics {
  /** Its citations ÷ all citations. */
  citationShare: Metric;
  /** Answers that cite it ÷ answers. */
  citationRate: Metric;
  /** Its citation share by day of the current period; null on a day without citations. */
  trend: (Rate | null)[];
}

const rate = { kind: 'rate', sampleSize: 'answers' } as const;
const definitions = {
  citationShare: { ...rate, numerator: 'ownCitations', denominator: 'citations' },
  citationRate: { ...rate, numerator: 'cited', denominator: 'answers' },
} satisfies Record<string, MetricDefinition>;

/** Computes the metrics of domains, by domain; their changes are judged together. */
export function computeDomainMetrics(
  scope: ProjectScope,
  counts: ReadonlyMap<string, DomainCounts>,
  filters: MetricFilters,
  autocorrelation: number,
): Map<string, DomainMetrics> {
  const inputs = new Map(
    [...counts].map(([domain, { segments, days }]): [string, MetricInput] => {
      const runs = new BrandRuns(segments, days, { autocorrelation });
      const selected = selectCompared(segments, scope);
      return [domain, { segments, ...selected, scope, brand: scope.selectedBrand, filters, runs }];
    }),
  );
  const getChange = compareMetrics([[[...inputs.values()], Object.values(definitions)]]);
  return new Map(
    [...inputs].map(([domain, input]) => [
      domain,
      {
        citationShare: computeMetric(definitions.citationShare, input, getChange),
        citationRate: computeMetric(definitions.citationRate, input, getChange),
        trend: buildTrend(scope, counts.get(domain)?.days ?? []),
      },
    ]),
  );
}

function buildTrend({ periods }: ProjectScope, days: readonly MetricDay[]): DomainMetrics['trend'] {
  const byDay = Map.groupBy(days, ({ day, isCurrent }) => (isCurrent ? day : ''));
  const { from, to } = periods.current;
  return listDays(from, to).map((day) => {
    const counts = (byDay.get(day) ?? []).map((engine) => engine.counts);
    const own = counts.reduce((sum, { ownCitations }) => sum + ownCitations, 0);
    const all = counts.reduce((sum, { citations }) => sum + citations, 0);
    return all > 0 ? computeRate(own, all) : null;
  });
}
