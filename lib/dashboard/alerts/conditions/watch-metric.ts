import { changePageFilters } from '#lib/contract/filters/page-filters';
import { hasSentiment, sentimentNeedsModel } from '#lib/core/sentiment';
import { addDays, countDays, type Period } from '#lib/core/time';
import { buildShiftChart } from '#lib/dashboard/alerts/conditions/build-shift-chart';
import {
  type AlertCondition,
  type AlertEvidence,
  type AlertNumbers,
  countNouns,
  metricLabels,
  type WatchedMetric,
} from '#lib/dashboard/alerts/conditions/condition';
import {
  formatDay,
  formatDifference,
  formatRange,
  formatValue,
  getUnit,
  listDetails,
  type Unit,
} from '#lib/dashboard/alerts/conditions/format-values';
import { readModelChanges } from '#lib/dashboard/alerts/conditions/model-changes';
import {
  type DailyRow,
  readWatchedCounts,
  type WatchedDays,
} from '#lib/dashboard/alerts/conditions/read-daily-counts';
import {
  createNotMetEvaluation,
  createUnknownEvaluation,
  type Evaluation,
  type EvaluationData,
  type EvaluationInput,
  type WatchedCondition,
  type Watcher,
} from '#lib/dashboard/alerts/conditions/watcher';
import { getSegmentKey } from '#lib/dashboard/analytics/segments/read-answer-segments';
import { type DailyCount, DailySeries } from '#lib/dashboard/analytics/statistics/daily-series';
import {
  compareSpans,
  estimateDetectableChange,
  findShift,
  type Shift,
} from '#lib/dashboard/analytics/statistics/detect-shift';
import type { MetricKind } from '#lib/dashboard/analytics/statistics/estimate-noise';
import { readSentimentAvailability } from '#lib/dashboard/sentiment/availability';
import type { Context } from '#lib/db/context';

type MetricCondition = Extract<AlertCondition, { kind: 'metric' }>;

/** Number of recent days that decide whether the metric is back at its baseline while an alert is raised. */
const recentDays = 14;
/** Days after an alert was raised until the new level becomes the baseline. */
const acceptedDays = 28;
export const tooFewAnswers =
  'Not enough answers yet. The alert needs at least 6 days with answers before a change, and at least 20 answers both before and after it.';

/** Returns the counts of a metric on one day of one segment; null if the metric excludes the segment's prompt. */
function countMetric(metric: WatchedMetric, row: DailyRow, filters: WatchedCondition['filters']) {
  const { answers, withReportedCitations, mentioned, ranked, rankSum, cited, allMentioned } = row;
  const { positive, neutral, negative } = row;
  const asRate = (numerator: number, denominator: number) => ({ numerator, denominator, squares: numerator });
  switch (metric) {
    case 'visibility':
      return asRate(mentioned, answers);
    case 'citationRate':
      return asRate(cited, withReportedCitations);
    case 'shareOfVoice':
      return row.isBrandedPrompt && filters.branded === 'without' ? null : asRate(mentioned, allMentioned);
    case 'position':
      // Ranks within a day count as equal; their variance is estimated from the daily averages.
      return {
        numerator: rankSum,
        denominator: ranked,
        squares: ranked > 0 ? rankSum ** 2 / ranked : 0,
      };
    case 'sentiment':
      return {
        numerator: positive - negative,
        denominator: positive + neutral + negative,
        squares: positive + negative,
      };
  }
}

/** Builds the daily series of a metric, without the answers that an engine gave before its model changed. */
export function buildSeries(
  rows: readonly DailyRow[],
  { dayCount, getIndex }: WatchedDays,
  modelChangedOn: ReadonlyMap<string, string>,
  read: (row: DailyRow) => Pick<DailyCount, 'numerator' | 'denominator' | 'squares'> | null,
): DailySeries {
  const counts = rows.flatMap((row): DailyCount[] => {
    const counted = row.day >= (modelChangedOn.get(row.engine) ?? '') ? read(row) : null;
    if (!counted || counted.denominator === 0) return [];
    return [{ segment: getSegmentKey(row), day: getIndex(row.day), ...counted }];
  });
  return new DailySeries(dayCount, counts);
}

/** Watches whether a metric changes beyond noise and by at least `minChange`. */
export const metricWatcher: Watcher<MetricCondition> = {
  durations: { raiseHours: 24, clearHours: 72 },
  isDaily: true,
  async prepare(context: Context, watched, period: Period) {
    const { condition, projectId } = watched;
    if (
      condition.metric === 'sentiment' &&
      !hasSentiment(await readSentimentAvailability(context, projectId))
    ) {
      return ({ data }) => createUnknownEvaluation(data, `Cannot be evaluated: ${sentimentNeedsModel}`);
    }
    const { days, getSeries } = await readMetricSeries(context, watched, period);
    return (input) => evaluateMetric(getSeries(input.day), days, watched, input);
  },
};

/** Reads the series of a metric for the evaluation of each day of a period. */
async function readMetricSeries(
  context: Context,
  watched: WatchedCondition<MetricCondition>,
  period: Period,
): Promise<{ days: WatchedDays; getSeries: (day: string) => DailySeries }> {
  const { condition, filters } = watched;
  const { days, rows } = await readWatchedCounts(context, watched, period);
  const modelHistory = await readModelChanges(context, filters, days.period);
  const build = (day: string) =>
    buildSeries(rows, days, modelHistory.getLastChanges(day), (row) =>
      countMetric(condition.metric, row, filters),
    );
  return { days, getSeries: modelHistory.memoize(build) };
}

/**
 * Describes, in a sentence, the size of changes that are detected within 4 and within 12 weeks with a probability of about
 * 50%; null without enough answers.
 */
export async function describeSensitivity(
  context: Context,
  watched: WatchedCondition<MetricCondition>,
  day: string,
): Promise<string | null> {
  const { days, getSeries } = await readMetricSeries(context, watched, { from: day, to: day });
  const unit = getUnit(watched.condition.metric);
  const options = { kind: getKind(unit), day: days.getIndex(day) };
  const [soon, late] = [4, 12].map((weeks) => estimateDetectableChange(getSeries(day), options, weeks));
  if (!late) return null;
  const format = (change: number) => formatDifference(change, unit).replace('+', '');
  const first = soon ? `${format(soon)} within 4 weeks and of about ` : '';
  return `With as many answers per day as now, this alert has a 50% chance of detecting a change of about ${first}${format(late)} within 12 weeks.`;
}

const getKind = (unit: Unit): MetricKind => (unit === 'share' ? 'rate' : 'mean');

function evaluateMetric(
  series: DailySeries,
  days: WatchedDays,
  watched: WatchedCondition<MetricCondition>,
  { day, state, data }: EvaluationInput,
): Evaluation {
  const { condition } = watched;
  const unit = getUnit(condition.metric);
  const minChange = unit === 'ranks' ? condition.minChange : condition.minChange / 100;
  if ((state === 'alerting' || state === 'recovering') && data.shift) {
    return evaluateRaisedAlert(series, { days, day, data, minChange });
  }
  const from = data.from === undefined ? 0 : days.getIndex(data.from);
  const options = { kind: getKind(unit), day: days.getIndex(day), from };
  const shift = findShift(series, options);
  if (!shift) return createUnknownEvaluation(data, tooFewAnswers);
  const numbers = toAlertNumbers(shift, days);
  const evidence = describeShift(numbers, watched, day);
  const isBeyondNoise = shift.interval.low > 0 || shift.interval.high < 0;
  // A lower position is better.
  const isUp = condition.metric === 'position' ? shift.difference < 0 : shift.difference > 0;
  const isWatched = condition.direction === 'either' || (condition.direction === 'up') === isUp;
  if (!isBeyondNoise || !isWatched || Math.abs(shift.difference) < minChange)
    return createNotMetEvaluation(data, evidence);
  evidence.chart = buildShiftChart(series, shift, { days, options, minChange, unit });
  return { isMet: true, unknownReason: null, evidence, data: { ...data, shift: toShiftData(numbers) } };
}

/** Checks whether a raised alert is over: the metric is back at its baseline, or the new level has become the baseline. */
function evaluateRaisedAlert(
  series: DailySeries,
  { days, day, data, minChange }: { days: WatchedDays; day: string; data: EvaluationData; minChange: number },
): Evaluation {
  const { shift, raisedOn = day } = data;
  if (!shift) return createNotMetEvaluation(data);
  if (countDays(raisedOn, day) > acceptedDays) return createNotMetEvaluation({ ...data, from: shift.day });
  const { getIndex } = days;
  const recentFrom = addDays(day, 1 - recentDays);
  const recent = compareSpans(
    series,
    { from: getIndex(shift.baselineFrom), to: getIndex(shift.day) },
    { from: Math.max(getIndex(recentFrom), getIndex(shift.day)), to: getIndex(day) + 1 },
  );
  if (!recent) return createUnknownEvaluation(data, tooFewAnswers);
  const isBack =
    recent.difference * Math.sign(shift.difference) < Math.min(minChange, Math.abs(shift.difference)) / 2;
  if (isBack) return createNotMetEvaluation({ ...data, from: recentFrom });
  return { isMet: true, unknownReason: null, evidence: null, data };
}

export function toAlertNumbers(shift: Shift, { getDay }: WatchedDays): AlertNumbers {
  const { before, after, difference, interval, answersBefore, answersAfter } = shift;
  return {
    before,
    after,
    difference,
    ...interval,
    answersBefore,
    answersAfter,
    baselineFrom: getDay(shift.baselineFrom),
    changedOn: getDay(shift.day),
  };
}

export function toShiftData({
  changedOn,
  baselineFrom,
  before,
  difference,
}: AlertNumbers): EvaluationData['shift'] {
  return { day: changedOn, baselineFrom, before, difference };
}

function describeShift(
  numbers: AlertNumbers,
  watched: WatchedCondition<MetricCondition>,
  day: string,
): AlertEvidence {
  const { condition, names, query } = watched;
  const { metric } = condition;
  const unit = getUnit(metric);
  const { before, after, difference, changedOn } = numbers;
  const direction = difference > 0 ? 'has risen' : 'has fallen';
  const verb = metric === 'position' ? 'has changed' : direction;
  const countedUnit = `${countNouns[metric]}s`;
  return {
    summary: `${metricLabels[metric]} of ${names.brand} ${verb} from ${formatValue(before, unit)} to ${formatValue(after, unit)} since ${formatDay(changedOn)} (${formatDifference(difference, unit)}, interval ${formatRange(numbers, unit)}).`,
    details: listDetails(numbers, unit, countedUnit),
    numbers,
    view: { page: 'overview', query: setPeriods(query, numbers, day) },
  };
}

/** Returns the query of a view that compares the days since a change, up to the last evaluated one, with the baseline. */
export function setPeriods(query: string, { changedOn, baselineFrom }: AlertNumbers, day: string): string {
  return changePageFilters(new URLSearchParams(query), {
    from: changedOn,
    to: day,
    compare: 'custom',
    compareFrom: baselineFrom,
    compareTo: addDays(changedOn, -1),
  }).toString();
}
