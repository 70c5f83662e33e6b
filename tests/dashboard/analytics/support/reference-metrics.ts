import {
  type Change,
  computeRate,
  getGrade,
  type MeanMetric,
  type Metric,
  type Rate,
  type SentimentMetric,
} from '#lib/core/metric';
import { type ClusterSums, sumClusters } from '#lib/dashboard/analytics/statistics/clusters';
import { comparePeriods, type PeriodComparison } from '#lib/dashboard/analytics/statistics/compare-periods';
import { estimateInterval } from '#lib/dashboard/analytics/statistics/estimate-interval';
import { estimateAutocorrelation, RunShocks } from '#lib/dashboard/analytics/statistics/run-shocks';
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
  promptIds: readonly string[];
  /** Whether the model of `chat` changed between the periods. */
  newModel: boolean;
  compare: ProjectHistory['compare'];
  /** The scope of the page, if this one is a part of it. */
  page?: Scope;
}

export function buildScope(
  { answers, compare, newModel }: ProjectHistory,
  chosen: FilterChoice,
  {
    definition,
    runs,
    promptIds,
  }: { definition: BrandDefinitions; runs: number; promptIds: readonly string[] },
): Scope {
  const observed = answers.filter(matchesFilters(definition, chosen));
  const answered = observed.filter(({ outcome }) => outcome === 'answered');
  return {
    ...{ definition, chosen, observed, runs, promptIds, newModel, compare },
    now: answered.filter(isWithinPeriod(current)),
    before: answered.filter(isWithinPeriod(previousPeriods[compare])),
    compared: compare !== 'none',
  };
}

/** Restricts a scope to the answers that match a condition. */
export function filterScope(scope: Scope, matches: (one: GeneratedAnswer) => boolean): Scope {
  return {
    ...scope,
    page: scope.page ?? scope,
    observed: scope.observed.filter(matches),
    now: scope.now.filter(matches),
    before: scope.before.filter(matches),
  };
}

/** Defines how a metric is counted from single answers. */
export interface ReferenceMetric {
  kind: 'rate' | 'mean';
  numerator: (one: GeneratedAnswer) => number;
  denominator: (one: GeneratedAnswer) => number;
  /** The sum of squared values of a mean, and the range of these values. */
  squares?: (one: GeneratedAnswer) => number;
  range?: [low: number, high: number];
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
    position: {
      ...visibility,
      ...{ kind: 'mean', numerator: rank, denominator: mentioned, sampleSize: mentioned },
      squares: (answer: GeneratedAnswer) =>
        mentioned(answer) * ((1 + definition.brands.length) * rank(answer) - definition.brands.length),
      range: [1, 1_000],
    },
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
      squares: (answer: GeneratedAnswer) => tone(answer).positive + tone(answer).negative,
      range: [-1, 1],
      sampleSize: mentioned,
    },
  } satisfies Record<string, ReferenceMetric>;
}

export function sumBy<T>(list: readonly T[], getValue: (one: T) => number): number {
  return list.reduce((sum, one) => sum + getValue(one), 0);
}

export const getSegmentKey = ({ prompt, engine, country }: GeneratedAnswer) =>
  `${prompt} ${engine} ${country}`;

/** Counts a metric by key. */
function toClusters(
  answers: readonly GeneratedAnswer[],
  { numerator, denominator }: Pick<ReferenceMetric, 'numerator' | 'denominator'>,
  getKey: (one: GeneratedAnswer) => string | number,
): ClusterSums {
  return sumClusters(
    [...Map.groupBy(answers, getKey).values()].map((group) => ({
      numerator: sumBy(group, numerator),
      denominator: sumBy(group, denominator),
    })),
  );
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
  const count = (answers: readonly GeneratedAnswer[]) => ({
    numerator: sumBy(answers, measure.numerator),
    denominator: sumBy(answers, measure.denominator),
    squares: sumBy(answers, measure.squares ?? measure.numerator),
    answers: sumBy(answers, measure.sampleSize),
  });
  return {
    kind: measure.kind,
    segments: [...Map.groupBy(now, getSegmentKey)].flatMap(([key, group]) => {
      const [first] = group;
      if (!first) return [];
      return {
        promptId: `${first.prompt}`,
        engine: first.engine,
        current: count(group),
        previous: count(before.filter((one) => getSegmentKey(one) === key)),
      };
    }),
    modelChanged: paired.length > 0 && !hasUnchangedModel,
    excludedEngines: hasUnchangedModel && paired.some(isChanged) ? ['chat'] : [],
    shocks: findShocks(scope.page ?? scope, measure),
    autocorrelation: computeAutocorrelation(scope.page ?? scope),
  };
}

/** Counts a metric by engine and day over the whole page. */
function findShocks({ now, before }: Scope, measure: ReferenceMetric): RunShocks {
  const countBy = (getKey: (one: GeneratedAnswer) => string) =>
    ([true, false] as const).flatMap((isCurrent) =>
      [...Map.groupBy((isCurrent ? now : before).filter(measure.isCounted), getKey).values()].flatMap(
        (group) => {
          const [first] = group;
          if (!first) return [];
          const counts = {
            numerator: sumBy(group, measure.numerator),
            denominator: sumBy(group, measure.denominator),
          };
          return { engine: first.engine, day: first.day, isCurrent, ...counts };
        },
      ),
    );
  return new RunShocks(
    countBy((one) => `${one.engine} ${one.day}`),
    countBy(getSegmentKey),
  );
}

/** Computes how much the daily visibility in a segment resembles that of the day before, over the first segments. */
export function computeAutocorrelation({ observed, now, before, compared, ...scope }: Scope): number {
  if (!compared) return 0;
  const { definition, chosen, promptIds, compare } = scope;
  const isShown = (one: GeneratedAnswer) =>
    one.outcome !== 'failed' &&
    (isWithinPeriod(current)(one) || isWithinPeriod(previousPeriods[compare])(one));
  const byPrompt = [...Map.groupBy(observed.filter(isShown), ({ prompt }) => prompt)].sort(([a], [b]) =>
    (promptIds[a] ?? '') < (promptIds[b] ?? '') ? -1 : 1,
  );
  const sample = new Set<number>();
  let segmentCount = 0;
  for (const [prompt, answers] of byPrompt) {
    segmentCount += new Set(answers.map(getSegmentKey)).size;
    if (segmentCount > 24 && sample.size > 0) break;
    sample.add(prompt);
  }
  const isOld = (one: GeneratedAnswer) => !isWithinPeriod(current)(one);
  return estimateAutocorrelation(
    [now, before.filter(isOld)].flatMap((answers) =>
      [
        ...Map.groupBy(
          answers.filter(({ prompt }) => sample.has(prompt)),
          getSegmentKey,
        ).values(),
      ].map((segment) =>
        [...Map.groupBy(segment, ({ day }) => day)]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(
            ([, ofDay]) =>
              ofDay.filter((one) => isMentioned(definition, one, chosen.brand)).length / ofDay.length,
          ),
      ),
    ),
  );
}

/** Compares all metrics of a page, whose changes are judged together. */
export function compareAll(shown: readonly { scope: Scope; measure: ReferenceMetric }[]): (Change | null)[] {
  if (!shown.some(({ scope }) => scope.compared)) return shown.map(() => null);
  return comparePeriods(shown.map(({ scope, measure }) => toComparison(scope, measure)));
}

export function computeMetric(
  scope: Scope,
  measure: ReferenceMetric,
  change: Change | null,
  getSegment: (one: GeneratedAnswer) => string = getSegmentKey,
): Metric {
  const answers = scope.now.filter(measure.isCounted);
  const { interval: estimated, designEffect } = estimateInterval({
    kind: measure.kind,
    prompts: toClusters(answers, measure, ({ prompt }) => prompt),
    segments: toClusters(answers, measure, getSegment),
    squares: sumBy(answers, measure.squares ?? measure.numerator),
  });
  const [min, max] = measure.range ?? [0, 1];
  const interval = estimated && { low: Math.max(min, estimated.low), high: Math.min(max, estimated.high) };
  const effectiveAnswers = sumBy(answers, measure.sampleSize) / designEffect;
  const marginOfError = interval && measure.kind === 'rate' ? (interval.high - interval.low) / 2 : 0;
  return {
    ...computeRate(sumBy(answers, measure.numerator), sumBy(answers, measure.denominator)),
    ...{ clusteredInterval: interval, effectiveAnswers, grade: getGrade(effectiveAnswers, marginOfError) },
    change,
  };
}

/** Computes the rate of each day with the correlation of answers to one prompt in the whole period. */
export function computeDailyRates(
  measure: ReferenceMetric,
  days: readonly string[],
  answers: readonly GeneratedAnswer[],
): (Rate | null)[] {
  const counted = answers.filter(measure.isCounted);
  const prompts = toClusters(counted, measure, ({ prompt }) => prompt);
  const segments = toClusters(counted, measure, getSegmentKey);
  const { designEffect } = estimateInterval({ kind: 'rate', prompts, segments });
  const perPrompt = prompts.denominator / prompts.clusters;
  const correlation = perPrompt > 1 ? Math.min(1, (designEffect - 1) / (perPrompt - 1)) : 0;
  return days.map((day) => {
    const ofDay = counted.filter((one) => one.day === day);
    const denominator = sumBy(ofDay, measure.denominator);
    if (denominator === 0) return null;
    const numerator = sumBy(ofDay, measure.numerator);
    const effect = 1 + correlation * Math.max(0, denominator / prompts.clusters - 1);
    return { ...computeRate(numerator / effect, denominator / effect), numerator, denominator };
  });
}

export function computeMeanMetric(
  scope: Scope,
  measure: ReferenceMetric,
  change: Change | null,
  similarRate?: ReferenceMetric,
): MeanMetric {
  const { value, denominator, clusteredInterval } = computeMetric(scope, measure, change);
  const { effectiveAnswers } = computeMetric(scope, similarRate ?? measure, null);
  const grade = getGrade(effectiveAnswers);
  return { mean: value, answers: denominator, clusteredInterval, effectiveAnswers, grade, change };
}

const scaleInterval = <T extends { low: number; high: number }>(interval: T | null) =>
  interval && { low: 100 * interval.low, high: 100 * interval.high };
const scale = (value: number | null) => (value === null ? null : 100 * value);

/** 100 × (positive − negative) ÷ sentences, and its parts. */
function computeSentiment(scope: Scope, brand: number, change: Change | null): SentimentMetric {
  const measure = defineMetrics(scope, brand).sentiment;
  const { value, clusteredInterval, effectiveAnswers } = computeMetric(scope, measure, null);
  const mentioning = scope.now.filter((one) => isMentioned(scope.definition, one, brand));
  const countSentences = (one: GeneratedAnswer) => {
    const { positive, neutral, negative } = countSentiments(scope.definition, one, brand);
    return positive + neutral + negative;
  };
  const classified = new Set(scope.now.filter((one) => countSentences(one) > 0).map(getSegmentKey));
  const tones = scope.now.map((one) => countSentiments(scope.definition, one, brand));
  return {
    value: scale(value),
    positive: sumBy(tones, ({ positive }) => positive),
    neutral: sumBy(tones, ({ neutral }) => neutral),
    negative: sumBy(tones, ({ negative }) => negative),
    clusteredInterval: scaleInterval(clusteredInterval),
    ...{ effectiveAnswers, grade: 'exploratory' },
    change: change && {
      ...change,
      previous: scale(change.previous),
      current: scale(change.current),
      difference: scale(change.difference),
      interval: scaleInterval(change.interval),
    },
    classifier: 'AFINN-165, English',
    coverage: computeRate(
      mentioning.filter((one) => classified.has(getSegmentKey(one))).length,
      mentioning.length,
    ),
  };
}

/** Computes the seven metrics of a brand with given changes. */
export function computeMetrics(scope: Scope, brand: number, getChange: (name: MetricName) => Change | null) {
  const measures = defineMetrics(scope, brand);
  const rate = (name: MetricName) => computeMetric(scope, measures[name], getChange(name));
  return {
    visibility: rate('visibility'),
    shareOfVoice: rate('shareOfVoice'),
    position: computeMeanMetric(scope, measures.position, getChange('position'), measures.firstPlace),
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

/** Rounds all numbers of a value to nine digits: sums of fractions depend on their order. */
export function roundNumbers(value: unknown): unknown {
  if (typeof value === 'number') return Math.abs(value) < 1e-12 ? 0 : Number(value.toPrecision(9));
  if (Array.isArray(value)) return value.map(roundNumbers);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, roundNumbers(one)]));
}
