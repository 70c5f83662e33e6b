import { type SQL, sql } from 'drizzle-orm';
import { computeRate, getGrade, type Metric, type Rate } from '#lib/core/metric';
import { listDays } from '#lib/core/time';
import { buildFilterSql } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import {
  compareMetrics,
  computeMetric,
  type MetricDefinition,
  type MetricInput,
  type MetricRow,
  zeroCounts,
} from '#lib/dashboard/analytics/segments/compute-metrics';
import { selectCompared } from '#lib/dashboard/analytics/segments/metric-rows';
import type { ProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import {
  type AnswerCounts,
  type AnswerSegment,
  addAnswerCounts,
  getSegmentKey,
  isPaired,
} from '#lib/dashboard/analytics/segments/read-segments';
import {
  bootstrapRatio,
  type Cluster,
  clusterByPrompt,
  minRuns,
  sumClusters,
} from '#lib/dashboard/analytics/statistics/uncertainty';
import { type Context, queryRows } from '#lib/db/client';

/** The counts of a prompt × engine: the current period, and both periods over the paired segments. */
export interface AnswerGroup {
  promptId: string;
  engine: string;
  /** Segments answered in both periods. */
  pairCount: number;
  all: AnswerCounts;
  now: AnswerCounts;
  before: AnswerCounts;
}

/** The same counts for the answers that cite a domain, and for its citations. */
export interface DomainGroup extends Omit<AnswerGroup, 'pairCount'> {
  domain: string;
  /** Answers of the current period that list it. */
  listed: number;
  /** Answers of the current period that cite it and mention a competitor but not the project's own brand. */
  gap: number;
}

export interface DomainCounts {
  groups: AnswerGroup[];
  domainGroups: DomainGroup[];
  /** The days of the current period with observations, oldest first: all citations, and those of each domain. */
  days: { day: string; citations: number; byDomain: Record<string, number> }[];
}

/** Reads the counts of a few domains and of all sources, by prompt and engine, and by day. */
export async function readDomainCounts(
  context: Context,
  filters: MetricFilters,
  segments: readonly AnswerSegment[],
  domains: readonly string[],
): Promise<DomainCounts> {
  const { rollups, isCurrent, isPrevious } = buildFilterSql(context, filters);
  const unpairedKeys = segments.filter((segment) => !isPaired(segment)).map(getSegmentKey);
  const isInPair =
    unpairedKeys.length > 0
      ? sql`prompt_id || ' ' || engine || ' ' || country <> ALL (${sql.param(unpairedKeys)}::text[])`
      : sql`true`;
  // The expression keeps the domain, the last column of the index, out of the index condition, which is faster.
  const isDomain = sql`domain || '' = ANY (${sql.param(domains)}::text[])`;
  const [row] = await queryRows<Pick<DomainCounts, 'domainGroups' | 'days'> & Record<string, unknown>>(
    context.db,
    sql`
      WITH counts AS MATERIALIZED (
        SELECT domain, prompt_id, engine, day, is_current, is_previous, is_paired,
          sum(listed)::int AS listed, sum(cited)::int AS cited, sum(citations)::int AS citations, sum(gap)::int AS gap
        FROM (
          SELECT domain, prompt_id, engine, day, ${isCurrent} AS is_current, ${isPrevious} AS is_previous,
            ${isInPair} AS is_paired, listed, cited, citations, gap
          FROM daily_domains WHERE ${rollups} AND ${isDomain}
        ) rows_of_domains
        GROUP BY GROUPING SETS (
          (domain, prompt_id, engine, is_current, is_previous, is_paired), (domain, day, is_current))
      ), domain_groups AS (
        SELECT domain, prompt_id AS "promptId", engine,
          coalesce(sum(listed) FILTER (WHERE is_current), 0)::int AS listed,
          coalesce(sum(gap) FILTER (WHERE is_current), 0)::int AS gap,
          ${sumCounts(sql`is_current`)} AS "all",
          ${sumCounts(sql`is_current AND is_paired`)} AS now,
          ${sumCounts(sql`is_previous AND is_paired`)} AS before
        FROM counts WHERE day IS NULL GROUP BY domain, prompt_id, engine
      ), answer_days AS (
        SELECT day, sum(citations)::int AS citations
        FROM daily_answers WHERE ${rollups} AND ${isCurrent} GROUP BY day
      ), domain_days AS (
        SELECT day, json_object_agg(domain, citations) AS by_domain
        FROM counts WHERE day IS NOT NULL AND is_current GROUP BY day
      ), days AS (
        SELECT day::text, citations, coalesce(by_domain, '{}') AS "byDomain"
        FROM answer_days LEFT JOIN domain_days USING (day) ORDER BY day
      )
      SELECT (SELECT coalesce(json_agg(domain_groups), '[]') FROM domain_groups) AS "domainGroups",
        (SELECT coalesce(json_agg(days), '[]') FROM days) AS days`,
  );
  return {
    groups: toAnswerGroups(segments),
    domainGroups: row?.domainGroups ?? [],
    days: row?.days ?? [],
  };
}

function sumCounts(condition: SQL): SQL {
  return sql`json_build_object('answers', coalesce(sum(cited) FILTER (WHERE ${condition}), 0),
    'citations', coalesce(sum(citations) FILTER (WHERE ${condition}), 0))`;
}

function toAnswerGroups(segments: readonly AnswerSegment[]): AnswerGroup[] {
  const groups = new Map<string, AnswerGroup>();
  for (const segment of segments) {
    const { promptId, engine } = segment;
    const key = getGroupKey(segment);
    const group = groups.get(key) ?? {
      promptId,
      engine,
      pairCount: 0,
      all: { answers: 0, citations: 0 },
      now: { answers: 0, citations: 0 },
      before: { answers: 0, citations: 0 },
    };
    addAnswerCounts(group.all, segment.now);
    if (isPaired(segment)) {
      group.pairCount += 1;
      addAnswerCounts(group.now, segment.now);
      addAnswerCounts(group.before, segment.before);
    }
    groups.set(key, group);
  }
  return [...groups.values()];
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
/** The counts of the domain replace those of a brand. */
const definitions = {
  citationShare: { ...rate, numerator: 'ownCitations', denominator: 'citations' },
  citationRate: { ...rate, numerator: 'cited', denominator: 'answers' },
} satisfies Record<string, MetricDefinition>;

/** Computes the metrics of domains, by domain; the changes of one metric are corrected for multiple comparisons. */
export function computeDomainMetrics(
  scope: ProjectScope,
  { groups, domainGroups, days }: DomainCounts,
  domains: readonly string[],
  filters: MetricFilters,
): Map<string, DomainMetrics> {
  const inputs = toDomainInputs(scope, groups, domainGroups, domains, filters);
  const getChange = compareMetrics(Object.values(definitions), inputs);
  const countsByDay = new Map(days.map((counts) => [counts.day, counts]));
  const { from, to } = scope.periods.current;
  return new Map(
    inputs.map(({ domain, ...input }, index) => {
      const compute = (metric: MetricDefinition) => computeMetric(metric, input, getChange(metric, index));
      return [
        domain,
        {
          citationShare: compute(definitions.citationShare),
          citationRate: compute(definitions.citationRate),
          trend: listDays(from, to).map((day) => {
            const counts = countsByDay.get(day);
            return counts && counts.citations > 0
              ? computeRate(counts.byDomain[domain] ?? 0, counts.citations)
              : null;
          }),
        },
      ];
    }),
  );
}

function toDomainInputs(
  scope: ProjectScope,
  groups: readonly AnswerGroup[],
  domainGroups: readonly DomainGroup[],
  domains: readonly string[],
  filters: MetricFilters,
): (MetricInput & { domain: string })[] {
  const paired = groups.filter(({ pairCount }) => pairCount > 0);
  const { compared, models } = selectCompared(paired, scope);
  // Rows of answers that do not cite a domain are the same for all domains.
  const rows = groups.map((group) => {
    const pairCount = compared.has(group) ? group.pairCount : 0;
    return { key: getGroupKey(group), group, pairCount, row: toRow(group, pairCount) };
  });
  const byDomain = Map.groupBy(domainGroups, ({ domain }) => domain);
  return domains.map((domain) => {
    const citing = new Map((byDomain.get(domain) ?? []).map((group) => [getGroupKey(group), group]));
    return {
      domain,
      scope,
      brand: scope.selectedBrand,
      filters,
      models,
      rows: rows.map(({ key, group, pairCount, row }) => {
        const own = citing.get(key);
        return own ? toRow(group, pairCount, own) : row;
      }),
    };
  });
}

function getGroupKey({ promptId, engine }: Pick<AnswerGroup, 'promptId' | 'engine'>): string {
  return `${promptId} ${engine}`;
}

function toRow(group: AnswerGroup, pairCount: number, own?: DomainGroup): MetricRow {
  const toCounts = (period: 'all' | 'now' | 'before') => ({
    ...zeroCounts,
    ...group[period],
    cited: own?.[period].answers ?? 0,
    ownCitations: own?.[period].citations ?? 0,
  });
  return {
    promptId: group.promptId,
    isBrandedPrompt: false,
    pairCount,
    all: toCounts('all'),
    now: toCounts('now'),
    before: toCounts('before'),
  };
}

/** Computes the rate of two counts of a domain, such as cited ÷ listed, without a change. */
export function computeDomainRate(
  scope: ProjectScope,
  groups: readonly DomainGroup[],
  read: (group: DomainGroup) => Cluster,
): Metric {
  const clusters = clusterByPrompt(groups, read);
  const { numerator, denominator } = sumClusters(clusters);
  return {
    ...computeRate(numerator, denominator),
    clusteredInterval: scope.runCount >= minRuns ? bootstrapRatio(clusters, scope.resampler) : null,
    grade: getGrade(denominator),
    change: null,
  };
}
