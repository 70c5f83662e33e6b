import type { MetricFilters } from '#lib/dashboard/metrics/filters';
import { isBefore, isNow, rollupInScope, scopeValues } from '#lib/dashboard/metrics/scope';
import type { Context } from '#lib/database/context';

/** What one period of a part counts: all answers and citations in it, or those of one domain. */
export interface PartCounts {
  /** Answers; for a domain, those that cite it. */
  answers: number;
  citations: number;
}

/** A prompt × engine, over the whole period and over the cells asked in both periods. */
export interface Part {
  promptId: string;
  engine: string;
  /** Cells asked in both periods. */
  pairs: number;
  all: PartCounts;
  now: PartCounts;
  before: PartCounts;
}

export interface DomainPart extends Omit<Part, 'pairs'> {
  domain: string;
  /** Answers of the period that list it. */
  listed: number;
  /** Answers of the period that cite it, mention a competitor and not the project's own brand. */
  gap: number;
}

export interface SourceParts {
  parts: Part[];
  ofDomains: DomainPart[];
  /** The days of the period with observations, oldest first: all citations, and each domain's. */
  days: { day: string; citations: number; ofDomains: Record<string, number> }[];
}

const sums = (name: string, answers: string, citations: string, condition: string) =>
  `json_build_array(coalesce(sum(${answers}) FILTER (WHERE ${condition}), 0),
     coalesce(sum(${citations}) FILTER (WHERE ${condition}), 0)) AS "${name}"`;

const text = `
WITH asked AS MATERIALIZED (
  SELECT prompt_id, engine, country, ${isNow} AS current, ${isBefore} AS earlier,
    sum(answered)::int AS answers, sum(citations)::int AS citations
  FROM daily_answers WHERE ${rollupInScope} GROUP BY prompt_id, engine, country, current, earlier
), pairs AS MATERIALIZED (
  SELECT prompt_id, engine, country,
    coalesce(sum(answers) FILTER (WHERE current), 0) > 0
      AND coalesce(sum(answers) FILTER (WHERE earlier), 0) > 0 AS in_both
  FROM asked GROUP BY prompt_id, engine, country
), sites AS MATERIALIZED (
  SELECT domain, day, prompt_id, engine, country, ${isNow} AS current, ${isBefore} AS earlier, listed, cited, citations, gap
  FROM daily_domains WHERE ${rollupInScope} AND domain = ANY ($13::text[])
), parts AS (
  SELECT prompt_id AS "promptId", engine,
    count(DISTINCT country) FILTER (WHERE current AND in_both)::int AS pairs,
    ${sums('all', 'answers', 'citations', 'current')},
    ${sums('now', 'answers', 'citations', 'current AND in_both')},
    ${sums('before', 'answers', 'citations', 'earlier AND in_both')}
  FROM asked JOIN pairs USING (prompt_id, engine, country) GROUP BY prompt_id, engine
), domain_parts AS (
  SELECT domain, prompt_id AS "promptId", engine,
    coalesce(sum(listed) FILTER (WHERE current), 0)::int AS listed,
    coalesce(sum(gap) FILTER (WHERE current), 0)::int AS gap,
    ${sums('all', 'cited', 'citations', 'current')},
    ${sums('now', 'cited', 'citations', 'current AND in_both')},
    ${sums('before', 'cited', 'citations', 'earlier AND in_both')}
  FROM sites JOIN pairs USING (prompt_id, engine, country) GROUP BY domain, prompt_id, engine
), asked_days AS (
  SELECT day, sum(citations)::int AS citations FROM daily_answers WHERE ${rollupInScope} AND ${isNow} GROUP BY day
), domain_days AS (
  SELECT day, json_object_agg(domain, citations) AS domains FROM (
    SELECT day, domain, sum(citations)::int AS citations FROM sites WHERE current GROUP BY day, domain
  ) one GROUP BY day
), days AS (
  SELECT day::text, citations, coalesce(domains, '{}') AS "ofDomains"
  FROM asked_days LEFT JOIN domain_days USING (day) ORDER BY day
)
SELECT (SELECT coalesce(json_agg(parts), '[]') FROM parts) AS parts,
  (SELECT coalesce(json_agg(domain_parts), '[]') FROM domain_parts) AS domain_parts,
  (SELECT coalesce(json_agg(days), '[]') FROM days) AS days`;

type Pair = [answers: number, citations: number];
interface PartRow {
  promptId: string;
  engine: string;
  all: Pair;
  now: Pair;
  before: Pair;
}
interface Row {
  parts: (PartRow & { pairs: number })[];
  domain_parts: (PartRow & { domain: string; listed: number; gap: number })[];
  days: SourceParts['days'];
}

/** The counts of a few domains by prompt and engine and by day, beside those of all sources. */
export async function readSourceParts(
  context: Context,
  filters: MetricFilters,
  domains: readonly string[],
): Promise<SourceParts> {
  const { rows } = await context.connection.query<Row>({
    name: 'metrics-source-parts',
    text,
    values: [...scopeValues(context.organizationId, filters), domains],
  });
  const row = rows[0];
  return {
    parts: (row?.parts ?? []).map((part) => ({ ...countsOf(part), pairs: part.pairs })),
    ofDomains: (row?.domain_parts ?? []).map((part) => ({
      ...countsOf(part),
      domain: part.domain,
      listed: part.listed,
      gap: part.gap,
    })),
    days: row?.days ?? [],
  };
}

function countsOf({ promptId, engine, all, now, before }: PartRow): Omit<Part, 'pairs'> {
  const read = ([answers, citations]: Pair): PartCounts => ({ answers, citations });
  return { promptId, engine, all: read(all), now: read(now), before: read(before) };
}
