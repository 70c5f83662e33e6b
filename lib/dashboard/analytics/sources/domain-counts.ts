import { type SQL, sql } from 'drizzle-orm';
import { buildFilterSql } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import {
  type AnswerCounts,
  type AnswerSegment,
  addAnswerCounts,
  isPaired,
  segmentKey,
} from '#lib/dashboard/analytics/segments/answer-segments';
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

/** The same counts of the answers that cite a domain, and of its citations. */
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

/** Reads the counts of a few domains by prompt and engine and by day, beside those of all sources. */
export async function readDomainCounts(
  context: Context,
  filters: MetricFilters,
  segments: readonly AnswerSegment[],
  domains: readonly string[],
): Promise<DomainCounts> {
  const { rollups, isCurrent, isPrevious } = buildFilterSql(context, filters);
  const unpairedKeys = segments.filter((segment) => !isPaired(segment)).map(segmentKey);
  const isInPair =
    unpairedKeys.length > 0
      ? sql`prompt_id || ' ' || engine || ' ' || country <> ALL (${sql.param(unpairedKeys)}::text[])`
      : sql`true`;
  // The domain is compared as an expression because it ends the index: as an index condition it costs more than it saves.
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
    const key = `${promptId} ${engine}`;
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
