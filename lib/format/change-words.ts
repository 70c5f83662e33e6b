import type { Change, Verdict } from '#lib/core/figure';
import { formatPlaces, formatPoints, formatPointsInterval, formatSentiment } from '#lib/format/formats';
import { listNames } from '#lib/format/names';

/** A change as a screen shows it: a sign and an arrow first, colour second. */
export interface ChangeWords {
  verdict: Verdict;
  /** `none` unless it moved: noise has no direction. */
  direction: 'up' | 'down' | 'none';
  /** Whether the direction is the good one: up for shares, down for positions; null without direction. */
  good: boolean | null;
  /** "+6 points", "−0.4". */
  text: string;
  /** The verdict in words, for a label: "Moved", "Within noise", "Not enough data to compare", "Engine changed". */
  label: string;
  /** A sentence for a tooltip. */
  explanation: string;
}

/** What a change counts in: a share's points, a position's places (less is better), a sentiment's own scale. */
export type ChangeUnit = 'points' | 'places' | 'sentiment';

const formats = { points: formatPoints, places: formatPlaces, sentiment: formatSentiment };

/**
 * Words for a change; null when nothing is compared.
 * @param engineLabel what an engine is called, for those left out of the comparison
 */
export function changeWords(
  change: Change | null,
  unit: ChangeUnit = 'points',
  engineLabel: (engine: string) => string = (engine) => engine,
): ChangeWords | null {
  if (!change) return null;
  const { verdict, difference } = change;
  const direction = verdict !== 'moved' || !difference ? 'none' : difference > 0 ? 'up' : 'down';
  return {
    verdict,
    direction,
    good: direction === 'none' ? null : (direction === 'up') === (unit !== 'places'),
    text: formats[unit](difference),
    label: labelOf(change),
    explanation: [explain(change, unit), leftOut(change, engineLabel)].filter(Boolean).join(' '),
  };
}

/** Whether none of the figures that are compared has anything before: said once then, not by each of them. */
export function hasNothingBefore(changes: readonly (Change | null)[]): boolean {
  const compared = changes.filter((change) => change !== null);
  return compared.length > 0 && compared.every(isAlone);
}

function isAlone({ verdict, answersBefore }: Change): boolean {
  return verdict === 'not enough data' && answersBefore === 0;
}

function labelOf(change: Change): string {
  const { verdict } = change;
  if (verdict === 'not enough data') {
    return isAlone(change) ? 'Nothing to compare with' : 'Not enough data to compare';
  }
  return `${verdict.charAt(0).toUpperCase()}${verdict.slice(1)}`;
}

function leftOut({ withoutEngines }: Change, engineLabel: (engine: string) => string): string {
  if (withoutEngines.length === 0) return '';
  const names = listNames(withoutEngines.map(engineLabel));
  return `Compared without ${names}, where another model answers now.`;
}

function explain({ verdict, interval, answersBefore, answersNow }: Change, unit: ChangeUnit): string {
  switch (verdict) {
    case 'not enough data':
      if (answersBefore === 0) return 'There are no comparable answers before.';
      return answersBefore < 20 || answersNow < 20
        ? 'Fewer than 20 comparable answers in one of the two periods.'
        : 'There are not enough runs yet to tell a change from chance.';
    case 'engine changed':
      return 'Another model served the answers, so the periods cannot be compared fairly.';
    case 'moved':
      return unit === 'points'
        ? `The difference is ${formatPointsInterval(interval)} points with 95% confidence.`
        : 'The interval of the difference leaves out zero.';
    case 'within noise':
      return 'A difference of this size can come from chance alone.';
  }
}
