import { expect, test } from 'vitest';
import { formatChange, hasNoPreviousData } from '#lib/format/format-change';
import { buildChange } from '#tests/support/metrics';

test('shows a direction only when the metric moved, and explains other verdicts; a smaller position is better', () => {
  expect(formatChange(null)).toBe(null);
  expect(formatChange(buildChange('moved', 0.06))).toMatchObject({
    direction: 'up',
    isImprovement: true,
    text: '+6 points',
  });
  expect(formatChange(buildChange('moved', -0.4), 'position')).toMatchObject({
    direction: 'down',
    isImprovement: true,
    text: '−0.4',
  });
  expect(formatChange(buildChange('within noise', 0.06))).toMatchObject({
    direction: 'none',
    isImprovement: null,
  });
  expect(formatChange(buildChange('not enough data', 0.06, 0))).toMatchObject({
    label: 'Nothing to compare with',
    explanation: 'There are no earlier answers to compare with.',
  });
  expect(formatChange(buildChange('not enough data', 0.06, 19))?.explanation).toContain('Fewer than 20');
  expect(formatChange(buildChange('within noise', 0.01))?.explanation).toContain('−1 to +3 points');
});

test('reports that there is no previous data only if none of the compared metrics has any', () => {
  const [first, moved] = [buildChange('not enough data', 0.06, 0), buildChange('moved', 0.06)];
  expect(hasNoPreviousData([first, null, first])).toBe(true);
  expect(hasNoPreviousData([first, moved])).toBe(false);
  expect(hasNoPreviousData([buildChange('not enough data', 0.06, 19)])).toBe(false);
  expect(hasNoPreviousData([null, null])).toBe(false);
});
