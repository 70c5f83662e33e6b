import type { Metric } from '#lib/core/metric';
import { getPeriods, type MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { selectComparedSegments } from '#lib/dashboard/analytics/segments/compare-metrics';
import {
  computeShare,
  DailyCounts,
  type MetricInput,
} from '#lib/dashboard/analytics/segments/compute-metrics';
import {
  citationMetric,
  type MetricDay,
  type MetricDefinition,
} from '#lib/dashboard/analytics/segments/metric-definitions';
import type { ProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import {
  type AnswerSegment,
  type CountInput,
  getSegmentKey,
  type readAnswerSegments,
} from '#lib/dashboard/analytics/segments/read-answer-segments';
import { readCounts } from '#lib/dashboard/counts/read-counts';

/** A segment in which `cited` counts the answers that cite a domain, and `subjectCitations` their citations of it. */
export interface DomainSegment extends AnswerSegment {
  /** Answers of the current period that list it, and those of them with reported citations. */
  listed: number;
  listedWithReportedCitations: number;
  /** Answers of the current period that cite it and mention the project's own brand. */
  mentioned: number;
  /** Answers of the current period that cite it and mention only competitors. */
  gap: number;
}

/** All segments and days with the counts of one domain. */
export interface DomainCounts {
  segments: readonly DomainSegment[];
  days: readonly MetricDay[];
}

const domainCounts = [
  'listed',
  'listedWithReportedCitations',
  'cited',
  'citations',
  'mentioned',
  'gap',
] as const;
type Row = Record<(typeof domainCounts)[number], number>;

/** Reads the counts of a few domains by segment, and by engine and day. */
export async function readDomainCounts(
  { context, filters, summedMonths }: CountInput,
  answers: Awaited<ReturnType<typeof readAnswerSegments>>,
  domains: readonly string[],
): Promise<Map<string, DomainCounts>> {
  const source = {
    of: 'domains',
    counts: domainCounts,
    filters,
    periods: getPeriods(filters),
    where: { domains },
    summedMonths,
  } as const;
  const rows = await readCounts(context, {
    segments: { ...source, by: ['promptId', 'engine', 'country', 'domain'] },
    days: { ...source, by: ['engine', 'day', 'domain'] },
  });
  const segmentRows = Map.groupBy(rows.segments, ({ domain }) => domain);
  const dayRows = Map.groupBy(rows.days, ({ domain }) => domain);
  // Segments and days without the domain are the same for all domains.
  const segments = answers.segments.map((segment) => ({
    ...segment,
    listed: 0,
    listedWithReportedCitations: 0,
    mentioned: 0,
    gap: 0,
  }));
  return new Map(
    domains.map((domain) => {
      const bySegment = new Map(
        segmentRows.get(domain)?.map((row) => [`${row.period} ${getSegmentKey(row)}`, row]),
      );
      const byDay = new Map(
        dayRows.get(domain)?.map((row) => [getDayKey({ ...row, isCurrent: row.period === 'current' }), row]),
      );
      return [
        domain,
        {
          segments: segments.map((segment) => joinSegment(segment, bySegment)),
          days: answers.days.map((day) => ({
            ...day,
            counts: joinCounts(day.counts, byDay.get(getDayKey(day))),
          })),
        },
      ];
    }),
  );
}

function getDayKey({ day, engine, isCurrent }: Pick<MetricDay, 'day' | 'engine' | 'isCurrent'>): string {
  return `${isCurrent} ${day} ${engine}`;
}

function joinSegment(segment: DomainSegment, rowsByKey: ReadonlyMap<string, Row>): DomainSegment {
  const key = getSegmentKey(segment);
  const [current, previous] = [rowsByKey.get(`current ${key}`), rowsByKey.get(`previous ${key}`)];
  if (!current && !previous) return segment;
  const { listed = 0, listedWithReportedCitations = 0, mentioned = 0, gap = 0 } = current ?? {};
  return {
    ...segment,
    listed,
    listedWithReportedCitations,
    mentioned,
    gap,
    current: joinCounts(segment.current, current),
    previous: joinCounts(segment.previous, previous),
  };
}

function joinCounts(counts: AnswerSegment['current'], row: Row | undefined): AnswerSegment['current'] {
  return row ? { ...counts, cited: row.cited, subjectCitations: row.citations } : counts;
}

/** The metrics of a domain that are computed by day or compared between periods. */
export const domainDefinitions = {
  /** Its citations ÷ all citations. */
  citationShare: { ...citationMetric, numerator: 'subjectCitations', denominator: 'citations' },
  /** Answers that cite it ÷ answers with reported citations. */
  citationRate: { ...citationMetric, numerator: 'cited', denominator: 'withReportedCitations' },
} satisfies Record<string, MetricDefinition>;

/** Returns the inputs of the metrics of domains, by domain. */
export function toDomainInputs(
  scope: ProjectScope,
  counts: ReadonlyMap<string, DomainCounts>,
  filters: MetricFilters,
  autocorrelation: number,
): Map<string, MetricInput> {
  return new Map(
    [...counts].map(([domain, { segments, days }]) => {
      const daily = new DailyCounts(segments, days, { autocorrelation });
      const selected = selectComparedSegments(segments, scope);
      return [domain, { segments, ...selected, scope, brand: scope.selectedBrand, filters, daily }];
    }),
  );
}

/** The rates of a domain (see `SourceDomain`), with confidence intervals clustered by prompt. */
export type DomainRates = Record<'listed' | 'cited' | 'citedWhenListed', Metric> &
  Record<'mentioned' | 'gap', Metric | null>;

/** Computes the rates of a domain. `mentioned` and `gap` are null unless the project's own brand is selected. */
export function computeDomainRates(
  segments: readonly DomainSegment[],
  { selectedBrand }: ProjectScope,
): DomainRates {
  const isOwn = selectedBrand.role === 'own';
  return {
    listed: computeShare(segments, ({ listed, current }) => ({
      numerator: listed,
      denominator: current.answers,
    })),
    cited: computeShare(segments, ({ current }) => ({
      numerator: current.cited,
      denominator: current.withReportedCitations,
    })),
    citedWhenListed: computeShare(segments, ({ listedWithReportedCitations, current }) => ({
      numerator: current.cited,
      denominator: listedWithReportedCitations,
    })),
    mentioned: isOwn
      ? computeShare(segments, ({ mentioned, current }) => ({
          numerator: mentioned,
          denominator: current.cited,
        }))
      : null,
    gap: isOwn
      ? computeShare(segments, ({ gap, current }) => ({ numerator: gap, denominator: current.cited }))
      : null,
  };
}
