import type { Oracle } from '#tests/support/statistics-oracle';
import {
  type BrandDefinitions,
  current,
  type FilterChoice,
  type GeneratedAnswer,
  type ProjectHistory,
  previousPeriods,
} from './generated-answers';
import {
  countAllCitations,
  countBrandCitations,
  countSentiments,
  getRank,
  isBranded,
  isMentioned,
  isWithinPeriod,
  listMentionedBrands,
  matchesFilters,
} from './reference-answers';
import type { ReferencePanel } from './reference-panel';

/** The answers of both periods that match the filters, and everything else their metrics depend on. */
export interface Scope {
  definition: BrandDefinitions;
  chosen: FilterChoice;
  /** Run items with any outcome. */
  observed: GeneratedAnswer[];
  currentAnswers: GeneratedAnswer[];
  previousAnswers: GeneratedAnswer[];
  hasComparison: boolean;
  promptIds: readonly string[];
  /** The whole project, for intervals and verdicts; null without answers, and if nothing can compute them. */
  panel: ReferencePanel | null;
  /** True if intervals and verdicts can be computed. */
  hasStatistics: boolean;
  /** Selects the segments of the scope. */
  matches: (segment: SegmentKeys) => boolean;
}

type SegmentKeys = Pick<GeneratedAnswer, 'prompt' | 'engine' | 'country'>;

/** Selects the answers of a project that match the chosen filters, in both periods. */
export function buildScope(
  { answers, compare }: ProjectHistory,
  chosen: FilterChoice,
  { definition, promptIds }: { definition: BrandDefinitions; promptIds: readonly string[] },
  statistics: { oracle: Oracle | null; panel: ReferencePanel | null } = { oracle: null, panel: null },
): Scope {
  const observed = answers.filter(matchesFilters(definition, chosen));
  const answered = observed.filter(({ outcome }) => outcome === 'answered');
  return {
    definition,
    chosen,
    observed,
    promptIds,
    currentAnswers: answered.filter(isWithinPeriod(current)),
    previousAnswers: answered.filter(isWithinPeriod(previousPeriods[compare])),
    hasComparison: compare !== 'none',
    panel: statistics.panel,
    hasStatistics: statistics.oracle !== null,
    matches: matchesFilters(definition, chosen),
  };
}

/** Restricts a scope to some of its segments. */
export function splitScope(scope: Scope, matches: (segment: SegmentKeys) => boolean): Scope {
  const isPart = (segment: SegmentKeys) => scope.matches(segment) && matches(segment);
  return { ...filterScope(scope, matches), matches: isPart };
}

/** Restricts a scope to the answers that match a condition, which only counts of answers can be computed from. */
export function filterScope(scope: Scope, matches: (answer: GeneratedAnswer) => boolean): Scope {
  return {
    ...scope,
    observed: scope.observed.filter(matches),
    currentAnswers: scope.currentAnswers.filter(matches),
    previousAnswers: scope.previousAnswers.filter(matches),
  };
}

/** Defines how a metric is counted from individual answers. */
export interface ReferenceMetric {
  kind: 'rate' | 'mean';
  numerator: (answer: GeneratedAnswer) => number;
  denominator: (answer: GeneratedAnswer) => number;
  /** For a mean: the sum of the squared values, or an upper bound of it if only the sum of the values is known. */
  squares?: (answer: GeneratedAnswer) => number;
  /** For a mean: the lowest and highest possible value. */
  range?: [low: number, high: number];
  sampleSize: (answer: GeneratedAnswer) => number;
  isCounted: (answer: GeneratedAnswer) => boolean;
}

export type MetricName = keyof ReturnType<typeof defineMetrics>;

/** Defines the metrics of a brand as docs/metrics.md does. */
export function defineMetrics({ definition, chosen }: Scope, brand: number) {
  const countOne = () => 1;
  const always = () => true;
  const countMentioned = (answer: GeneratedAnswer) => (isMentioned(definition, answer, brand) ? 1 : 0);
  const getAnswerRank = (answer: GeneratedAnswer) => getRank(definition, answer, brand) ?? 0;
  const countOwnCitations = (answer: GeneratedAnswer) => countBrandCitations(definition, answer, brand);
  // Citations of a brand without a domain are not measured.
  const hasDomains = () => (definition.brands[brand]?.domains.length ?? 0) > 0;
  const getSentiments = (answer: GeneratedAnswer) => countSentiments(definition, answer, brand);
  const visibility: ReferenceMetric = {
    kind: 'rate',
    numerator: countMentioned,
    denominator: countOne,
    sampleSize: countOne,
    isCounted: always,
  };
  return {
    visibility,
    shareOfVoice: {
      ...visibility,
      denominator: (answer: GeneratedAnswer) => listMentionedBrands(definition, answer).length,
      isCounted: ({ prompt }: GeneratedAnswer) =>
        chosen.branded !== 'without' || !isBranded(definition, prompt),
    },
    position: {
      ...visibility,
      kind: 'mean',
      numerator: getAnswerRank,
      denominator: countMentioned,
      sampleSize: countMentioned,
      // Upper bound of the squared rank, for ranks from 1 to the number of brands.
      squares: (answer: GeneratedAnswer) =>
        countMentioned(answer) *
        ((1 + definition.brands.length) * getAnswerRank(answer) - definition.brands.length),
      // Ranks have no upper limit. The second value is higher than any rank in the tests.
      range: [1, 1_000],
    },
    firstPlace: {
      ...visibility,
      numerator: (answer: GeneratedAnswer) => (getAnswerRank(answer) === 1 ? 1 : 0),
      denominator: countMentioned,
      sampleSize: countMentioned,
    },
    citationRate: {
      ...visibility,
      numerator: (answer: GeneratedAnswer) => (countOwnCitations(answer) > 0 ? 1 : 0),
      isCounted: hasDomains,
    },
    citationShare: {
      ...visibility,
      numerator: countOwnCitations,
      denominator: countAllCitations,
      isCounted: hasDomains,
    },
    sentiment: {
      ...visibility,
      kind: 'mean',
      numerator: (answer: GeneratedAnswer) => getSentiments(answer).positive - getSentiments(answer).negative,
      denominator: (answer: GeneratedAnswer) =>
        getSentiments(answer).positive + getSentiments(answer).neutral + getSentiments(answer).negative,
      squares: (answer: GeneratedAnswer) => getSentiments(answer).positive + getSentiments(answer).negative,
      range: [-1, 1],
      sampleSize: countMentioned,
    },
  } satisfies Record<string, ReferenceMetric>;
}

export function sumBy<T>(list: readonly T[], getValue: (item: T) => number): number {
  return list.reduce((sum, item) => sum + getValue(item), 0);
}

export const getSegmentKey = ({ prompt, engine, country }: GeneratedAnswer) =>
  `${prompt} ${engine} ${country}`;
