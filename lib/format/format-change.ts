import { formatEngineList } from '#lib/contract/engine-labels';
import { joinSentences } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import type { Change, Interval, Verdict } from '#lib/core/metric';
import {
  formatPoints,
  formatPointsInterval,
  formatPointTenths,
  formatPositionChange,
  formatSentiment,
} from '#lib/core/numbers';
import { capitalize } from '#lib/core/text';

/** A change, formatted for display. */
export interface FormattedChange {
  verdict: Verdict;
  /** `none` unless the metric moved beyond noise. */
  direction: 'up' | 'down' | 'none';
  /** True if the direction is an improvement; null if the direction is `none`. */
  isImprovement: boolean | null;
  /** "+6 points", "−0.4". */
  text: string;
  /** "Moved", "Within noise", "Not enough data to compare", "Nothing to compare with", "Model changed". */
  label: string;
  /** A sentence for a tooltip. */
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
  tooFew: 'Fewer than 20 comparable answers in one of the two periods.',
  otherModel: 'A different model served the answers, so the periods can’t be compared.',
  moved:
    'Larger than noise: {interval} (95% confidence, corrected for the number of comparisons on this page).',
  unclear:
    'Could be noise: {interval} (95% confidence, corrected for the number of comparisons on this page).',
  notCompared: '{engines} {count, plural, one {isn’t} other {aren’t}} compared, because the model changed.',
});

/** Formats a change; null without a comparison period. */
export function formatChange(change: Change | null, unit: ChangeUnit = 'points'): FormattedChange | null {
  if (!change) return null;
  const { verdict, difference } = change;
  const direction = verdict !== 'moved' || !difference ? 'none' : difference > 0 ? 'up' : 'down';
  return {
    verdict,
    direction,
    isImprovement: direction === 'none' ? null : (direction === 'up') === (unit !== 'position'),
    text: formatters[unit](difference),
    label: getLabel(change),
    explanation: joinSentences([explainVerdict(change, unit), explainExclusions(change)]),
  };
}

/** Returns whether all compared metrics lack earlier answers. A page then says so once instead of for each metric. */
export function hasNoPreviousData(changes: readonly (Change | null)[]): boolean {
  const compared = changes.filter((change) => change !== null);
  return compared.length > 0 && compared.every(lacksPreviousAnswers);
}

function lacksPreviousAnswers({ verdict, previousAnswers }: Change): boolean {
  return verdict === 'not enough data' && previousAnswers === 0;
}

function getLabel(change: Change): string {
  const { verdict } = change;
  if (verdict === 'not enough data') {
    return lacksPreviousAnswers(change) ? 'Nothing to compare with' : 'Not enough data to compare';
  }
  return capitalize(verdict);
}

function explainExclusions({ excludedEngines }: Change): string {
  if (excludedEngines.length === 0) return '';
  return messages.notCompared({
    engines: formatEngineList(excludedEngines),
    count: excludedEngines.length,
  });
}

/** Formats "+2 to +9 points" or "−0.6 to −0.2". */
function formatDifferenceInterval(interval: Interval | null, unit: ChangeUnit): string {
  if (unit === 'points') return `${formatPointsInterval(interval)} points`;
  return `${formatters[unit](interval?.low ?? null)} to ${formatters[unit](interval?.high ?? null)}`;
}

function explainVerdict({ verdict, interval, previousAnswers }: Change, unit: ChangeUnit): string {
  switch (verdict) {
    case 'not enough data':
      return previousAnswers === 0 ? messages.nothingEarlier() : messages.tooFew();
    case 'model changed':
      return messages.otherModel();
    case 'moved':
      return messages.moved({ interval: formatDifferenceInterval(interval, unit) });
    case 'within noise':
      return messages.unclear({ interval: formatDifferenceInterval(interval, unit) });
  }
}
