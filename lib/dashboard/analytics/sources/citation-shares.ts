import { sql } from 'drizzle-orm';
import type { Metric } from '#lib/core/metric';
import { getPeriods } from '#lib/dashboard/analytics/filters/metric-filters';
import { computeShare } from '#lib/dashboard/analytics/segments/compute-share';
import type { Segment } from '#lib/dashboard/analytics/segments/count-segments';
import type { ProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import type { CountInput } from '#lib/dashboard/analytics/segments/read-answer-segments';
import type { SourceDomain } from '#lib/dashboard/analytics/sources/top-sources';
import { readCounts } from '#lib/dashboard/counts/read-counts';
import { getSegmentKey, type SegmentKey } from '#lib/dashboard/counts/segment-key';
import { selectCounts } from '#lib/dashboard/counts/select-counts';
import { type DomainType, domainTypes } from '#lib/dashboard/projects/domains';
import { queryRows } from '#lib/db/query-rows';

export interface CitationsByType {
  type: DomainType;
  /** Number of domains of this type. */
  domains: number;
  /** Their citations ÷ all citations. */
  citationShare: Metric;
}

/** The citations of some domains in a segment. */
type SegmentCitations = SegmentKey & { citations: number };

/**
 * Returns the citations of the current period by type of domain, the most cited type first. The type with the largest number
 * of cited domains is not queried; its citations are the total minus those of the other types.
 * @param sources all domains
 */
export async function readCitationsByType(
  input: CountInput,
  sources: readonly SourceDomain[],
  segments: readonly Segment[],
): Promise<CitationsByType[]> {
  const byType = Map.groupBy(sources, ({ type }) => type);
  const countCited = (type: DomainType) =>
    (byType.get(type) ?? []).filter(({ citations }) => citations > 0).length;
  const [largest] = [...byType.keys()].sort((a, b) => countCited(b) - countCited(a));
  const typedCitations = await readTypedCitations(
    input,
    sources.filter(({ type, citations }) => type !== largest && citations > 0),
  );
  const citationsByType = new Map<string, SegmentCitations[]>(
    Map.groupBy(typedCitations, ({ type }) => type),
  );
  if (largest) citationsByType.set(largest, subtractCitations(segments, typedCitations));
  return domainTypes
    .flatMap((type) => {
      const domains = byType.get(type)?.length ?? 0;
      if (domains === 0) return [];
      const citationShare = computeCitationShare(segments, citationsByType.get(type) ?? []);
      return [{ type, domains, citationShare }];
    })
    .sort((a, b) => b.citationShare.numerator - a.citationShare.numerator);
}

/** Reads the citations of domains by type and segment. */
async function readTypedCitations(
  input: CountInput,
  sources: readonly SourceDomain[],
): Promise<(SegmentCitations & { type: string })[]> {
  if (sources.length === 0) return [];
  const domains = sql.param(sources.map(({ domain }) => domain));
  const types = sql.param(sources.map(({ type }) => type));
  const counts = selectCounts(input.context, {
    ...selectCurrent(input),
    of: 'domains',
    by: ['promptId', 'engine', 'country', 'domain'],
    counts: ['citations'],
    where: { domains: sources.map(({ domain }) => domain) },
  });
  return queryRows<SegmentCitations & { type: string }>(
    input.context.db,
    sql`
      SELECT "promptId", engine, country, type, sum(citations)::int AS citations
      FROM ${counts} counts JOIN unnest(${domains}::text[], ${types}::text[]) AS typed (domain, type) USING (domain)
      GROUP BY "promptId", engine, country, type`,
  );
}

/** Returns all citations of each segment minus the given ones. */
function subtractCitations(
  segments: readonly Segment[],
  subtracted: readonly SegmentCitations[],
): SegmentCitations[] {
  const sums = new Map<string, number>();
  for (const row of subtracted) {
    const key = getSegmentKey(row);
    sums.set(key, (sums.get(key) ?? 0) + row.citations);
  }
  return segments.map(({ promptId, engine, country, current }) => {
    const others = sums.get(getSegmentKey({ promptId, engine, country })) ?? 0;
    return { promptId, engine, country, citations: current.citations - others };
  });
}

/** Returns citations of the selected brand's URLs ÷ all citations, not compared with the previous period. */
export async function readBrandCitationShare(
  input: CountInput,
  { selectedBrand }: ProjectScope,
  segments: readonly Segment[],
): Promise<Metric> {
  if (selectedBrand.domains.length === 0) return computeShare([], () => ({ numerator: 0, denominator: 0 }));
  const { rows } = await readCounts(input.context, {
    rows: {
      ...selectCurrent(input),
      of: 'brands',
      by: ['promptId', 'engine', 'country'],
      counts: ['citations'],
      where: { brandId: selectedBrand.id },
    },
  });
  return computeCitationShare(segments, rows);
}

/** Returns the part of a query that selects the current period. */
const selectCurrent = ({ filters, summedMonths }: CountInput) => ({
  filters,
  periods: { current: getPeriods(filters).current },
  summedMonths,
});

/** Computes the share of some citations in all citations, not compared with the previous period. */
function computeCitationShare(segments: readonly Segment[], cited: readonly SegmentCitations[]): Metric {
  const bySegment = new Map(cited.map((row) => [getSegmentKey(row), row.citations]));
  return computeShare(segments, (segment) => ({
    numerator: bySegment.get(getSegmentKey(segment)) ?? 0,
    denominator: segment.current.citations,
    answers: segment.current.withReportedCitations,
  }));
}
