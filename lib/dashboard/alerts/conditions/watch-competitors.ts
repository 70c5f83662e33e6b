import { countDays, type Period } from '#lib/core/time';
import type { AlertCondition, AlertEvidence, AlertNumbers } from '#lib/dashboard/alerts/conditions/condition';
import {
  formatAnswers,
  formatDay,
  formatDifference,
  formatRange,
} from '#lib/dashboard/alerts/conditions/format-values';
import { readModelChanges } from '#lib/dashboard/alerts/conditions/model-changes';
import {
  type DailyRow,
  getSegment,
  getWatchedDays,
  readDailyCounts,
} from '#lib/dashboard/alerts/conditions/read-daily-counts';
import {
  buildSeries,
  toMemory,
  toNumbers,
  tooFewAnswers,
  withPeriods,
} from '#lib/dashboard/alerts/conditions/watch-metric';
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
import type { Context } from '#lib/db/client';

type OvertakenCondition = Extract<AlertCondition, { kind: 'overtaken' }>;

/** The last days that show whether the brand is ahead again. */
const recentDays = 14;

/**
 * Watches whether a competitor that was not ahead in visibility is ahead beyond noise: how many more answers mention it
 * than the brand.
 */
export const overtakenWatcher: Watcher<OvertakenCondition> = {
  durations: { raiseHours: 24, clearHours: 72 },
  isDaily: true,
  async open(context: Context, watched, period: Period) {
    const { condition, filters, brandId, competitorIds } = watched;
    const days = getWatchedDays(period);
    const wholePeriod = { from: days.origin, to: period.to };
    const read = (id: string) => readDailyCounts(context, filters, { period: wholePeriod, brandId: id });
    const own = new Map((await read(brandId)).map((row) => [getKey(row), row.mentioned]));
    const ids = competitorIds.filter(
      (id) => condition.competitorId === null || condition.competitorId === id,
    );
    const models = await readModelChanges(context, filters, wholePeriod);
    const leads: { id: string; getSeries: (day: string) => DailySeries }[] = [];
    for (const id of ids) {
      const rows = await read(id);
      const build = (day: string) =>
        buildSeries(rows, days, models.getSince(day), (row) => {
          const ownMentions = own.get(getKey(row)) ?? 0;
          return {
            numerator: row.mentioned - ownMentions,
            denominator: row.answers,
            // At most one brand's answers count twice; how the lead varies is estimated from the days.
            squares: Math.min(row.answers, row.mentioned + ownMentions),
          };
        });
      leads.push({ id, getSeries: models.memoize(build) });
    }
    return (input) =>
      evaluateLeads(
        leads.map(({ id, getSeries }) => ({ id, series: getSeries(input.day) })),
        { origin: days.origin, watched, input },
      );
  },
};

function getKey(row: DailyRow): string {
  return `${row.day} ${getSegment(row)}`;
}

function evaluateLeads(
  leads: readonly { id: string; series: DailySeries }[],
  {
    origin,
    watched,
    input,
  }: { origin: string; watched: WatchedCondition<OvertakenCondition>; input: EvaluationInput },
): Evaluation {
  const { day, state, memory } = input;
  if (leads.length === 0)
    return createUnknownEvaluation(memory, 'The project has no such competitor. Add one or edit the alert.');
  const toIndex = (text: string) => Math.max(0, countDays(origin, text) - 1);
  const index = toIndex(day);
  if ((state === 'alerting' || state === 'recovering') && memory.shift) {
    const series = leads.find(({ id }) => id === memory.subject)?.series;
    if (!series) return createNotMetEvaluation({ ...memory, from: memory.shift.day });
    const recent = compareSpans(
      series,
      { from: toIndex(memory.shift.baselineFrom), to: toIndex(memory.shift.day) },
      { from: Math.max(toIndex(memory.shift.day), index + 1 - recentDays), to: index + 1 },
    );
    if (!recent) return createUnknownEvaluation(memory, tooFewAnswers);
    if (recent.after > 0) return { isMet: true, obstacle: null, evidence: null, memory };
    return createNotMetEvaluation({ ...memory, from: day });
  }
  const from = memory.from === undefined ? 0 : toIndex(memory.from);
  let isEvaluated = false;
  for (const { id, series } of leads) {
    const shift = findShift(series, { kind: 'mean', day: index, from, comparisons: leads.length });
    if (!shift) continue;
    isEvaluated = true;
    if (shift.before > 0 || shift.level.low <= 0) continue;
    const numbers = toNumbers(shift, origin);
    const evidence = describeLead(id, numbers, watched, day);
    return {
      isMet: true,
      obstacle: null,
      evidence,
      memory: { ...memory, shift: toMemory(numbers), subject: id },
    };
  }
  return isEvaluated ? createNotMetEvaluation(memory) : createUnknownEvaluation(memory, tooFewAnswers);
}

function describeLead(
  id: string,
  numbers: AlertNumbers,
  { names, query }: WatchedCondition<OvertakenCondition>,
  day: string,
): AlertEvidence {
  const { before, after, answersBefore, answersAfter, baselineFrom, changedOn } = numbers;
  const competitor = names.competitors[id] ?? 'A competitor';
  return {
    summary: `${competitor} has overtaken ${names.brand} in visibility: it has been ${formatDifference(after, 'share').replace('+', '')} ahead since ${formatDay(changedOn)} and was ${formatDifference(-before, 'share').replace('+', '')} behind before.`,
    details: [
      {
        label: 'Lead before',
        value: `${formatDifference(before, 'share')} (${formatAnswers(answersBefore)} since ${formatDay(baselineFrom)})`,
      },
      {
        label: 'Lead since',
        value: `${formatDifference(after, 'share')} (${formatAnswers(answersAfter)} since ${formatDay(changedOn)})`,
      },
      {
        label: 'Change of the lead',
        value: `${formatDifference(numbers.difference, 'share')}, interval ${formatRange(numbers, 'share')}`,
      },
    ],
    numbers,
    view: { page: 'competitors', query: withPeriods(query, numbers, day) },
  };
}
