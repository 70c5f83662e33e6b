import { expect, test } from 'vitest';
import { restoreVerdicts } from '#lib/dashboard/reports/restore-verdicts';

/** A change as version 0.1 stored it in frozen reports. */
const storedChange = {
  previous: 0.31,
  current: 0.4,
  difference: 0.09,
  interval: { low: 0.02, high: 0.16 },
  level: 0.031,
  segments: 24,
  previousAnswers: 332,
  currentAnswers: 312,
  excludedEngines: ['gen'],
  verdict: 'moved',
};

test.each([
  [{}, 'up', null],
  [{ difference: -0.09 }, 'down', null],
  [{ verdict: 'within noise' }, 'no clear change', null],
  [{ verdict: 'not enough data', previousAnswers: 12 }, 'too early', 'few answers'],
  [{ verdict: 'not enough data', previousAnswers: 0 }, 'not comparable', 'no common segments'],
  [{ verdict: 'model changed' }, 'not comparable', 'models changed'],
])('converts the change of an earlier version with %j to the verdict “%s”', (values, verdict, reason) => {
  const { level: _, ...change } = { ...storedChange, ...values };
  expect(restoreVerdicts({ ...storedChange, ...values })).toEqual({
    ...change,
    verdict,
    reason,
    confidence: 0.95,
    judgedWith: null,
    rows: 1,
    prompts: 0,
  });
});

test('converts verdicts in rows of tables and in comparisons of brands', () => {
  expect(
    restoreVerdicts({
      visibility_change: -0.09,
      visibility_change_verdict: 'moved',
      verdict: 'within noise',
    }),
  ).toEqual({ visibility_change: -0.09, visibility_change_verdict: 'down', verdict: 'tied' });
  expect(restoreVerdicts({ prompt: 'Best kayaks', lead: 'not enough data' })).toEqual({
    prompt: 'Best kayaks',
    lead: 'too early',
  });
});

test('leaves the verdicts of this version as they are', () => {
  const { level: _, ...change } = storedChange;
  const current = {
    ...change,
    verdict: 'up',
    reason: null,
    confidence: 0.9,
    judgedWith: ['engine'],
    rows: 3,
  };
  expect(restoreVerdicts(current)).toEqual(current);
  expect(restoreVerdicts({ lead: 'ahead', visibility_change_verdict: 'up' })).toEqual({
    lead: 'ahead',
    visibility_change_verdict: 'up',
  });
});
