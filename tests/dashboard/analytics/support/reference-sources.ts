import { computeRate, getGrade, type Metric } from '#lib/core/metric';
import { listDays } from '#lib/core/time';
import { type ClusterSums, sumClusters } from '#lib/dashboard/analytics/statistics/clusters';
import { estimateInterval } from '#lib/dashboard/analytics/statistics/estimate-interval';
import { type BrandDefinitions, current, domains, type GeneratedAnswer, pages } from './generated-answers';
import {
  countAllCitations,
  countDomainCitations,
  isMentioned,
  listMentionedBrands,
} from './reference-answers';
import { getSegmentKey, type ReferenceMetric, type Scope, sumBy } from './reference-definitions';
import { toQuality } from './reference-metrics';
import { getDay } from './reference-noise';
import {
  buildMetricPanels,
  type Count,
  listSpans,
  type MetricPanels,
  type ReferencePanel,
  remember,
} from './reference-panel';
import { estimateLevel, judgeAlone, judgeTogether, type NoisyMetric } from './reference-verdicts';

/** Returns whether an answer mentions the project's own brand. */
export function mentionsOwnBrand(definition: BrandDefinitions, answer: GeneratedAnswer): boolean {
  return isMentioned(definition, answer, 0);
}

/** Returns whether an answer mentions a competitor but not the project's own brand. */
export function isGap(definition: BrandDefinitions, answer: GeneratedAnswer): boolean {
  return !mentionsOwnBrand(definition, answer) && listMentionedBrands(definition, answer).length > 0;
}

/** Returns the type of a domain and the index of the brand that owns it; the index is null if no brand does. */
export function getDomainType(
  definition: BrandDefinitions,
  domain: string,
): { type: string; brand: number | null } {
  const brand = definition.brands.findIndex(({ domains }) =>
    domains.some((owned) => owned === domain || domain.endsWith(`.${owned}`)),
  );
  if (brand === -1) return { type: domain === 'wikipedia.org' ? 'encyclopedia' : 'other', brand: null };
  return { type: brand === 0 ? 'own' : 'competitor', brand };
}

/** The metrics of a domain, which are compared between periods. */
type DomainMetric = 'citationShare' | 'citationRate';

function defineDomainMetric(domain: string, name: DomainMetric): ReferenceMetric {
  const count = (answer: GeneratedAnswer) => countDomainCitations(answer, domain);
  const cites = (answer: GeneratedAnswer) => (count(answer) > 0 ? 1 : 0);
  const base = { kind: 'rate', sampleSize: () => 1, isCounted: () => true } as const;
  return name === 'citationRate'
    ? { ...base, numerator: cites, denominator: () => 1 }
    : { ...base, numerator: count, denominator: countAllCitations };
}

function getDomainPanels(panel: ReferencePanel, domain: string, name: DomainMetric): MetricPanels {
  const { numerator, denominator } = defineDomainMetric(domain, name);
  return remember(panel, `domain ${name} ${domain}`, () =>
    buildMetricPanels(
      panel,
      name === 'citationRate'
        ? { kind: 'share', sum: numerator, answers: denominator }
        : { kind: 'ratio', parts: numerator, wholes: denominator, answers: () => 1, isSigned: false },
    ),
  );
}

/** All domains share the noise of the most cited one of the project, fitted with the next four as others. */
function getNoisyDomain(panel: ReferencePanel, domain: string, name: DomainMetric): NoisyMetric {
  const listLargest = (of: 'change' | 'level') =>
    remember(panel, `most cited ${of}`, () => {
      const all = listSpans(panel, of).flatMap(([from, to]) =>
        panel.answers.flatMap((days) => days.slice(from, to).flat()),
      );
      const count = (candidate: string) => sumBy(all, (answer) => countDomainCitations(answer, candidate));
      return domains
        .filter((candidate) => count(candidate) > 0)
        .sort((a, b) => count(b) - count(a) || (a < b ? -1 : 1))
        .slice(0, 5);
    });
  const getPanels = (of: string) => getDomainPanels(panel, of, name);
  return {
    name: `domain ${name} ${domain}`,
    own: getPanels(domain),
    others: [],
    shared: { name: `domains ${name}`, listLargest: (of) => listLargest(of).map(getPanels) },
  };
}

/** Computes the levels and daily shares of domains, and their changes, which are judged together. */
export function computeDomains(scope: Scope, ranked: readonly string[]) {
  const { panel } = scope;
  const segments = panel?.shown.filter((index) => scope.matches(panel.segments[index] ?? noSegment)) ?? [];
  const judge = (name: DomainMetric) =>
    panel?.previous
      ? judgeTogether(
          panel,
          ranked.map((domain) => judgeAlone(panel, getNoisyDomain(panel, domain, name), segments)),
          ['domain'],
        )
      : [];
  const changes = { citationShare: judge('citationShare'), citationRate: judge('citationRate') };
  return ranked.map((domain, index) => {
    const compute = (name: DomainMetric) => {
      const metric = defineDomainMetric(domain, name);
      const sum = (count: Count) => sumBy(scope.currentAnswers, count);
      const rate = computeRate(sum(metric.numerator), sum(metric.denominator));
      if (!scope.hasStatistics) return rate;
      const level = panel && estimateLevel(panel, getNoisyDomain(panel, domain, name), { segments });
      const quality = toQuality(metric, level, scope.currentAnswers);
      return { ...rate, ...quality, change: changes[name][index] ?? null };
    };
    const { numerator, denominator } = defineDomainMetric(domain, 'citationShare');
    const trend = listDays(current.from, current.to).map((day) => {
      const answers = scope.currentAnswers.filter((answer) => answer.day === day);
      const counts = { numerator: sumBy(answers, numerator), denominator: sumBy(answers, denominator) };
      if (counts.denominator === 0) return null;
      const rate = { ...counts, value: counts.numerator / counts.denominator };
      if (!panel) return rate;
      const noisy = getNoisyDomain(panel, domain, 'citationShare');
      const level = estimateLevel(panel, noisy, { segments, period: getDay(panel, day) });
      return { ...rate, low: level?.interval.low ?? null, high: level?.interval.high ?? null };
    });
    return { citationShare: compute('citationShare'), citationRate: compute('citationRate'), trend };
  });
}

const noSegment = { prompt: -1, engine: 'chat', country: '' } as const;

/** Computes a share that is not compared, with an interval clustered by prompt. */
export function computeRateWithoutChange(
  scope: Scope,
  numerator: Count,
  denominator: Count,
  {
    getSegment = getSegmentKey,
    sampleSize = denominator,
  }: { getSegment?: (answer: GeneratedAnswer) => string; sampleSize?: Count } = {},
): Metric {
  const answers = scope.currentAnswers;
  const { interval: estimated, designEffect } = estimateInterval({
    kind: 'rate',
    prompts: toClusters(answers, { numerator, denominator }, ({ prompt }) => prompt),
    segments: toClusters(answers, { numerator, denominator }, getSegment),
    squares: sumBy(answers, numerator),
  });
  const interval = estimated && { low: Math.max(0, estimated.low), high: Math.min(1, estimated.high) };
  const effectiveAnswers = sumBy(answers, sampleSize) / designEffect;
  return {
    ...computeRate(sumBy(answers, numerator), sumBy(answers, denominator)),
    clusteredInterval: interval,
    effectiveAnswers,
    grade: getGrade(effectiveAnswers, interval ? (interval.high - interval.low) / 2 : 0),
    change: null,
  };
}

/** Sums a numerator and denominator by key. */
function toClusters(
  answers: readonly GeneratedAnswer[],
  { numerator, denominator }: { numerator: Count; denominator: Count },
  getKey: (answer: GeneratedAnswer) => string | number,
): ClusterSums {
  return sumClusters(
    [...Map.groupBy(answers, getKey).values()].map((group) => ({
      numerator: sumBy(group, numerator),
      denominator: sumBy(group, denominator),
    })),
  );
}

/** Counts, for each page of a domain, the answers that list or cite it, the answers that cite it, and its citations. */
export function listPages(answers: readonly GeneratedAnswer[], domain: string) {
  return pages.flatMap((page, number) => {
    if (page.domain !== domain) return [];
    const listPageLinks = (answer: GeneratedAnswer) => answer.links.filter((link) => link.page === number);
    const countPageCitations = (answer: GeneratedAnswer) =>
      sumBy(listPageLinks(answer), (link) => link.citations);
    const listed = answers.filter((answer) =>
      listPageLinks(answer).some((link) => link.listed || link.citations > 0),
    );
    const cited = answers.filter((answer) => countPageCitations(answer) > 0);
    return listed.length === 0
      ? []
      : [{ listed: listed.length, cited: cited.length, citations: sumBy(answers, countPageCitations) }];
  });
}
