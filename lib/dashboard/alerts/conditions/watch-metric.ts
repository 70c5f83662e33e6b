import { getEngineName } from '#lib/contract/engines';
import { changePageFilters } from '#lib/contract/filters/page-filters';
import { defineMessages } from '#lib/core/messages';
import { hasSentiment, sentimentNeedsModel } from '#lib/core/sentiment';
import { addDays, type Period } from '#lib/core/time';
import { buildMetricChart } from '#lib/dashboard/alerts/conditions/build-metric-chart';
import {
  type AlertCondition,
  type AlertEvidence,
  type AlertNumbers,
  countNouns,
  getMinChange,
  getTier,
  metricLabels,
} from '#lib/dashboard/alerts/conditions/condition';
import {
  formatDay,
  formatDifference,
  formatRange,
  formatValue,
  getUnit,
  listDetails,
  roundValues,
} from '#lib/dashboard/alerts/conditions/format-values';
import { type ModelHistory, readModelChanges } from '#lib/dashboard/alerts/conditions/model-changes';
import {
  hasAnswersOn,
  readWatchedPanel,
  type WatchedPanel,
} from '#lib/dashboard/alerts/conditions/read-watched-metric';
import {
  createNotMetEvaluation,
  createUnknownEvaluation,
  type Evaluation,
  type EvaluationInput,
  type WatchedCondition,
  type Watcher,
} from '#lib/dashboard/alerts/conditions/watcher';
import { readSentimentAvailability } from '#lib/dashboard/sentiment/availability';
import {
  createShiftTest,
  type ShiftFinding,
  type ShiftQuestion,
  type ShiftTest,
} from '#lib/dashboard/statistics/alerts/test-shift';
import { getQuantile } from '#lib/dashboard/statistics/numeric/distributions';
import type { Context } from '#lib/db/context';

export type MetricCondition = Extract<AlertCondition, { kind: 'metric' }>;

const tooFewAnswers =
  'Not enough answers yet. The alert needs at least four weeks before the days that it checks, and at least 20 answers both then and in these days.';

/**
 * Watches whether a metric changes beyond noise and by at least the smallest change that counts. An alert is raised by the
 * first day that is beyond noise, and cleared after seven days without one.
 */
export const metricWatcher: Watcher<MetricCondition> = {
  // The first of the seven days begins the recovery.
  durations: { raiseHours: 0, clearHours: 6 * 24 },
  isDaily: true,
  async prepare(context: Context, watched, period: Period) {
    const { condition, projectId, filters } = watched;
    const { metric } = condition;
    if (metric === 'sentiment' && !hasSentiment(await readSentimentAvailability(context, projectId))) {
      return ({ data }) => createUnknownEvaluation(data, `Cannot be evaluated: ${sentimentNeedsModel}`);
    }
    const panel = await readWatchedPanel(context, watched, { metric, evaluated: period });
    const models = await readModelChanges(context, filters, panel.days.period);
    const test = createShiftTest(panel.metric, panel.first);
    return (input) => evaluateMetric({ panel, test, models, watched }, input);
  },
};

interface MetricTest {
  panel: WatchedPanel;
  test: ShiftTest;
  models: ModelHistory;
  watched: WatchedCondition<MetricCondition>;
}

/** Returns what the test of a condition asks. A lower position is better. */
export function toQuestion(condition: MetricCondition, segments: readonly number[]): ShiftQuestion {
  const { metric, direction } = condition;
  const opposite = { up: 'down', down: 'up', either: 'either' } as const;
  const minChange = getMinChange(condition);
  return {
    tier: getTier(condition),
    direction: metric === 'position' ? opposite[direction] : direction,
    segments,
    minDifference: metric === 'position' ? minChange : minChange / 100,
  };
}

function evaluateMetric(input: MetricTest, { day, state, data }: EvaluationInput): Evaluation {
  const { panel, test, watched } = input;
  const index = panel.days.getIndex(day);
  if (!hasAnswersOn(panel, index)) {
    // Days without answers count for the seven days, but an alert is cleared only by a day with answers.
    if (state === 'alerting') return createNotMetEvaluation(data);
    return { isMet: null, unknownReason: null, evidence: null, data };
  }
  const { isTested, finding } = test.find(index, toQuestion(watched.condition, panel.segments));
  if (!isTested) return createUnknownEvaluation(data, tooFewAnswers);
  if (!finding?.isSignal) return createNotMetEvaluation(data);
  const numbers = toAlertNumbers(finding, panel);
  const evidence = {
    ...describeFinding(finding, numbers, input, day),
    chart: buildMetricChart(panel, numbers, { day: index, unit: getUnit(watched.condition.metric) }),
  };
  return { isMet: true, unknownReason: null, evidence, data };
}

function toAlertNumbers(finding: ShiftFinding, { days }: WatchedPanel): AlertNumbers {
  const { before, after, difference, precision, current, previous } = finding;
  const halfWidth = getQuantile(precision.degreesOfFreedom) * Math.sqrt(precision.variance);
  return {
    before,
    after,
    difference,
    low: difference - halfWidth,
    high: difference + halfWidth,
    answersBefore: finding.previousAnswers,
    answersAfter: finding.currentAnswers,
    baselineFrom: days.getDay(Math.min(...previous.map(({ from }) => from))),
    changedOn: days.getDay(current.from),
  };
}

/** Describes a change in words. */
export function describeFinding(
  finding: Pick<ShiftFinding, 'current' | 'previous' | 'difference'>,
  numbers: AlertNumbers,
  { watched, models }: Pick<MetricTest, 'watched' | 'models'>,
  day: string,
): AlertEvidence {
  const { condition, names, query } = watched;
  const { metric } = condition;
  const unit = getUnit(metric);
  const { difference, baselineFrom } = numbers;
  const { before, after } = roundValues(numbers, unit);
  const direction = difference > 0 ? 'has risen' : 'has fallen';
  const verb = metric === 'position' ? 'has changed' : direction;
  const changed = models.changes.filter((change) => change.day > baselineFrom && change.foundOn <= day);
  return {
    summary: `${metricLabels[metric]} of ${names.brand} ${verb} from ${formatValue(before, unit)} to ${formatValue(after, unit)} ${describeDays(finding, condition)} (${formatDifference(difference, unit)}, most likely ${formatRange(numbers, unit)}).`,
    details: [
      ...listDetails(numbers, unit, `${countNouns[metric]}s`, '95%'),
      ...changed.map((change) => ({
        label: 'Model change',
        value: `${getEngineName(change.engine)} on ${formatDay(change.day)}`,
      })),
    ],
    numbers,
    view: { page: 'overview', query: setPeriods(query, numbers, day) },
  };
}

const messages = defineMessages({
  fast: '{days, plural, one {on the last day} other {in the last # days}}, compared with the same {days, plural, one {weekday} other {weekdays}} of the four weeks before',
  strict:
    '{days, plural, one {on the last day} other {in the last # days}}, compared with the {weeks, plural, one {week} other {# weeks}} before',
});

/** Describes the compared days: "in the last 3 days, compared with the same weekdays of the four weeks before". */
function describeDays(
  { current, previous }: Pick<ShiftFinding, 'current' | 'previous'>,
  condition: MetricCondition,
): string {
  const days = current.to - current.from;
  if (getTier(condition) === 'fast') return messages.fast({ days });
  return messages.strict({ days, weeks: previous.reduce((sum, { from, to }) => sum + to - from, 0) / 7 });
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
