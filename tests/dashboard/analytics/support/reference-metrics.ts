import {
  type Change,
  computeRate,
  getGrade,
  type MeanMetric,
  type Metric,
  type SentimentMetric,
} from '#lib/core/metric';
import { comparePeriods, type PeriodComparison } from '#lib/dashboard/analytics/statistics/compare-periods';
import { bootstrapRatio, type Cluster } from '#lib/dashboard/analytics/statistics/uncertainty';
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

/** The answers of both periods that match the filters, and everything else their metrics depend on. */
export interface Scope {
  definition: BrandDefinitions;
  chosen: FilterChoice;
  /** Items of every outcome. */
  observed: GeneratedAnswer[];
  now: GeneratedAnswer[];
  before: GeneratedAnswer[];
  compared: boolean;
  /** Runs in the period. */
  runs: number;
  /** Whether the model of `chat` changed between the periods. */
  newModel: boolean;
}

export function buildScope(
  { answers, compare, newModel }: ProjectHistory,
  chosen: FilterChoice,
  { definition, runs }: { definition: BrandDefinitions; runs: number },
): Scope {
  const observed = answers.filter(matchesFilters(definition, chosen));
  const answered = observed.filter(({ outcome }) => outcome === 'answered');
  return {
    ...{ definition, chosen, observed, runs, newModel },
    now: answered.filter(isWithinPeriod(current)),
    before: answered.filter(isWithinPeriod(previousPeriods[compare])),
    compared: compare !== 'none',
  };
}

/** Restricts a scope to the answers that match a condition. */
export function filterScope(scope: Scope, matches: (one: GeneratedAnswer) => boolean): Scope {
  return {
    ...scope,
    observed: scope.observed.filter(matches),
    now: scope.now.filter(matches),
    before: scope.before.filter(matches),
  };
}

/** Defines how a metric is counted from single answers. */
interface ReferenceMetric {
  kind: 'rate' | 'mean';
  numerator: (one: GeneratedAnswer) => number;
  denominator: (one: GeneratedAnswer) => number;
  sampleSize: (one: GeneratedAnswer) => number;
  isCounted: (one: GeneratedAnswer) => boolean;
}

export type MetricName = keyof ReturnType<typeof defineMetrics>;

/** The metrics of docs/metrics.md. */
export function defineMetrics({ definition, chosen }: Scope, brand: number) {
  const one = () => 1;
  const always = () => true;
  const mentioned = (answer: GeneratedAnswer) => (isMentioned(definition, answer, brand) ? 1 : 0);
  const rank = (answer: GeneratedAnswer) => getRank(definition, answer, brand) ?? 0;
  const ownCitations = (answer: GeneratedAnswer) => countBrandCitations(definition, answer, brand);
  // Without a domain no URL can be cited.
  const hasDomains = () => (definition.brands[brand]?.domains.length ?? 0) > 0;
  const tone = (answer: GeneratedAnswer) => countSentiments(definition, answer, brand);
  const visibility: ReferenceMetric = {
    kind: 'rate',
    numerator: mentioned,
    denominator: one,
    sampleSize: one,
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
    position: { ...visibility, kind: 'mean', numerator: rank, denominator: mentioned, sampleSize: mentioned },
    firstPlace: {
      ...visibility,
      numerator: (answer: GeneratedAnswer) => (rank(answer) === 1 ? 1 : 0),
      denominator: mentioned,
      sampleSize: mentioned,
    },
    citationRate: {
      ...visibility,
      numerator: (answer: GeneratedAnswer) => (ownCitations(answer) > 0 ? 1 : 0),
      isCounted: hasDomains,
    },
    citationShare: {
      ...visibility,
      numerator: ownCitations,
      denominator: countAllCitations,
      isCounted: hasDomains,
    },
    sentiment: {
      ...visibility,
      kind: 'mean',
      numerator: (answer: GeneratedAnswer) => tone(answer).positive - tone(answer).negative,
      denominator: (answer: GeneratedAnswer) =>
        tone(answer).positive + tone(answer).neutral + tone(answer).negative,
      sampleSize: mentioned,
    },
  } satisfies Record<string, ReferenceMetric>;
}

export function sumBy<T>(list: readonly T[], getValue: (one: T) => number): number {
  return list.reduce((sum, one) => sum + getValue(one), 0);
}

export const getSegmentKey = ({ prompt, engine, country }: GeneratedAnswer) =>
  `${prompt} ${engine} ${country}`;

/** Counts a metric by prompt. */
export function toClusters(
  answers: readonly GeneratedAnswer[],
  { numerator, denominator }: Pick<ReferenceMetric, 'numerator' | 'denominator'>,
): Map<number, Cluster> {
  const clusters = new Map<number, Cluster>();
  for (const [prompt, promptAnswers] of Map.groupBy(answers, (one) => one.prompt)) {
    clusters.set(prompt, {
      numerator: sumBy(promptAnswers, numerator),
      denominator: sumBy(promptAnswers, denominator),
    });
  }
  return clusters;
}

/** Compares only segments answered in both periods, without engines whose model changed if any others remain. */
function toComparison(scope: Scope, measure: ReferenceMetric): PeriodComparison {
  const segmentsBefore = new Set(scope.before.map(getSegmentKey));
  const segmentsNow = new Set(scope.now.map(getSegmentKey));
  const isPaired = (one: GeneratedAnswer) =>
    segmentsBefore.has(getSegmentKey(one)) && segmentsNow.has(getSegmentKey(one));
  const isChanged = ({ engine }: GeneratedAnswer) => scope.newModel && engine === 'chat';
  const paired = [...scope.before, ...scope.now].filter(isPaired);
  const hasUnchangedModel = paired.some((one) => !isChanged(one));
  const isCompared = (one: GeneratedAnswer) =>
    isPaired(one) && !(hasUnchangedModel && isChanged(one)) && measure.isCounted(one);
  const before = scope.before.filter(isCompared);
  const now = scope.now.filter(isCompared);
  const noAnswers = { numerator: 0, denominator: 0 };
  const [clustersBefore, clustersNow] = [toClusters(before, measure), toClusters(now, measure)];
  return {
    kind: measure.kind,
    clusters: [...clustersNow].map(([prompt, cluster]) => ({
      now: cluster,
      before: clustersBefore.get(prompt) ?? noAnswers,
    })),
    isClustered: scope.runs >= 5,
    segments: new Set(now.map(getSegmentKey)).size,
    answersBefore: sumBy(before, measure.sampleSize),
    answersNow: sumBy(now, measure.sampleSize),
    modelChanged: paired.length > 0 && !hasUnchangedModel,
    excludedEngines: hasUnchangedModel && paired.some(isChanged) ? ['chat'] : [],
  };
}

/** Compares several metrics whose changes are judged together. */
export function compareAll(scopes: readonly { scope: Scope; measure: ReferenceMetric }[]): (Change | null)[] {
  if (!scopes.some(({ scope }) => scope.compared)) return scopes.map(() => null);
  return comparePeriods(scopes.map(({ scope, measure }) => toComparison(scope, measure)));
}

export function computeMetric(scope: Scope, measure: ReferenceMetric, change: Change | null): Metric {
  const answers = scope.now.filter(measure.isCounted);
  return {
    ...computeRate(sumBy(answers, measure.numerator), sumBy(answers, measure.denominator)),
    clusteredInterval: scope.runs >= 5 ? bootstrapRatio([...toClusters(answers, measure).values()]) : null,
    grade: getGrade(sumBy(answers, measure.sampleSize)),
    change,
  };
}

export function computeMeanMetric(scope: Scope, measure: ReferenceMetric, change: Change | null): MeanMetric {
  const { value, denominator, clusteredInterval, grade } = computeMetric(scope, measure, change);
  return { mean: value, answers: denominator, clusteredInterval, grade, change };
}

const scaleInterval = <T extends { low: number; high: number }>(interval: T | null) =>
  interval && { low: 100 * interval.low, high: 100 * interval.high };
const scale = (value: number | null) => (value === null ? null : 100 * value);

/** 100 × (positive − negative) ÷ sentences, and its parts. */
function computeSentiment(scope: Scope, brand: number, change: Change | null): SentimentMetric {
  const measure = defineMetrics(scope, brand).sentiment;
  const { value, clusteredInterval, grade } = computeMetric(scope, measure, null);
  const tones = scope.now.map((one) => countSentiments(scope.definition, one, brand));
  return {
    value: scale(value),
    positive: sumBy(tones, ({ positive }) => positive),
    neutral: sumBy(tones, ({ neutral }) => neutral),
    negative: sumBy(tones, ({ negative }) => negative),
    clusteredInterval: scaleInterval(clusteredInterval),
    grade,
    change: change && {
      ...change,
      before: scale(change.before),
      now: scale(change.now),
      difference: scale(change.difference),
      interval: scaleInterval(change.interval),
    },
    classifier: 'AFINN-165, English',
  };
}

/** Computes the seven metrics of a brand with given changes. */
export function computeMetrics(scope: Scope, brand: number, getChange: (name: MetricName) => Change | null) {
  const measures = defineMetrics(scope, brand);
  const rate = (name: MetricName) => computeMetric(scope, measures[name], getChange(name));
  return {
    visibility: rate('visibility'),
    shareOfVoice: rate('shareOfVoice'),
    position: computeMeanMetric(scope, measures.position, getChange('position')),
    firstPlace: rate('firstPlace'),
    citationRate: rate('citationRate'),
    citationShare: rate('citationShare'),
    sentiment: computeSentiment(scope, brand, getChange('sentiment')),
  };
}

/** Answered ÷ (answered + no answer). */
export function computeTriggerRate({ observed, now }: Scope) {
  const observedNow = observed
    .filter(isWithinPeriod(current))
    .filter(({ outcome }) => outcome === 'answered' || outcome === 'no_answer');
  return computeRate(now.length, observedNow.length);
}
