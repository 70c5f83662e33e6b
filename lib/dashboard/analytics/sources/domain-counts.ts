import { isBefore, isNow, rollupInScope, scopeValues } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { type AnswerSegment, segmentKey } from '#lib/dashboard/analytics/segments/answer-segments';
import { isPaired } from '#lib/dashboard/analytics/segments/metric-rows';
import type { Context } from '#lib/db/context';

/** What one period of a part counts: all answers and citations in it, or those of one domain. */
export interface GroupCounts {
  /** Answers; for a domain, those that cite it. */
  answers: number;
  citations: number;
}

/** A prompt × engine, over the whole period and over the cells asked in both periods. */
export interface AnswerGroup {
  promptId: string;
  engine: string;
  /** Cells asked in both periods. */
  pairs: number;
  all: GroupCounts;
  now: GroupCounts;
  before: GroupCounts;
}

export interface DomainGroup extends Omit<AnswerGroup, 'pairs'> {
  domain: string;
  /** Answers of the period that list it. */
  listed: number;
  /** Answers of the period that cite it, mention a competitor and not the project's own brand. */
  gap: number;
}

export interface DomainCounts {
  parts: AnswerGroup[];
  ofDomains: DomainGroup[];
  /** The days of the period with observations, oldest first: all citations, and each domain's. */
  days: { day: string; citations: number; ofDomains: Record<string, number> }[];
}

const sums = (name: string, condition: string) =>
  `json_build_array(coalesce(sum(cited) FILTER (WHERE ${condition}), 0),
     coalesce(sum(citations) FILTER (WHERE ${condition}), 0)) AS "${name}"`;

/**
 * Cells that were not asked in both periods come as $14, by their keys: seldom any. The domain is compared as an
 * expression, since it ends the index: as a condition there it would cost more than it saves.
 */
const text = `
WITH counted AS MATERIALIZED (
  SELECT domain, prompt_id, engine, day, current, earlier, in_both, sum(listed)::int AS listed, sum(cited)::int AS cited,
    sum(citations)::int AS citations, sum(gap)::int AS gap
  FROM (
    SELECT domain, prompt_id, engine, day, ${isNow} AS current, ${isBefore} AS earlier, listed, cited, citations, gap,
      cardinality($14::text[]) = 0 OR prompt_id || ' ' || engine || ' ' || country <> ALL ($14::text[]) AS in_both
    FROM daily_domains WHERE ${rollupInScope} AND domain || '' = ANY ($13::text[])
  ) sites
  GROUP BY GROUPING SETS ((domain, prompt_id, engine, current, earlier, in_both), (domain, day, current))
), domain_parts AS (
  SELECT domain, prompt_id AS "promptId", engine,
    coalesce(sum(listed) FILTER (WHERE current), 0)::int AS listed,
    coalesce(sum(gap) FILTER (WHERE current), 0)::int AS gap,
    ${sums('all', 'current')}, ${sums('now', 'current AND in_both')}, ${sums('before', 'earlier AND in_both')}
  FROM counted WHERE day IS NULL GROUP BY domain, prompt_id, engine
), asked_days AS (
  SELECT day, sum(citations)::int AS citations FROM daily_answers WHERE ${rollupInScope} AND ${isNow} GROUP BY day
), domain_days AS (
  SELECT day, json_object_agg(domain, citations) AS domains FROM counted WHERE day IS NOT NULL AND current GROUP BY day
), days AS (
  SELECT day::text, citations, coalesce(domains, '{}') AS "ofDomains"
  FROM asked_days LEFT JOIN domain_days USING (day) ORDER BY day
)
SELECT (SELECT coalesce(json_agg(domain_parts), '[]') FROM domain_parts) AS domain_parts,
  (SELECT coalesce(json_agg(days), '[]') FROM days) AS days`;

type Pair = [cited: number, citations: number];
interface Row {
  domain_parts: {
    domain: string;
    promptId: string;
    engine: string;
    listed: number;
    gap: number;
    all: Pair;
    now: Pair;
    before: Pair;
  }[];
  days: DomainCounts['days'];
}

/** The counts of a few domains by prompt and engine and by day, beside those of all sources. */
export async function readDomainCounts(
  context: Context,
  filters: MetricFilters,
  cells: readonly AnswerSegment[],
  domains: readonly string[],
): Promise<DomainCounts> {
  const unpaired = cells.filter((cell) => !isPaired(cell)).map(segmentKey);
  const { rows } = await context.db.$client.query<Row>({
    name: 'metrics-source-parts',
    text,
    values: [...scopeValues(context.organizationId, filters), domains, unpaired],
  });
  const read = ([answers, citations]: Pair): GroupCounts => ({ answers, citations });
  return {
    parts: toAnswerGroups(cells),
    ofDomains: (rows[0]?.domain_parts ?? []).map(({ all, now, before, ...part }) => ({
      ...part,
      all: read(all),
      now: read(now),
      before: read(before),
    })),
    days: rows[0]?.days ?? [],
  };
}

function toAnswerGroups(cells: readonly AnswerSegment[]): AnswerGroup[] {
  const parts = new Map<string, AnswerGroup>();
  for (const cell of cells) {
    const { promptId, engine } = cell;
    const key = `${promptId} ${engine}`;
    const part = parts.get(key) ?? {
      promptId,
      engine,
      pairs: 0,
      all: zeroGroupCounts(),
      now: zeroGroupCounts(),
      before: zeroGroupCounts(),
    };
    addCounts(part.all, cell.now);
    if (isPaired(cell)) {
      part.pairs += 1;
      addCounts(part.now, cell.now);
      addCounts(part.before, cell.before);
    }
    parts.set(key, part);
  }
  return [...parts.values()];
}

function zeroGroupCounts(): GroupCounts {
  return { answers: 0, citations: 0 };
}

function addCounts(counts: GroupCounts, { answers, citations }: GroupCounts): void {
  counts.answers += answers;
  counts.citations += citations;
}
