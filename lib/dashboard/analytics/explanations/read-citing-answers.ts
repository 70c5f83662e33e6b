import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { buildFilterSql } from '#lib/dashboard/analytics/filters/filter-sql';
import { getPeriods, type MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { compareMetrics } from '#lib/dashboard/analytics/segments/compare-metrics';
import { type MetricCounts, zeroCounts } from '#lib/dashboard/analytics/segments/metric-definitions';
import type { ProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import { getSegmentKey, readAnswerSegments } from '#lib/dashboard/analytics/segments/read-answer-segments';
import {
  domainDefinitions,
  readDomainCounts,
  toDomainInputs,
} from '#lib/dashboard/analytics/sources/domain-metrics';
import { selectCounts } from '#lib/dashboard/counts/select-counts';
import type { Context } from '#lib/db/context';
import { queryRows } from '#lib/db/query-rows';

/** A domain that answers cite more or less often than before, beyond noise. The values are shares of answers. */
export const changedSourceSchema = z.object({
  domain: z.string(),
  previous: z.number(),
  current: z.number(),
});
export type ChangedSource = z.output<typeof changedSourceSchema>;

/** Maximum number of domains that are compared: those whose counts differ most. */
const maxCompared = 40;
/** Maximum number of domains that explain a change. */
const maxChanged = 8;

/** Reads the domains that answers cite more or less often than before, the largest change first. */
export async function readChangedSources(
  context: Context,
  filters: MetricFilters,
  { scope, autocorrelation }: { scope: ProjectScope; autocorrelation: number },
): Promise<ChangedSource[]> {
  const cited = selectCounts(context, {
    of: 'domains',
    by: ['domain'],
    counts: ['cited'],
    filters,
    periods: getPeriods(filters),
    summedMonths: scope.summedMonths,
  });
  const rows = await queryRows<{ domain: string }>(
    context.db,
    sql`SELECT domain FROM ${cited} counts GROUP BY domain
      ORDER BY abs(sum(CASE period WHEN 'current' THEN cited ELSE -cited END)) DESC, domain
      LIMIT ${maxCompared}`,
  );
  const countInput = { context, filters, summedMonths: scope.summedMonths };
  const answers = await readAnswerSegments(countInput);
  const domains = rows.map(({ domain }) => domain);
  const counts = await readDomainCounts(countInput, answers, domains);
  const inputs = toDomainInputs(scope, counts, filters, autocorrelation);
  const { citationRate } = domainDefinitions;
  const getChange = compareMetrics([[[...inputs.values()], [citationRate]]]);
  return [...inputs]
    .flatMap(([domain, input]) => {
      const change = getChange(input, citationRate);
      if (change?.verdict !== 'moved' || change.previous === null || change.current === null) return [];
      return [{ domain, previous: change.previous, current: change.current }];
    })
    .sort((a, b) => Math.abs(b.current - b.previous) - Math.abs(a.current - a.previous))
    .slice(0, maxChanged);
}

/** `counted` and `allCounted` are the numerator and the denominator of share of voice. */
type AnswerCounts = Pick<
  MetricCounts,
  'answers' | 'mentioned' | 'counted' | 'allCounted' | 'ranked' | 'rankSum' | 'rankFirstCount'
>;

interface Row extends AnswerCounts {
  promptId: string;
  engine: string;
  country: string;
  citesGained: boolean;
  citesLost: boolean;
}

/**
 * The counts of a segment's answers that cite only sources that are cited more often than before (gained), only sources that
 * are cited less often (lost), and both kinds.
 */
export type CitingAnswers = Record<'gained' | 'lost' | 'both', MetricCounts>;

/**
 * Counts the answers of the current period that cite the given sources, and the mentions of a brand in them.
 * @returns by segment
 */
export async function readCitingAnswers(
  context: Context,
  filters: MetricFilters,
  { brandId, sources }: { brandId: string; sources: readonly ChangedSource[] },
): Promise<Map<string, CitingAnswers>> {
  const { organizationId, scoringVersion, answers, isInPeriod } = buildFilterSql(context, filters);
  const gained = sources.filter(({ current, previous }) => current > previous).map(({ domain }) => domain);
  const domains = sources.map(({ domain }) => domain);
  const isGained = sql`domain = ANY (${sql.param(gained)}::text[])`;
  const rows = await queryRows<Row & Record<string, unknown>>(
    context.db,
    sql`
      SELECT prompt_id AS "promptId", engine, country, cites_gained AS "citesGained", cites_lost AS "citesLost",
        count(*)::int AS answers, count(*) FILTER (WHERE is_mentioned)::int AS mentioned,
        count(*) FILTER (WHERE is_mentioned)::int AS counted, count(rank)::int AS ranked,
        sum(brands)::int AS "allCounted", coalesce(sum(rank), 0)::int AS "rankSum",
        count(*) FILTER (WHERE rank = 1)::int AS "rankFirstCount"
      FROM (
        SELECT requested_at, answer_id, bool_or(${isGained}) AS cites_gained, bool_or(NOT ${isGained}) AS cites_lost
        FROM answer_sources
        WHERE organization_id = ${organizationId} AND domain = ANY (${sql.param(domains)}::text[])
          AND ${isInPeriod('requested_at')} AND citations > 0
        GROUP BY requested_at, answer_id
      ) citing
      JOIN (SELECT requested_at, id, prompt_id, engine, country FROM answers WHERE ${answers}) answered
        ON answered.requested_at = citing.requested_at AND answered.id = citing.answer_id
      CROSS JOIN LATERAL (
        SELECT max(rank) FILTER (WHERE brand_id = ${brandId}) AS rank,
          bool_or(brand_id = ${brandId}) AS is_mentioned, count(*) AS brands
        FROM mentions
        WHERE organization_id = ${organizationId} AND scoring_version = ${scoringVersion}
          AND mentions.requested_at = citing.requested_at AND mentions.answer_id = citing.answer_id
      ) mentioned
      GROUP BY prompt_id, engine, country, cites_gained, cites_lost`,
  );
  const segments = new Map<string, CitingAnswers>();
  for (const { promptId, engine, country, citesGained, citesLost, ...counts } of rows) {
    const key = getSegmentKey({ promptId, engine, country });
    const segment = segments.get(key) ?? { gained: zeroCounts, lost: zeroCounts, both: zeroCounts };
    const cited = citesGained && citesLost ? 'both' : citesGained ? 'gained' : 'lost';
    segments.set(key, { ...segment, [cited]: { ...zeroCounts, ...counts } });
  }
  return segments;
}
