import { formatEngineList } from '#lib/contract/engine-labels';
import { joinSentences } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import type { Change, Interval, Verdict } from '#lib/core/metric';
import {
  formatPoints,
  formatPointTenths,
  formatPositionChange,
  formatSentiment,
  formatSignedPercent,
} from '#lib/core/numbers';
import { capitalize } from '#lib/core/text';

/** A change, formatted for display. */
export interface FormattedChange {
  verdict: Verdict;
  /** `none` unless the change is clear. */
  direction: 'up' | 'down' | 'none';
  /** True if the direction is an improvement; null if the direction is `none`. */
  isImprovement: boolean | null;
  /** "+6 points", "−0.4". */
  text: string;
  /** "Up", "Down", "No clear change", "Too early", "Not comparable", "Nothing to compare with". */
  label: string;
  /** Sentences for a tooltip. */
  explanation: string;
}

/**
 * The unit of a change: percentage points for shares (`tenths`: with one decimal), ranks for positions (lower is
 * better), the scale of sentiment.
 */
export type ChangeUnit = 'points' | 'tenths' | 'position' | 'sentiment';

const formatters = {
  points: formatPoints,
  tenths: formatPointTenths,
  position: formatPositionChange,
  sentiment: formatSentiment,
};

const messages = defineMessages({
  nothingEarlier: 'There are no earlier answers to compare with.',
  noCommon: 'No prompt was asked on the same engine and in the same country in both periods.',
  otherModel: 'Other models serve most of the answers now, so the two periods can’t be compared.',
  weekdays: 'The two periods ran on different weekdays, and too few answers remain to compare the same ones.',
  tooFew: 'Fewer than 20 answers in one of the two periods.',
  imprecise: 'The true change can be anything from {interval}. More days narrow this down.',
  clear: 'The true change is most likely between {interval}.',
  unclear: 'It can be chance: the true change is most likely between {interval}.',
  together:
    'Judged together with {rows, plural, one {# row} other {# rows}}, because among many rows some differ by chance.',
  compared:
    'Compared {prompts, plural, one {on # prompt} other {on # prompts}} with {previous, plural, one {# answer} other {# answers}} before and {current, plural, one {# answer} other {# answers}} now.',
  notCompared: 'Without {engines}, whose {count, plural, one {model} other {models}} changed.',
  and: '{low} and {high}',
  range: '{low} to {high}',
  pointsAnd: '{low} and {high} points',
  pointsRange: '{low} to {high} points',
});

/** Formats a change; null without a comparison period. */
export function formatChange(change: Change | null, unit: ChangeUnit = 'points'): FormattedChange | null {
  if (!change) return null;
  const { verdict, difference } = change;
  const direction = verdict === 'up' || verdict === 'down' ? verdict : 'none';
  return {
    verdict,
    direction,
    isImprovement: direction === 'none' ? null : (direction === 'up') === (unit !== 'position'),
    text: formatters[unit](difference),
    label: lacksPreviousAnswers(change) ? 'Nothing to compare with' : capitalize(verdict),
    explanation: joinSentences([
      explainVerdict(change, unit),
      describeExclusions(change),
      describeCompared(change),
    ]),
  };
}

/** Returns whether all compared metrics lack earlier answers. A page then says so once instead of for each metric. */
export function hasNoPreviousData(changes: readonly (Change | null)[]): boolean {
  const compared = changes.filter((change) => change !== null);
  return compared.length > 0 && compared.every(lacksPreviousAnswers);
}

/** Returns whether nothing was asked in the previous period that could be compared. */
function lacksPreviousAnswers({ reason, previousAnswers }: Change): boolean {
  return reason === 'no common segments' && previousAnswers === 0;
}

/** "Without ChatGPT, whose model changed." */
export function describeExclusions({ excludedEngines }: Pick<Change, 'excludedEngines'>): string {
  if (excludedEngines.length === 0) return '';
  return messages.notCompared({
    engines: formatEngineList(excludedEngines),
    count: excludedEngines.length,
  });
}

function describeCompared({ prompts, previousAnswers, currentAnswers, rows }: Change): string {
  if (prompts === 0) return '';
  const compared = messages.compared({ prompts, previous: previousAnswers, current: currentAnswers });
  return rows > 1 ? joinSentences([compared, messages.together({ rows })]) : compared;
}

/** Formats "+2 and +9 points" or "−0.6 and −0.2", after "between"; with `range`, "+2 to +9 points", after "from". */
function formatDifferenceInterval({ low, high }: Interval, unit: ChangeUnit, form: 'and' | 'range'): string {
  const isPoints = unit === 'points' || unit === 'tenths';
  if (!isPoints) return messages[form]({ low: formatters[unit](low), high: formatters[unit](high) });
  const ends = { low: formatSignedPercent(low), high: formatSignedPercent(high) };
  return form === 'and' ? messages.pointsAnd(ends) : messages.pointsRange(ends);
}

function explainVerdict({ verdict, reason, interval, previousAnswers }: Change, unit: ChangeUnit): string {
  switch (reason) {
    case 'no common segments':
      return previousAnswers === 0 ? messages.nothingEarlier() : messages.noCommon();
    case 'models changed':
      return messages.otherModel();
    case 'weekdays differ':
      return messages.weekdays();
    case 'few answers':
      return messages.tooFew();
    case 'imprecise':
      return interval
        ? messages.imprecise({ interval: formatDifferenceInterval(interval, unit, 'range') })
        : '';
    case null:
      break;
  }
  if (!interval) return '';
  const range = formatDifferenceInterval(interval, unit, 'and');
  return verdict === 'no clear change'
    ? messages.unclear({ interval: range })
    : messages.clear({ interval: range });
}
