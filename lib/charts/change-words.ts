import { formatPlaces, formatPoints, formatPointsInterval } from '#lib/charts/formats';
import type { Change, Verdict } from '#lib/core/figure';

/** A change as a screen shows it: a sign and an arrow first, colour second. */
export interface ChangeWords {
  verdict: Verdict;
  /** `none` unless it moved: noise has no direction. */
  direction: 'up' | 'down' | 'none';
  /** Whether the direction is the good one: up for shares, down for positions; null without direction. */
  good: boolean | null;
  /** "+6 points", "−0.4". */
  text: string;
  /** The verdict in words, for a label: "Moved", "Within noise", "Not enough data", "Engine changed". */
  label: string;
  /** A sentence for a tooltip. */
  explanation: string;
}

/** Words for the change of a share (`points`) or of a position (`places`, less is better); null when not compared. */
export function changeWords(change: Change | null, unit: 'points' | 'places' = 'points'): ChangeWords | null {
  if (!change) return null;
  const { verdict, difference } = change;
  const direction = verdict !== 'moved' || !difference ? 'none' : difference > 0 ? 'up' : 'down';
  return {
    verdict,
    direction,
    good: direction === 'none' ? null : (direction === 'up') === (unit === 'points'),
    text: unit === 'points' ? formatPoints(difference) : formatPlaces(difference),
    label: `${verdict.charAt(0).toUpperCase()}${verdict.slice(1)}`,
    explanation: explain(change, unit),
  };
}

function explain(
  { verdict, interval, answersBefore, answersNow }: Change,
  unit: 'points' | 'places',
): string {
  switch (verdict) {
    case 'not enough data':
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
