import type { Change, Figure, MeanFigure } from '#lib/core/figure';
import { gradeOf, wilson } from '#lib/core/rate';
import { bootstrapRatio, leastRuns, type PairedCluster } from '#lib/dashboard/analytics/bootstrap';
import type { MetricFilters } from '#lib/dashboard/analytics/filters';
import type { Comparison } from '#lib/dashboard/analytics/judge';
import type { Market, MarketBrand } from '#lib/dashboard/analytics/read-market';

/** What a figure is computed from: the counts of a brand over a cell, or over several of one prompt. */
export interface Counts {
  answers: number;
  /** Citations of any address. */
  citations: number;
  /** Answers that mention the brand, the sum of its ranks in them, and those where it comes first. */
  mentioned: number;
  rankSum: number;
  first: number;
  /** Answers that cite an address of the brand, and those citations. */
  cited: number;
  ownCitations: number;
  /** Sum over tracked brands of answers that mention them. */
  allMentioned: number;
  /** Sentences that mention it, and of these the positive ones less the negative ones. */
  sentences: number;
  tone: number;
  positive: number;
  negative: number;
}

export const noCounts: Readonly<Counts> = {
  answers: 0,
  citations: 0,
  mentioned: 0,
  rankSum: 0,
  first: 0,
  cited: 0,
  ownCitations: 0,
  allMentioned: 0,
  sentences: 0,
  tone: 0,
  positive: 0,
  negative: 0,
};

/** Counts of a brand over one prompt (or one cell of it), in the period and over the cells compared. */
export interface Observed {
  promptId: string;
  branded: boolean;
  /** Cells compared, 0 or 1 for a cell. */
  pairs: number;
  all: Counts;
  now: Counts;
  before: Counts;
}

/** How a figure is read from counts (metrics.md, "What every figure means"). */
export interface Measure {
  kind: 'rate' | 'mean';
  numerator: keyof Counts;
  denominator: keyof Counts;
  /** The answers it rests on, for its grade and for judging a change. */
  answers: 'answers' | 'mentioned';
  /** Compares brands with each other: branded prompts stay out by default, and competitors are needed. */
  ofVoice: boolean;
  /** Counts citations of addresses of the brand: without a domain there is nothing to measure. */
  ofDomains: boolean;
}

export const measures = {
  visibility: {
    kind: 'rate',
    numerator: 'mentioned',
    denominator: 'answers',
    answers: 'answers',
    ofVoice: false,
    ofDomains: false,
  },
  shareOfVoice: {
    kind: 'rate',
    numerator: 'mentioned',
    denominator: 'allMentioned',
    answers: 'answers',
    ofVoice: true,
    ofDomains: false,
  },
  position: {
    kind: 'mean',
    numerator: 'rankSum',
    denominator: 'mentioned',
    answers: 'mentioned',
    ofVoice: false,
    ofDomains: false,
  },
  firstPlace: {
    kind: 'rate',
    numerator: 'first',
    denominator: 'mentioned',
    answers: 'mentioned',
    ofVoice: false,
    ofDomains: false,
  },
  citationRate: {
    kind: 'rate',
    numerator: 'cited',
    denominator: 'answers',
    answers: 'answers',
    ofVoice: false,
    ofDomains: true,
  },
  citationShare: {
    kind: 'rate',
    numerator: 'ownCitations',
    denominator: 'citations',
    answers: 'answers',
    ofVoice: false,
    ofDomains: true,
  },
  sentiment: {
    kind: 'mean',
    numerator: 'tone',
    denominator: 'sentences',
    answers: 'mentioned',
    ofVoice: false,
    ofDomains: false,
  },
} as const satisfies Record<string, Measure>;

/** Everything but the rows themselves that a figure depends on. */
export interface Terms {
  market: Market;
  /** Whose figures they are. */
  brand: MarketBrand;
  filters: MetricFilters;
  /** What changed of the models that served these rows. */
  models: ModelChanges;
}

/** What changes of models do to a comparison. */
export interface ModelChanges {
  /** Engines left out of it because another model serves them now. */
  withoutEngines: readonly string[];
  /** Whether no other engine is there, so that these are compared, and marked, after all. */
  engineChanged: boolean;
}

/** The rows a measure counts. */
function rowsOf(measure: Measure, rows: readonly Observed[], { market, brand, filters }: Terms): Observed[] {
  if (measure.ofDomains && brand.domains.length === 0) return [];
  if (!measure.ofVoice) return [...rows];
  if (market.brands.length < 2) return [];
  return rows.filter((row) => !row.branded || filters.branded !== 'without');
}

/** A rate over rows, still without the change. */
export function figureOf(
  measure: Measure,
  rows: readonly Observed[],
  terms: Terms,
  change: Change | null,
): Figure {
  const counted = rowsOf(measure, rows, terms);
  const rate = wilson(sum(counted, measure.numerator), sum(counted, measure.denominator));
  return {
    ...rate,
    clustered: clusteredOf(measure, counted, terms),
    grade: gradeOf(sum(counted, measure.answers)),
    change,
  };
}

/** A mean over rows, with the answers it is averaged over. */
export function meanFigureOf(
  measure: Measure,
  rows: readonly Observed[],
  terms: Terms,
  change: Change | null,
): MeanFigure {
  const counted = rowsOf(measure, rows, terms);
  const answers = sum(counted, measure.denominator);
  return {
    mean: answers === 0 ? null : sum(counted, measure.numerator) / answers,
    answers,
    clustered: clusteredOf(measure, counted, terms),
    grade: gradeOf(answers),
    change,
  };
}

/** What `judge` needs to compare the two periods of a measure. */
export function comparisonOf(measure: Measure, rows: readonly Observed[], terms: Terms): Comparison {
  const counted = rowsOf(measure, rows, terms).filter((row) => row.pairs > 0);
  const prompts = new Map<string, PairedCluster>();
  let answersNow = 0;
  let answersBefore = 0;
  let cells = 0;
  for (const { promptId, now, before, pairs } of counted) {
    const cluster = prompts.get(promptId) ?? { now: none(), before: none() };
    cluster.now.numerator += now[measure.numerator];
    cluster.now.denominator += now[measure.denominator];
    cluster.before.numerator += before[measure.numerator];
    cluster.before.denominator += before[measure.denominator];
    prompts.set(promptId, cluster);
    answersNow += now[measure.answers];
    answersBefore += before[measure.answers];
    cells += pairs;
  }
  return {
    kind: measure.kind,
    clusters: [...prompts.values()],
    clustered: terms.market.runs >= leastRuns,
    cells,
    answersBefore,
    answersNow,
    ...terms.models,
  };
}

const none = () => ({ numerator: 0, denominator: 0 });

function sum(rows: readonly Observed[], count: keyof Counts): number {
  return rows.reduce((total, row) => total + row.all[count], 0);
}

function clusteredOf(measure: Measure, rows: readonly Observed[], { market }: Terms) {
  if (market.runs < leastRuns) return null;
  const prompts = new Map<string, { numerator: number; denominator: number }>();
  for (const { promptId, all } of rows) {
    const cluster = prompts.get(promptId) ?? none();
    cluster.numerator += all[measure.numerator];
    cluster.denominator += all[measure.denominator];
    prompts.set(promptId, cluster);
  }
  return bootstrapRatio([...prompts.values()]);
}
