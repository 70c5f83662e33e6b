import { addDays, countDays } from '#lib/core/time';
import type { Oracle, OracleNoise, OraclePanel, OracleRange } from '#tests/support/statistics-oracle';
import {
  type BrandDefinitions,
  current,
  type GeneratedAnswer,
  type ProjectHistory,
  previousPeriods,
  prompts,
} from './generated-answers';
import { isBranded, isWithinPeriod } from './reference-answers';
import { getSegmentKey, sumBy } from './reference-definitions';

/*
 * The panel of a project for an independent implementation of the statistics: daily counts of every segment, recounted
 * from the individual generated answers. Filters choose segments of it and change nothing else.
 */

/** Counts of one answer. An average has values and their number; a ratio has parts and wholes. */
export type AnswerMetric =
  | { kind: 'share'; sum: Count; answers: Count }
  | { kind: 'mean'; sum: Count; answers: Count; squares: Count; unit: number }
  | { kind: 'ratio'; parts: Count; wholes: Count; answers: Count; isSigned: boolean };

export type Count = (answer: GeneratedAnswer) => number;

export interface ReferenceSegment {
  key: string;
  prompt: number;
  engine: GeneratedAnswer['engine'];
  country: string;
}

/** All answers of a project by segment and day, with the periods of a page as indices of days. */
export interface ReferencePanel {
  oracle: Oracle;
  definition: BrandDefinitions;
  segments: readonly ReferenceSegment[];
  /** The first day of the answers or of the periods. */
  firstDay: string;
  /** The index of the first day with answers, before which noise is not estimated. */
  firstAnswered: number;
  dayCount: number;
  weekdays: readonly number[];
  current: OracleRange;
  previous: OracleRange | null;
  /** Answers by segment and day. */
  answers: readonly (readonly GeneratedAnswer[][])[];
  /** Indices of the segments with a row in one of the periods, whatever its outcome is. */
  shown: readonly number[];
  /** Engines whose model changed between the periods. */
  changedEngines: readonly string[];
  /** Fits and families that were computed, by name. */
  cache: Map<string, unknown>;
}

const historyDays = 182;

/** Builds the panel of a project; null without answers until the end of its periods. */
export function buildReferencePanel(
  oracle: Oracle,
  history: ProjectHistory,
  definition: BrandDefinitions,
): ReferencePanel | null {
  const { answers, compare } = history;
  const previous = previousPeriods[compare];
  const answered = answers.filter(({ outcome }) => outcome === 'answered');
  const answeredDays = answered.map(({ day }) => day).sort();
  const lastDay = previous && previous.to > current.to ? previous.to : current.to;
  const [firstAnswered] = answeredDays;
  if (firstAnswered === undefined || firstAnswered > lastDay) return null;
  const firstDay = [firstAnswered, current.from, previous?.from ?? current.from].sort()[0] ?? firstAnswered;
  const dayCount = countDays(firstDay, lastDay);
  const days = Array.from({ length: dayCount }, (_, day) => addDays(firstDay, day));
  const toRange = ({ from, to }: { from: string; to: string }): OracleRange => {
    const index = (day: string) => Math.min(dayCount, Math.max(0, countDays(firstDay, day) - 1));
    return [index(from), Math.max(index(from), index(addDays(to, 1)))];
  };
  const recorded = answers.filter(({ outcome, day }) => outcome !== 'failed' && day <= lastDay);
  const segments = [...new Map(recorded.map((answer) => [getSegmentKey(answer), answer]))].map(
    ([key, { prompt, engine, country }]) => ({ key, prompt, engine, country }),
  );
  const bySegment = Map.groupBy(answered, getSegmentKey);
  const isIn = (period: typeof previous) => (answer: GeneratedAnswer) =>
    period !== null && answer.day >= period.from && answer.day <= period.to;
  const shownKeys = new Set(
    recorded.filter((answer) => isIn(current)(answer) || isIn(previous)(answer)).map(getSegmentKey),
  );
  return {
    oracle,
    definition,
    segments,
    firstDay,
    firstAnswered: countDays(firstDay, firstAnswered) - 1,
    dayCount,
    weekdays: days.map((day) => (new Date(day).getUTCDay() + 6) % 7),
    current: toRange(current),
    previous: previous && toRange(previous),
    answers: segments.map(({ key }) => {
      const byDay = Map.groupBy(bySegment.get(key) ?? [], ({ day }) => day);
      return days.map((day) => byDay.get(day) ?? []);
    }),
    shown: [...segments.keys()].filter((index) => shownKeys.has(segments[index]?.key ?? '')),
    changedEngines: hasChangedModel(history) ? ['chat'] : [],
    cache: new Map(),
  };
}

/** Models are compared if both periods have as many answers. */
const minModelAnswers = 20;

/** Returns whether the model of `chat` changed between the periods, in all answers of the project. */
function hasChangedModel({ answers, compare, hasNewModel }: ProjectHistory): boolean {
  const own = answers.filter(({ engine, outcome }) => engine === 'chat' && outcome === 'answered');
  return (
    hasNewModel &&
    [current, previousPeriods[compare]].every(
      (period) => own.filter(isWithinPeriod(period)).length >= minModelAnswers,
    )
  );
}

/** The days of the compared periods, or of the current one. No day counts twice. */
export function listPeriods(
  { current: now, previous }: ReferencePanel,
  of: 'change' | 'level',
): OracleRange[] {
  if (of === 'level' || !previous) return [now];
  const [earlier, later] = previous[0] <= now[0] ? [previous, now] : [now, previous];
  const rest: OracleRange = [Math.max(later[0], earlier[1]), later[1]];
  return rest[0] < rest[1] ? [earlier, rest] : [earlier];
}

/** The days from which the noise of a change or of a level is estimated. */
export function listSpans(panel: ReferencePanel, of: 'change' | 'level'): OracleRange[] {
  const { firstAnswered } = panel;
  return listPeriods(panel, of).map(([from, to], index) => [
    Math.max(firstAnswered, index === 0 ? from - historyDays : from),
    Math.max(firstAnswered, to),
  ]);
}

export function remember<T>({ cache }: ReferencePanel, name: string, compute: () => T): T {
  if (!cache.has(name)) cache.set(name, compute());
  return cache.get(name) as T;
}

/** Adds up a count by segment and day. */
function countDaily(panel: ReferencePanel, count: Count): Float64Array[] {
  return panel.answers.map((days) => Float64Array.from(days, (answers) => sumBy(answers, count)));
}

/** The panel of an average, and those of the parts and wholes of a ratio. */
export interface MetricPanels {
  panel: OraclePanel;
  wholes: OraclePanel | null;
  isSigned: boolean;
}

export function buildMetricPanels(panel: ReferencePanel, metric: AnswerMetric): MetricPanels {
  const n = countDaily(panel, metric.answers);
  const base = {
    S: panel.segments.length,
    T: panel.dayCount,
    n,
    prompt: panel.segments.map(({ prompt }) => prompt),
    engine: panel.segments.map(({ engine }) => engine),
    country: panel.segments.map(({ country }) => country),
    dow: panel.weekdays,
  };
  const create = (count: Count, values: boolean, unit: number, squares = count): OraclePanel => ({
    ...base,
    y: countDaily(panel, count),
    z: countDaily(panel, squares),
    values,
    unit,
  });
  if (metric.kind === 'share') return { panel: create(metric.sum, false, 1), wholes: null, isSigned: false };
  if (metric.kind === 'mean') {
    const own = create(metric.sum, true, metric.unit, metric.squares);
    return { panel: own, wholes: null, isSigned: false };
  }
  const unit = metric.isSigned ? 2 : 1;
  return {
    panel: create(metric.parts, true, unit),
    wholes: create(metric.wholes, true, unit),
    isSigned: metric.isSigned,
  };
}

/** Sums by segment over some days. */
export function sumRanges(values: readonly Float64Array[], ranges: readonly OracleRange[]): number[] {
  return values.map((days) =>
    sumBy(ranges, ([from, to]) => sumBy([...days.slice(from, to)], (value) => value)),
  );
}

/**
 * Turns a ratio into an average with the values (A − R·B) ÷ (ΣB/Σn), where R = ΣA/ΣB is that of each span over some
 * segments.
 */
export function linearize(
  { panel, wholes, isSigned }: MetricPanels,
  spans: readonly OracleRange[],
  segments: readonly number[] = [...panel.n.keys()],
): OraclePanel {
  if (!wholes) return panel;
  const y = panel.y.map((days) => new Float64Array(days.length));
  const z = panel.y.map((days) => new Float64Array(days.length));
  let last = 0;
  for (const span of spans) {
    const add = (values: readonly Float64Array[]) => {
      const sums = sumRanges(values, [span]);
      return sumBy(segments, (segment) => sums[segment] ?? 0);
    };
    const [a, b, n] = [add(panel.y), add(wholes.y), add(panel.n)];
    const [ratio, perAnswer] = b > 0 ? [a / b, b / n] : [0, 1];
    last = ratio;
    for (const [segment, counts] of panel.n.entries()) {
      for (let day = span[0]; day < span[1]; day += 1) {
        const count = counts[day] ?? 0;
        const [ySegment, zSegment] = [y[segment], z[segment]];
        if (count === 0 || !ySegment || !zSegment) continue;
        const value = ((panel.y[segment]?.[day] ?? 0) - ratio * (wholes.y[segment]?.[day] ?? 0)) / perAnswer;
        ySegment[day] = value;
        zSegment[day] = value ** 2 / count;
      }
    }
  }
  return { ...panel, y, z, rate: isSigned ? (1 - last ** 2) / 2 : last * (1 - last) };
}

/** Draws the means of segments to that of their engine (section 1.2), with inflated counts. */
function smooth(sums: number[], counts: number[], engines: readonly string[], inflation: number): number[] {
  const means = new Map(
    [...new Set(engines)].map((engine) => {
      const own = [...engines.keys()].filter((index) => engines[index] === engine);
      const sum = sumBy(own, (index) => (sums[index] ?? 0) / inflation);
      const count = sumBy(own, (index) => (counts[index] ?? 0) / inflation);
      return [engine, (sum + 0.5) / (count + 1)];
    }),
  );
  return sums.map(
    (sum, index) =>
      (sum / inflation + 2 * (means.get(engines[index] ?? '') ?? 0)) / ((counts[index] ?? 0) / inflation + 2),
  );
}

/** Replaces the variances of segments by those of other values over some days. */
export function replaceSpreads(noise: OracleNoise, panel: OraclePanel, ranges: readonly OracleRange[]) {
  const counts = sumRanges(panel.n, ranges);
  const pr = smooth(sumRanges(panel.y, ranges), counts, panel.engine, noise.f);
  if (!panel.values) return { ...noise, pr, s: pr.map((mean) => mean * (1 - mean)) };
  const squares = smooth(sumRanges(panel.z, ranges), counts, panel.engine, noise.f);
  return { ...noise, pr, s: squares.map((square, index) => Math.max(1e-4, square - (pr[index] ?? 0) ** 2)) };
}

/** Returns whether a prompt of a segment names a tracked brand. */
export const isBrandedSegment = ({ definition }: ReferencePanel, { prompt }: ReferenceSegment) =>
  isBranded(definition, prompt);

/** The values by which rows of tables are formed, in the order in which they describe a set. */
export const dimensions: Record<string, (panel: ReferencePanel, segment: ReferenceSegment) => string[]> = {
  prompt: (_, { prompt }) => [`${prompt}`],
  topic: (_, { prompt }) => [prompts[prompt]?.topic ?? ''],
  tag: (_, { prompt }) => prompts[prompt]?.tags ?? [],
  engine: (_, { engine }) => [engine],
  country: (_, { country }) => [country],
  branded: (panel, segment) => [`${isBrandedSegment(panel, segment)}`],
};
