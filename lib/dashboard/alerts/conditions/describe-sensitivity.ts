import { formatList } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { formatCount } from '#lib/core/numbers';
import { addDays } from '#lib/core/time';
import { getMinChange, getTier } from '#lib/dashboard/alerts/conditions/condition';
import { formatDifference, getUnit } from '#lib/dashboard/alerts/conditions/format-values';
import {
  hasAnswersOn,
  readWatchedPanel,
  type WatchedPanel,
} from '#lib/dashboard/alerts/conditions/read-watched-metric';
import { type MetricCondition, toQuestion } from '#lib/dashboard/alerts/conditions/watch-metric';
import type { WatchedCondition } from '#lib/dashboard/alerts/conditions/watcher';
import { createShiftTest, type ShiftTest } from '#lib/dashboard/statistics/alerts/test-shift';
import type { Context } from '#lib/db/context';

/** A change is planted this many times, on days two weeks apart, each of which leaves four weeks to find it. */
const plantings = 4;
const daysBetween = 14;
const daysToFind = 28;
/** The size of the change, in units of the metric: 15 points for shares. */
const plantedUnits = 0.15;

/**
 * Describes, in a sentence, after how many days an alert would have found a change in the stored answers of the project;
 * null without enough answers.
 * @param day the last day with all of its answers
 */
export async function describeSensitivity(
  context: Context,
  watched: WatchedCondition<MetricCondition>,
  day: string,
): Promise<string | null> {
  const { condition } = watched;
  const from = addDays(day, 1 - daysToFind - (plantings - 1) * daysBetween);
  const panel = await readWatchedPanel(context, watched, {
    metric: condition.metric,
    evaluated: { from, to: day },
  });
  const test = createShiftTest(panel.metric, panel.first);
  const unit = getUnit(condition.metric);
  const minChange = getMinChange(condition) / (unit === 'ranks' ? 1 : 100);
  const size = Math.max(plantedUnits * panel.metric.unit, 2 * minChange);
  const isFall = toQuestion(condition, panel.segments).direction !== 'up';
  const delays = Array.from({ length: plantings }, (_, index) => {
    const start = panel.days.getIndex(addDays(from, index * daysBetween));
    return findPlanted({ panel, test, condition }, { from: start, size: isFall ? -size : size });
  });
  const known = delays.filter((delay) => delay !== 'unknown');
  if (known.length === 0) return null;
  return describeDelays(known, {
    size: formatDifference(size, unit).replace('+', ''),
    word: getTier(condition) === 'strict' ? 'change' : isFall ? 'fall' : 'rise',
  });
}

interface SensitivityTest {
  panel: WatchedPanel;
  test: ShiftTest;
  condition: MetricCondition;
}

/** Returns the number of days until a planted change is found; null if it is not, and `unknown` without enough answers. */
function findPlanted(
  { panel, test, condition }: SensitivityTest,
  planted: { from: number; size: number },
): number | null | 'unknown' {
  let isKnown = false;
  for (let days = 1; days <= daysToFind; days += 1) {
    const day = planted.from + days - 1;
    if (!hasAnswersOn(panel, day)) continue;
    const { isTested, finding } = test.find(day, { ...toQuestion(condition, panel.segments), planted });
    isKnown ||= isTested;
    if (finding?.isSignal) return days;
  }
  return isKnown ? null : 'unknown';
}

const messages = defineMessages({
  notFound:
    'Tried {tries, plural, one {once} other {# times}} on this project’s own answers, a {word} of {size} is not found within {days, plural, one {# day} other {# days}}.',
  found:
    'Tried {tries, plural, one {once} other {# times}} on this project’s own answers, a {word} of {size} is found after {delays} {longest, plural, one {day} other {days}}{missed, plural, =0 {} other {, and not within {days, number} days in {missed, number} of them}}.',
});

/** Describes delays: "after 3, 4 and 9 days, and not within 28 days in 1 of 4 tries". */
function describeDelays(
  delays: readonly (number | null)[],
  { size, word }: { size: string; word: string },
): string {
  const found = delays.filter((delay) => delay !== null).sort((a, b) => a - b);
  const parameters = { tries: delays.length, word, size, days: daysToFind };
  if (found.length === 0) return messages.notFound(parameters);
  return messages.found({
    ...parameters,
    delays: formatList(found.map(formatCount)),
    longest: found.at(-1) ?? 0,
    missed: delays.length - found.length,
  });
}
