import { expect, test } from 'vitest';
import { describeComparedLevels, formatChange, hasNoPreviousData } from '#lib/format/format-change';
import { buildChange, buildFirstChange } from '#tests/support/metrics';

test('shows a direction only for clear changes, and explains other verdicts; a smaller position is better', () => {
  expect(formatChange(null)).toBe(null);
  expect(formatChange(buildChange('up', 0.06))).toMatchObject({
    direction: 'up',
    isImprovement: true,
    text: '+6 points',
    sentence: 'Up 6 points',
  });
  expect(formatChange(buildChange('down', -0.4), 'position')).toMatchObject({
    direction: 'down',
    isImprovement: true,
    text: '−0.4',
    sentence: 'Down 0.4',
  });
  expect(formatChange(buildChange('no clear change', 0.06))).toMatchObject({
    direction: 'none',
    isImprovement: null,
    sentence: 'No clear change (+6 points)',
  });
  expect(formatChange(buildFirstChange())).toMatchObject({
    label: 'Nothing to compare with',
    explanation: 'There are no earlier answers to compare with.',
  });
  expect(formatChange(buildChange('too early', 0.06, 19))).toMatchObject({
    sentence: 'Too early',
    explanation: expect.stringContaining('Fewer than 20'),
  });
  expect(formatChange(buildChange('not comparable', 0.06))?.sentence).toBe('Not comparable (model changed)');
  expect(formatChange(buildChange('no clear change', 0.01))?.explanation).toContain('−1 and +3 points');
});

test('neither a clear change nor an end of its interval is rounded to 0', () => {
  const change = { ...buildChange('up', 0.0003), interval: { low: 0.0001, high: 0.0005 } };
  expect(formatChange(change)).toMatchObject({
    text: '+<0.1 points',
    explanation: expect.stringContaining('between +0.1 and +0.1 points'),
  });
  expect(formatChange({ ...change, verdict: 'down', difference: -0.02 }, 'position')?.text).toBe('−<0.1');
});

test('names the compared prompts if their level differs visibly, with ends that differ by the shown change', () => {
  const change = { ...buildChange('up', 0.092), previous: 0.574, current: 0.666, prompts: 12 };
  expect(describeComparedLevels(change, 0.67)).toBe('');
  expect(describeComparedLevels(change, 0.61)).toBe('on the 12 prompts asked in both periods: 57% → 66%');
  expect(describeComparedLevels({ ...change, ...buildChange('too early', 0.1) }, 0.61)).toBe('');
  const position = { ...buildChange('down', -0.4), previous: 2.42, current: 2.02, prompts: 1 };
  expect(describeComparedLevels(position, 2.3, 'position')).toBe(
    'on the 1 prompt asked in both periods: 2.4 → 2.0',
  );
});

test('reports that there is no previous data only if none of the compared metrics has any', () => {
  const [first, up] = [buildFirstChange(), buildChange('up', 0.06)];
  expect(hasNoPreviousData([first, null, first])).toBe(true);
  expect(hasNoPreviousData([first, up])).toBe(false);
  expect(hasNoPreviousData([buildChange('too early', 0.06, 19)])).toBe(false);
  expect(hasNoPreviousData([null, null])).toBe(false);
});
