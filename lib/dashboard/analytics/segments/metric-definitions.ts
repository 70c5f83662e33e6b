/** What metrics are computed from: the counts of a brand over one segment, or over several of one prompt. */
export interface MetricCounts {
  answers: number;
  /** Citations of any URL. */
  citations: number;
  /** Answers that mention the brand, the sum of its ranks in them, and those where it ranks first. */
  mentioned: number;
  rankSum: number;
  rankFirstCount: number;
  /** Answers that cite a URL of the brand, and those citations. */
  cited: number;
  ownCitations: number;
  /** Sum over tracked brands of the answers that mention them. */
  allMentioned: number;
  /** Sentences that mention it, and the positive ones minus the negative ones. */
  sentences: number;
  sentimentSum: number;
  positive: number;
  negative: number;
}

export const zeroCounts: Readonly<MetricCounts> = {
  answers: 0,
  citations: 0,
  mentioned: 0,
  rankSum: 0,
  rankFirstCount: 0,
  cited: 0,
  ownCitations: 0,
  allMentioned: 0,
  sentences: 0,
  sentimentSum: 0,
  positive: 0,
  negative: 0,
};

/** Counts of a brand over one prompt or one of its segments: the current period, and both compared periods. */
export interface MetricRow {
  promptId: string;
  isBrandedPrompt: boolean;
  /** Compared segments. */
  pairCount: number;
  all: MetricCounts;
  now: MetricCounts;
  before: MetricCounts;
}

/** How a metric is computed from counts (docs/metrics.md). */
export interface MetricDefinition {
  kind: 'rate' | 'mean';
  numerator: keyof MetricCounts;
  denominator: keyof MetricCounts;
  /** The count that decides its grade and whether a change can be measured. */
  sampleSize: 'answers' | 'mentioned';
  /** Compares brands: needs competitors, and excludes branded prompts by default. */
  comparesBrands: boolean;
  /** Counts citations of the brand's URLs: not measurable for a brand without a domain. */
  needsDomains: boolean;
}

export const metricDefinitions = {
  visibility: {
    kind: 'rate',
    numerator: 'mentioned',
    denominator: 'answers',
    sampleSize: 'answers',
    comparesBrands: false,
    needsDomains: false,
  },
  shareOfVoice: {
    kind: 'rate',
    numerator: 'mentioned',
    denominator: 'allMentioned',
    sampleSize: 'answers',
    comparesBrands: true,
    needsDomains: false,
  },
  position: {
    kind: 'mean',
    numerator: 'rankSum',
    denominator: 'mentioned',
    sampleSize: 'mentioned',
    comparesBrands: false,
    needsDomains: false,
  },
  firstPlace: {
    kind: 'rate',
    numerator: 'rankFirstCount',
    denominator: 'mentioned',
    sampleSize: 'mentioned',
    comparesBrands: false,
    needsDomains: false,
  },
  citationRate: {
    kind: 'rate',
    numerator: 'cited',
    denominator: 'answers',
    sampleSize: 'answers',
    comparesBrands: false,
    needsDomains: true,
  },
  citationShare: {
    kind: 'rate',
    numerator: 'ownCitations',
    denominator: 'citations',
    sampleSize: 'answers',
    comparesBrands: false,
    needsDomains: true,
  },
  sentiment: {
    kind: 'mean',
    numerator: 'sentimentSum',
    denominator: 'sentences',
    sampleSize: 'mentioned',
    comparesBrands: false,
    needsDomains: false,
  },
} as const satisfies Record<string, MetricDefinition>;
