import { expect, test } from 'vitest';
import { listCalendarPeriods } from '#lib/core/time';

test.each([
  [
    '2026-11-24',
    ['2026-11-01', '2026-11-24'],
    ['2026-10-01', '2026-10-31'],
    ['2026-10-01', '2026-11-24'],
    ['2026-01-01', '2026-11-24'],
  ],
  [
    '2028-01-01',
    ['2028-01-01', '2028-01-01'],
    ['2027-12-01', '2027-12-31'],
    ['2028-01-01', '2028-01-01'],
    ['2028-01-01', '2028-01-01'],
  ],
  [
    '2028-03-31',
    ['2028-03-01', '2028-03-31'],
    ['2028-02-01', '2028-02-29'],
    ['2028-01-01', '2028-03-31'],
    ['2028-01-01', '2028-03-31'],
  ],
])('lists this month, last month, this quarter and this year up to %s', (today, ...expected) => {
  expect(listCalendarPeriods(today).map(({ from, to }) => [from, to])).toEqual(expected);
});
