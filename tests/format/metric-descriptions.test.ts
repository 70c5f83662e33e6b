import { expect, test } from 'vitest';
import { listLimitations } from '#lib/format/metric-descriptions';

const measured = {
  engines: ['overview'],
  countryCount: 1,
  isFictional: false,
  grade: 'decision-grade',
} as const;

test('lists the limitations that apply to the answers', () => {
  const basic = listLimitations(measured);
  expect(basic).toHaveLength(3);
  expect(listLimitations({ ...measured, engines: ['chat'] }).join(' ')).toContain(
    'An API can answer differently',
  );
  expect(listLimitations({ ...measured, engines: ['office'] })).toEqual(basic);
  expect(listLimitations({ ...measured, engines: ['office'], countryCount: 2 }).join(' ')).toContain(
    'Office · Microsoft Copilot can’t be queried from a specific country',
  );
  expect(listLimitations({ ...measured, grade: 'exploratory' }).join(' ')).toContain('too few answers');
  expect(listLimitations({ ...measured, grade: 'directional' }).join(' ')).toContain('large differences');
  expect(listLimitations({ ...measured, isFictional: true }).join(' ')).toMatch(/fictional market/);
});
