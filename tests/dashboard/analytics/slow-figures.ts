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
import { type Chosen, current, type Definition, earlier, type MadeUp, type Past } from './made-up';
import {
  allCitations,
  brandsNamed,
  citationsOfBrand,
  during,
  isBranded,
  isChosen,
  isNamed,
  rankOf,
  toneOf,
} from './slow-answers';

/** Answers of the two periods that what was chosen speaks of, and what else their figures depend on. */
export interface Scope {
  definition: Definition;
  chosen: Chosen;
  /** Everything observed. */
  observed: MadeUp[];
  now: MadeUp[];
  before: MadeUp[];
  compared: boolean;
  /** Runs in the period. */
  runs: number;
  /** Whether another model serves `chat` now. */
  newModel: boolean;
}

export function scopeOf(
  { answers, compare, newModel }: Past,
  chosen: Chosen,
  { definition, runs }: { definition: Definition; runs: number },
): Scope {
  const observed = answers.filter(isChosen(definition, chosen));
  const answered = observed.filter(({ outcome }) => outcome === 'answered');
  return {
    ...{ definition, chosen, observed, runs, newModel },
    now: answered.filter(during(current)),
    before: answered.filter(during(earlier[compare])),
    compared: compare !== 'none',
  };
}

/** The same of some answers alone. */
export function partOf(scope: Scope, holds: (one: MadeUp) => boolean): Scope {
  return {
    ...scope,
    observed: scope.observed.filter(holds),
    now: scope.now.filter(holds),
    before: scope.before.filter(holds),
  };
}

/** What of an answer a figure divides by what, on how many answers it rests, and which answers count for it. */
interface Measure {
  kind: 'rate' | 'mean';
  numerator: (one: MadeUp) => number;
  denominator: (one: MadeUp) => number;
  restsOn: (one: MadeUp) => number;
  counts: (one: MadeUp) => boolean;
}

export type FigureName = keyof ReturnType<typeof measuresOf>;

/** metrics.md, "What every figure on the dashboard means". */
export function measuresOf({ definition, chosen }: Scope, brand: number) {
  const one = () => 1;
  const every = () => true;
  const named = (answer: MadeUp) => (isNamed(definition, answer, brand) ? 1 : 0);
  const rank = (answer: MadeUp) => rankOf(definition, answer, brand) ?? 0;
  const own = (answer: MadeUp) => citationsOfBrand(definition, answer, brand);
  // Without a domain there is no address that could be cited, and nothing to measure.
  const citable = () => (definition.brands[brand]?.domains.length ?? 0) > 0;
  const tone = (answer: MadeUp) => toneOf(definition, answer, brand);
  const visibility: Measure = {
    kind: 'rate',
    numerator: named,
    denominator: one,
    restsOn: one,
    counts: every,
  };
  return {
    visibility,
    shareOfVoice: {
      ...visibility,
      denominator: (answer: MadeUp) => brandsNamed(definition, answer).length,
      counts: ({ prompt }: MadeUp) => chosen.branded !== 'without' || !isBranded(definition, prompt),
    },
    position: { ...visibility, kind: 'mean', numerator: rank, denominator: named, restsOn: named },
    firstPlace: {
      ...visibility,
      numerator: (answer: MadeUp) => (rank(answer) === 1 ? 1 : 0),
      denominator: named,
      restsOn: named,
    },
    citationRate: {
      ...visibility,
      numerator: (answer: MadeUp) => (own(answer) > 0 ? 1 : 0),
      counts: citable,
    },
    citationShare: { ...visibility, numerator: own, denominator: allCitations, counts: citable },
    sentiment: {
      ...visibility,
      kind: 'mean',
      numerator: (answer: MadeUp) => tone(answer).positive - tone(answer).negative,
      denominator: (answer: MadeUp) => tone(answer).positive + tone(answer).neutral + tone(answer).negative,
      restsOn: named,
    },
  } satisfies Record<string, Measure>;
}

export function sumOf<T>(list: readonly T[], amount: (one: T) => number): number {
  return list.reduce((sum, one) => sum + amount(one), 0);
}

export const cellOf = ({ prompt, engine, country }: MadeUp) => `${prompt} ${engine} ${country}`;

/** What a figure counts of each prompt. */
export function clustersOf(
  answers: readonly MadeUp[],
  { numerator, denominator }: Pick<Measure, 'numerator' | 'denominator'>,
): Map<number, Cluster> {
  const clusters = new Map<number, Cluster>();
  for (const [prompt, own] of Map.groupBy(answers, (one) => one.prompt)) {
    clusters.set(prompt, { numerator: sumOf(own, numerator), denominator: sumOf(own, denominator) });
  }
  return clusters;
}

/** A change compares only cells present in both periods, without engines that another model serves, if others are left. */
function comparisonOf(scope: Scope, measure: Measure): PeriodComparison {
  const cellsBefore = new Set(scope.before.map(cellOf));
  const cellsNow = new Set(scope.now.map(cellOf));
  const isPaired = (one: MadeUp) => cellsBefore.has(cellOf(one)) && cellsNow.has(cellOf(one));
  const isChanged = ({ engine }: MadeUp) => scope.newModel && engine === 'chat';
  const paired = [...scope.before, ...scope.now].filter(isPaired);
  const steady = paired.some((one) => !isChanged(one));
  const isCompared = (one: MadeUp) => isPaired(one) && !(steady && isChanged(one)) && measure.counts(one);
  const before = scope.before.filter(isCompared);
  const now = scope.now.filter(isCompared);
  const nothing = { numerator: 0, denominator: 0 };
  const [clustersBefore, clustersNow] = [clustersOf(before, measure), clustersOf(now, measure)];
  return {
    kind: measure.kind,
    clusters: [...clustersNow].map(([prompt, cluster]) => ({
      now: cluster,
      before: clustersBefore.get(prompt) ?? nothing,
    })),
    isClustered: scope.runs >= 5,
    segments: new Set(now.map(cellOf)).size,
    answersBefore: sumOf(before, measure.restsOn),
    answersNow: sumOf(now, measure.restsOn),
    modelChanged: paired.length > 0 && !steady,
    excludedEngines: steady && paired.some(isChanged) ? ['chat'] : [],
  };
}

/** The figures shown together, each with its change: all of them are judged together. */
export function changesOf(scopes: readonly { scope: Scope; measure: Measure }[]): (Change | null)[] {
  if (!scopes.some(({ scope }) => scope.compared)) return scopes.map(() => null);
  return comparePeriods(scopes.map(({ scope, measure }) => comparisonOf(scope, measure)));
}

export function rateOf(scope: Scope, measure: Measure, change: Change | null): Metric {
  const answers = scope.now.filter(measure.counts);
  return {
    ...computeRate(sumOf(answers, measure.numerator), sumOf(answers, measure.denominator)),
    clusteredInterval: scope.runs >= 5 ? bootstrapRatio([...clustersOf(answers, measure).values()]) : null,
    grade: getGrade(sumOf(answers, measure.restsOn)),
    change,
  };
}

export function meanOf(scope: Scope, measure: Measure, change: Change | null): MeanMetric {
  const { value, denominator, clusteredInterval, grade } = rateOf(scope, measure, change);
  return { mean: value, answers: denominator, clusteredInterval: clusteredInterval, grade, change };
}

const inHundreds = <T extends { low: number; high: number }>(interval: T | null) =>
  interval && { low: 100 * interval.low, high: 100 * interval.high };
const hundred = (value: number | null) => (value === null ? null : 100 * value);

/** 100 × (positive − negative) ÷ sentences, and its parts. */
function sentimentOf(scope: Scope, brand: number, change: Change | null): SentimentMetric {
  const measure = measuresOf(scope, brand).sentiment;
  const { value, clusteredInterval, grade } = rateOf(scope, measure, null);
  const tones = scope.now.map((one) => toneOf(scope.definition, one, brand));
  return {
    value: hundred(value),
    positive: sumOf(tones, ({ positive }) => positive),
    neutral: sumOf(tones, ({ neutral }) => neutral),
    negative: sumOf(tones, ({ negative }) => negative),
    clusteredInterval: inHundreds(clusteredInterval),
    grade,
    change: change && {
      ...change,
      before: hundred(change.before),
      now: hundred(change.now),
      difference: hundred(change.difference),
      interval: inHundreds(change.interval),
    },
    classifier: 'AFINN-165, English',
  };
}

/** The seven figures of a brand with changes already judged. */
export function figuresOf(scope: Scope, brand: number, changeOf: (name: FigureName) => Change | null) {
  const measures = measuresOf(scope, brand);
  const rate = (name: FigureName) => rateOf(scope, measures[name], changeOf(name));
  return {
    visibility: rate('visibility'),
    shareOfVoice: rate('shareOfVoice'),
    position: meanOf(scope, measures.position, changeOf('position')),
    firstPlace: rate('firstPlace'),
    citationRate: rate('citationRate'),
    citationShare: rate('citationShare'),
    sentiment: sentimentOf(scope, brand, changeOf('sentiment')),
  };
}

/** Observations where the engine gave an answer ÷ those where it could. */
export function triggerRateOf({ observed, now }: Scope) {
  const asked = observed
    .filter(during(current))
    .filter(({ outcome }) => outcome === 'answered' || outcome === 'no_answer');
  return computeRate(now.length, asked.length);
}
