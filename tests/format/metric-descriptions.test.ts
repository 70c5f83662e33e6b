import { expect, test } from 'vitest';
import { listLimits } from '#lib/format/metric-descriptions';

const measured = {
  engines: ['overview'],
  countryCount: 1,
  isFictional: false,
  grade: 'decision-grade',
} as const;

test('lists the limits that apply to the answers', () => {
  const basic = listLimits(measured);
  expect(basic).toHaveLength(3);
  expect(listLimits({ ...measured, engines: ['chat'] }).join(' ')).toContain('An API can answer differently');
  expect(listLimits({ ...measured, engines: ['office'] })).toEqual(basic);
  expect(listLimits({ ...measured, engines: ['office'], countryCount: 2 }).join(' ')).toContain(
    'Office can’t be queried from a specific country',
  );
  expect(listLimits({ ...measured, grade: 'exploratory' }).join(' ')).toContain('too few answers');
  expect(listLimits({ ...measured, grade: 'directional' }).join(' ')).toContain('large differences');
  expect(listLimits({ ...measured, isFictional: true }).join(' ')).toMatch(/fictional market/);
});
