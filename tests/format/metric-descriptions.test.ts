import { expect, test } from 'vitest';
import { describeAccess, listLimitations } from '#lib/format/metric-descriptions';

const measured = {
  engines: [{ engine: 'overview', access: 'page' }],
  countryCount: 1,
  isFictional: false,
  grade: 'decision-grade',
} as const;

test('lists the limitations that apply to the answers', () => {
  const basic = listLimitations(measured);
  expect(basic).toHaveLength(3);
  expect(listLimitations({ ...measured, engines: [{ engine: 'chat', access: 'api' }] }).join(' ')).toContain(
    'An API can answer differently',
  );
  for (const access of ['page', undefined] as const) {
    expect(listLimitations({ ...measured, engines: [{ engine: 'chat', access }] })).toEqual(basic);
  }
  const engines = [{ engine: 'office', access: 'page' }] as const;
  expect(listLimitations({ ...measured, engines })).toEqual(basic);
  expect(listLimitations({ ...measured, engines, countryCount: 2 }).join(' ')).toContain(
    'Office · Microsoft Copilot can’t be queried from a specific country',
  );
  expect(listLimitations({ ...measured, grade: 'exploratory' }).join(' ')).toContain('too few answers');
  expect(listLimitations({ ...measured, grade: 'directional' }).join(' ')).toContain('large differences');
  expect(listLimitations({ ...measured, isFictional: true }).join(' ')).toMatch(/fictional market/);
});

test('describes how an engine is queried now', () => {
  expect(describeAccess('api')).toBe('Current access: API with web search');
  expect(describeAccess('page')).toBe('Current access: public page, without signing in');
});
