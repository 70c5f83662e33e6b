import { addDays, type Period } from '#lib/core/time';
import { buildShiftChart } from '#lib/dashboard/alerts/conditions/build-shift-chart';
import type { AlertCondition, AlertEvidence, AlertNumbers } from '#lib/dashboard/alerts/conditions/condition';
import {
  formatAnswers,
  formatDay,
  formatDifference,
  formatRange,
  roundValues,
} from '#lib/dashboard/alerts/conditions/format-values';
import { readModelChanges } from '#lib/dashboard/alerts/conditions/model-changes';
import {
  type DailyRow,
  readWatchedCounts,
  type WatchedDays,
} from '#lib/dashboard/alerts/conditions/read-daily-counts';
import {
  buildSeries,
  toAlertNumbers,
  tooFewAnswers,
  toShiftData,
} from '#lib/dashboard/alerts/conditions/shift-series';
import { setPeriods } from '#lib/dashboard/alerts/conditions/watch-metric';
import {
  createNotMetEvaluation,
  createUnknownEvaluation,
  type Evaluation,
  type EvaluationInput,
  type WatchedCondition,
  type Watcher,
} from '#lib/dashboard/alerts/conditions/watcher';
import type { DailySeries } from '#lib/dashboard/analytics/statistics/daily-series';
import { compareSpans, findShift } from '#lib/dashboard/analytics/statistics/detect-shift';
import { getSegmentKey } from '#lib/dashboard/counts/segment-key';
import type { Context } from '#lib/db/context';

type OvertakenCondition = Extract<AlertCondition, { kind: 'overtaken' }>;

/** Number of recent days that decide whether the competitor is still ahead after an alert was raised. */
const recentDays = 14;

/**
 * Watches whether a competitor that was not ahead of the brand in visibility is now ahead beyond noise. The
 * competitor's lead is the share of answers that mention the competitor minus the share that mention the brand.
 */
export const overtakenWatcher: Watcher<OvertakenCondition> = {
  durations: { raiseHours: 24, clearHours: 72 },
  isDaily: true,
  async prepare(context: Context, watched, period: Period) {
    const { condition, filters, competitorIds } = watched;
    const { days, rows: brandRows, readBrand } = await readWatchedCounts(context, watched, period);
    const brandMentions = new Map(brandRows.map((row) => [getKey(row), row.mentioned]));
    const ids = competitorIds.filter(
      (id) => condition.competitorId === null || condition.competitorId === id,
    );
    const models = await readModelChanges(context, filters, days.period);
    const leads: { id: string; getSeries: (day: string) => DailySeries }[] = [];
    for (const id of ids) {
      const rows = await readBrand(id);
      const build = (day: string) =>
        buildSeries(rows, days, models.getLastChanges(day), (row) => {
          const mentioned = brandMentions.get(getKey(row)) ?? 0;
          return {
            numerator: row.mentioned - mentioned,
            denominator: row.answers,
            // An upper bound of the sum of squared leads: an answer that mentions both brands has a lead of 0 but is counted.
            // It mainly affects how segments are weighted; the size of the noise is estimated from the daily leads.
            squares: Math.min(row.answers, row.mentioned + mentioned),
          };
        });
      leads.push({ id, getSeries: models.memoize(build) });
    }
    return (input) =>
      evaluateLeads(
        leads.map(({ id, getSeries }) => ({ id, series: getSeries(input.day) })),
        { days, watched, input },
      );
  },
};

function getKey(row: DailyRow): string {
  return `${row.day} ${getSegmentKey(row)}`;
}

function evaluateLeads(
  leads: readonly { id: string; series: DailySeries }[],
  {
    days,
    watched,
    input,
  }: { days: WatchedDays; watched: WatchedCondition<OvertakenCondition>; input: EvaluationInput },
): Evaluation {
  const { day, state, data } = input;
  if (leads.length === 0)
    return createUnknownEvaluation(
      data,
      'The project has no competitor that this alert can watch. Edit the alert.',
    );
  const { getIndex } = days;
  const index = getIndex(day);
  if ((state === 'alerting' || state === 'recovering') && data.shift) {
    const series = leads.find(({ id }) => id === data.subject)?.series;
    if (!series) return createNotMetEvaluation({ ...data, from: data.shift.day });
    const recent = compareSpans(
      series,
      { from: getIndex(data.shift.baselineFrom), to: getIndex(data.shift.day) },
      { from: Math.max(getIndex(data.shift.day), index + 1 - recentDays), to: index + 1 },
    );
    if (!recent) return createUnknownEvaluation(data, tooFewAnswers);
    if (recent.after > 0) return { isMet: true, unknownReason: null, evidence: null, data };
    return createNotMetEvaluation({ ...data, from: day });
  }
  const from = data.from === undefined ? 0 : getIndex(data.from);
  let isEvaluated = false;
  for (const { id, series } of leads) {
    const options = { kind: 'mean' as const, day: index, from, comparisons: leads.length };
    const shift = findShift(series, options);
    if (!shift) continue;
    isEvaluated = true;
    if (shift.before > 0 || shift.afterInterval.low <= 0) continue;
    const numbers = toAlertNumbers(shift, days);
    const evidence = describeLead(id, numbers, watched, day);
    evidence.chart = buildShiftChart(series, shift, { days, options, minChange: 0, unit: 'lead' });
    return {
      isMet: true,
      unknownReason: null,
      evidence,
      data: { ...data, shift: toShiftData(numbers), subject: id },
    };
  }
  return isEvaluated ? createNotMetEvaluation(data) : createUnknownEvaluation(data, tooFewAnswers);
}

/** Describes in words that a competitor is ahead now. */
export function describeLead(
  id: string,
  numbers: AlertNumbers,
  { names, query }: WatchedCondition<OvertakenCondition>,
  day: string,
): AlertEvidence {
  const { answersBefore, answersAfter, baselineFrom, changedOn } = numbers;
  const { before, after } = roundValues(numbers, 'share');
  const past =
    before === 0 ? 'was level' : `was ${formatDifference(-before, 'share').replace('+', '')} behind`;
  const competitor = names.competitors[id] ?? 'A competitor';
  return {
    summary: `${competitor} has overtaken ${names.brand} in visibility: it has been ${formatDifference(after, 'share').replace('+', '')} ahead since ${formatDay(changedOn)} and ${past} before.`,
    details: [
      {
        label: 'Competitor’s lead before the change',
        value: `${formatDifference(before, 'share')} (${formatAnswers(answersBefore)} from ${formatDay(baselineFrom)} to ${formatDay(addDays(changedOn, -1))})`,
      },
      {
        label: 'Competitor’s lead since the change',
        value: `${formatDifference(after, 'share')} (${formatAnswers(answersAfter)} since ${formatDay(changedOn)})`,
      },
      {
        label: 'Change in lead',
        value: `${formatDifference(numbers.difference, 'share')}, interval ${formatRange(numbers, 'share')}`,
      },
    ],
    numbers,
    view: { page: 'competitors', query: setPeriods(query, numbers, day) },
  };
}
