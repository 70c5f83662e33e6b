import type { Interval } from '#lib/core/metric';

/**
 * The counts of a brand that metrics are computed from. For a domain, only the counts of answers and citations are set.
 */
export const zeroCounts = {
  answers: 0,
  /** Of these, answers whose provider reported citations, if only that there are none. */
  withReportedCitations: 0,
  /** Citations of any URL. */
  citations: 0,
  /**
   * Answers that mention the brand, those in which it has a rank, the sum of its ranks, an upper bound of the sum of their
   * squares, and answers that rank it first.
   */
  mentioned: 0,
  ranked: 0,
  rankSum: 0,
  rankSquares: 0,
  rankFirstCount: 0,
  /** The sum of its ranks among tracked brands, and an upper bound of the sum of their squares. */
  trackedRankSum: 0,
  trackedRankSquares: 0,
  /** Answers that cite a URL of the brand or domain, and the citations of its URLs. */
  cited: 0,
  subjectCitations: 0,
  /**
   * For share of voice: the answers that mention the brand, and the sum of this number over all tracked brands. Branded
   * prompts count only if the filters include them.
   */
  counted: 0,
  allCounted: 0,
  /** Sentences that mention the brand, and the positive ones minus the negative ones. */
  sentences: 0,
  sentimentSum: 0,
  /** Positive plus negative sentences. */
  opinions: 0,
  positive: 0,
  negative: 0,
};
export type MetricCounts = typeof zeroCounts;

/** Defines how a metric is computed from counts (docs/metrics.md). */
export interface MetricDefinition {
  name: MetricName | 'trackedPosition';
  kind: 'rate' | 'mean';
  numerator: keyof MetricCounts;
  denominator: keyof MetricCounts;
  /** For a mean: the sum of the squared values, or an upper bound of it; and the range of the values. */
  squares?: keyof MetricCounts;
  range?: Interval;
  /** The count that determines the metric's grade and whether its change can be measured. */
  sampleSize: 'answers' | 'withReportedCitations' | 'mentioned';
  /** Compares brands: needs competitors, and excludes branded prompts by default. */
  comparesBrands?: true;
  /** Counts citations of the brand's URLs: not measurable for a brand without a domain. */
  needsDomains?: true;
}

const rate = { kind: 'rate', sampleSize: 'answers' } as const;
/** Answers whose citations are unknown do not count. */
export const citationMetric = { kind: 'rate', sampleSize: 'withReportedCitations' } as const;
const firstPlace = {
  name: 'firstPlace',
  kind: 'rate',
  numerator: 'rankFirstCount',
  denominator: 'mentioned',
  sampleSize: 'mentioned',
} as const;
export const metricDefinitions = {
  visibility: { ...rate, name: 'visibility', numerator: 'mentioned', denominator: 'answers' },
  shareOfVoice: {
    ...rate,
    name: 'shareOfVoice',
    numerator: 'counted',
    denominator: 'allCounted',
    comparesBrands: true,
  },
  position: {
    name: 'position',
    kind: 'mean',
    numerator: 'rankSum',
    denominator: 'ranked',
    squares: 'rankSquares',
    range: { low: 1, high: Number.POSITIVE_INFINITY },
    sampleSize: 'mentioned',
  },
  firstPlace,
  citationRate: {
    name: 'citationRate',
    ...citationMetric,
    numerator: 'cited',
    denominator: 'withReportedCitations',
    needsDomains: true,
  },
  citationShare: {
    name: 'citationShare',
    ...citationMetric,
    numerator: 'subjectCitations',
    denominator: 'citations',
    needsDomains: true,
  },
  sentiment: {
    name: 'sentiment',
    kind: 'mean',
    numerator: 'sentimentSum',
    denominator: 'sentences',
    squares: 'opinions',
    range: { low: -1, high: 1 },
    sampleSize: 'mentioned',
  },
} as const;

/** The second value of position, which has no change. */
export const trackedPositionMetric: MetricDefinition = {
  ...metricDefinitions.position,
  name: 'trackedPosition',
  numerator: 'trackedRankSum',
  squares: 'trackedRankSquares',
};

export type MetricName = keyof typeof metricDefinitions;
