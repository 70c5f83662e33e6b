import type { PossiblePlaces } from '#lib/contract/tables/shared-columns';
import type { Change, Metric } from '#lib/core/metric';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { chooseSegments } from '#lib/dashboard/analytics/panel/choose-segments';
import { shareDomainNoise } from '#lib/dashboard/analytics/panel/domain-noise';
import {
  type PanelPeriods,
  PanelStatistics,
  toChange,
} from '#lib/dashboard/analytics/panel/panel-statistics';
import {
  addDomains,
  type ProjectPanel,
  readAnswerPanel,
  type SubjectCount,
} from '#lib/dashboard/analytics/panel/project-panel';
import { computeShare } from '#lib/dashboard/analytics/segments/compute-share';
import { countAnswerSegments, type Segment } from '#lib/dashboard/analytics/segments/count-segments';
import {
  listChangedEngines,
  type MetricInput,
  type PageScope,
} from '#lib/dashboard/analytics/segments/metric-data';
import { citationMetric, type MetricDefinition } from '#lib/dashboard/analytics/segments/metric-definitions';
import type { ProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import { placeDomains } from '#lib/dashboard/analytics/sources/place-domains';
import { judgeChange } from '#lib/dashboard/statistics/changes/judge-change';
import { poolChanges } from '#lib/dashboard/statistics/changes/pool-rows';
import type { DayRange } from '#lib/dashboard/statistics/panel/panel';
import type { Context } from '#lib/db/context';

/** A segment in which `cited` counts the answers that cite a domain, and `subjectCitations` their citations of it. */
export interface DomainSegment extends Segment {
  /** Answers of the current period that list it, and those of them with reported citations. */
  listed: number;
  listedWithReportedCitations: number;
  /** Answers of the current period that cite it and mention the project's own brand. */
  mentioned: number;
  /** Answers of the current period that cite it and mention only competitors. */
  gap: number;
}

/** The answers of a page about domains. */
export interface SourceAnswers {
  panel: ProjectPanel;
  periods: PanelPeriods;
  /** The segments that match the filters, with the counts of all answers. */
  segments: readonly Segment[];
}

/** Reads the daily counts of all answers, of which domains are a part. */
export async function readSourceAnswers(
  context: Context,
  filters: MetricFilters,
  { periods }: Pick<ProjectScope, 'periods'>,
): Promise<SourceAnswers> {
  const panel = await readAnswerPanel(context, filters.projectId, { periods });
  const days = {
    current: panel.getDays(periods.current),
    previous: periods.previous && panel.getDays(periods.previous),
  };
  return {
    panel,
    periods: days,
    segments: countAnswerSegments(panel, chooseSegments(panel.panel, filters), days),
  };
}

/** The metrics of a domain that are computed by day or compared between periods. */
export const domainDefinitions = {
  /** Its citations ÷ all citations. */
  citationShare: {
    ...citationMetric,
    name: 'citationShare',
    numerator: 'subjectCitations',
    denominator: 'citations',
  },
  /** Answers that cite it ÷ answers with reported citations. */
  citationRate: {
    ...citationMetric,
    name: 'citationRate',
    numerator: 'cited',
    denominator: 'withReportedCitations',
  },
} as const satisfies Record<string, MetricDefinition>;

type DomainMetric = keyof typeof domainDefinitions;

/** The counts of domains with what their metrics are computed from. */
export interface DomainData {
  /** The segments of a domain with its counts. */
  getSegments(domain: string): readonly DomainSegment[];
  getInput(domain: string): MetricInput;
  /** The places of the most cited domains by their share of citations. */
  listPlaces(): Map<string, PossiblePlaces>;
  /** The change of a metric of a domain, judged together with those of the most cited domains; null without a comparison. */
  getChange(domain: string, metric: DomainMetric): Change | null;
}

/** Number of the most cited domains whose changes are judged together. */
const familySize = 50;

/**
 * Reads the counts of some domains.
 * @param options.ranked all domains of the page's filters, the most cited first
 * @param options.domains those whose metrics are needed
 */
export async function readDomainData(
  context: Context,
  { filters, page, answers }: { filters: MetricFilters; page: PageScope; answers: SourceAnswers },
  { ranked, domains }: { ranked: readonly string[]; domains: readonly string[] },
): Promise<DomainData> {
  const { panel, periods } = answers;
  const { scope } = page;
  const family = ranked.slice(0, familySize);
  const names = [...new Set([...family, ...domains])];
  await addDomains(context, panel, {
    projectId: filters.projectId,
    periods: scope.periods,
    domains: names,
  });
  const noise = shareDomainNoise(page.noise, { panel, periods, domains: names });
  const statistics = new PanelStatistics({
    panel,
    subjects: names,
    periods,
    levelNoise: noise.levels,
    changeNoise: noise.changes,
    changedEngines: listChangedEngines(scope),
  });
  const judge = createDomainJudge(statistics, answers, family);
  const getSegments = (domain: string) => countDomain(answers, domain);
  const chosen = answers.segments.map(({ index }) => index);
  return {
    getSegments,
    listPlaces() {
      const shares = family.flatMap((domain) => {
        const level = statistics.getLevel('citationShare', domain, chosen);
        return level ? [[domain, level.interval] as const] : [];
      });
      return placeDomains(new Map(shares), ranked.length);
    },
    getChange: judge,
    getInput: (domain) => ({
      scope,
      filters,
      statistics,
      brand: { ...scope.selectedBrand, id: domain },
      segments: getSegments(domain),
    }),
  };
}

function createDomainJudge(
  statistics: PanelStatistics,
  { segments }: SourceAnswers,
  family: readonly string[],
): DomainData['getChange'] {
  const chosen = segments.map(({ index }) => index);
  const alone = (domain: string, metric: DomainMetric) => {
    const comparison = statistics.getComparison(metric, domain);
    return comparison && { unit: comparison.unit, change: judgeChange(comparison, chosen) };
  };
  const families = new Map<DomainMetric, Map<string, NonNullable<ReturnType<typeof alone>>>>();
  const getFamily = (metric: DomainMetric) => {
    const known = families.get(metric);
    if (known) return known;
    const judged = new Map(
      family.flatMap((domain) => {
        const own = alone(domain, metric);
        return own ? [[domain, own] as const] : [];
      }),
    );
    families.set(metric, judged);
    return judged;
  };
  return (domain, metric) => {
    const judged = getFamily(metric);
    const own = judged.get(domain) ?? alone(domain, metric);
    if (!own) return null;
    // A domain that is not among the most cited ones is judged with them, and changes nothing for them.
    const rows = new Map([...judged, [domain, own] as const]);
    const position = [...rows.keys()].indexOf(domain);
    const changes = [...rows.values()].map(({ change }) => change);
    const pooled = poolChanges(changes, own.unit)[position] ?? own.change;
    return {
      ...toChange({ ...pooled, family: null, rows: changes.filter(({ precision }) => precision).length }),
      confidence: 0.9,
      judgedWith: ['domain'],
    };
  };
}

function countDomain({ panel, periods, segments }: SourceAnswers, domain: string): DomainSegment[] {
  const read = (count: SubjectCount) => panel.sumSubject(domain, count);
  const [cited, citations] = [read('cited'), read('citations')];
  const current = {
    listed: read('listed'),
    listedWithReportedCitations: read('listedWithReportedCitations'),
    mentioned: read('mentioned'),
    gap: read('gap'),
  };
  return segments.map((segment) => {
    const { index } = segment;
    const count = (period: DayRange | null, counts: Segment['current']) =>
      period
        ? { ...counts, cited: cited(index, period), subjectCitations: citations(index, period) }
        : counts;
    return {
      ...segment,
      listed: current.listed(index, periods.current),
      listedWithReportedCitations: current.listedWithReportedCitations(index, periods.current),
      mentioned: current.mentioned(index, periods.current),
      gap: current.gap(index, periods.current),
      current: count(periods.current, segment.current),
      previous: count(periods.previous, segment.previous),
    };
  });
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
