import { expect, test } from 'vitest';
import type { Change, Verdict } from '#lib/core/metric';
import { formatChange, hasNoPreviousData } from '#lib/format/format-change';

function change(verdict: Verdict, difference: number, answers = 400): Change {
  return {
    previous: 0.3,
    current: 0.3 + difference,
    difference,
    interval: { low: difference - 0.02, high: difference + 0.02 },
    level: 0.05,
    segments: 10,
    previousAnswers: answers,
    currentAnswers: answers,
    excludedEngines: [],
    verdict,
  };
}

test('shows a direction only when the metric moved; a smaller position is better', () => {
  expect(formatChange(null)).toBe(null);
  expect(formatChange(change('moved', 0.06))).toMatchObject({
    direction: 'up',
    isImprovement: true,
    text: '+6 points',
  });
  expect(formatChange(change('moved', -0.4), 'position')).toMatchObject({
    direction: 'down',
    isImprovement: true,
    text: '−0.4',
  });
  expect(formatChange(change('within noise', 0.06))).toMatchObject({
    direction: 'none',
    isImprovement: null,
  });
  expect(formatChange(change('not enough data', 0.06, 0))).toMatchObject({
    label: 'Nothing to compare with',
    explanation: 'There are no earlier answers to compare with.',
  });
  expect(formatChange(change('not enough data', 0.06, 19))?.explanation).toContain('Fewer than 20');
  expect(formatChange(change('within noise', 0.01))?.explanation).toContain('−1 to +3 points');
});

test('has no previous data only if none of the compared metrics has any', () => {
  const [first, moved] = [change('not enough data', 0.06, 0), change('moved', 0.06)];
  expect(hasNoPreviousData([first, null, first])).toBe(true);
  expect(hasNoPreviousData([first, moved])).toBe(false);
  expect(hasNoPreviousData([change('not enough data', 0.06, 19)])).toBe(false);
  expect(hasNoPreviousData([null, null])).toBe(false);
});
