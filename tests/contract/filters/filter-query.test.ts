import { expect, test } from 'vitest';
import { getCrossProjectFilterQuery, getFilterQuery } from '#lib/contract/filters/page-filters';
import { systemClock } from '#lib/core/time';
import { formatFilters, type MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';

const id = '01234567-89ab-4cde-8f01-23456789abcd';
const allFilters: MetricFilters = {
  projectId: id,
  timeZone: 'UTC',
  from: '2026-03-01',
  to: '2026-03-09',
  calendarPeriod: null,
  compare: 'custom',
  comparedWith: { from: '2026-01-01', to: '2026-01-09' },
  engines: ['chat', 'gen'],
  countries: ['JP'],
  topics: ['a & b'],
  tags: ['x', 'y'],
  promptIds: [id],
  brandId: id,
  branded: 'only',
};

test('keeps all filters, and nothing else, on another page', () => {
  const filters = formatFilters(allFilters, systemClock);
  const parameters = new URLSearchParams(filters);
  parameters.set('answer', id);
  parameters.set('before', 'x');
  expect(getFilterQuery(parameters)).toBe(`?${filters}`);
  expect(getFilterQuery(new URLSearchParams('days=7&words=a'))).toBe('?days=7');
  expect(getFilterQuery(new URLSearchParams('period=last-month'))).toBe('?period=last-month');
  expect(getFilterQuery(new URLSearchParams('words=a'))).toBe('');
});

test('when switching projects, keeps only the filters that apply to every project', () => {
  expect(getCrossProjectFilterQuery(formatFilters(allFilters, systemClock))).toBe(
    '?from=2026-03-01&to=2026-03-09&compare=custom&compareFrom=2026-01-01&compareTo=2026-01-09' +
      '&engine=chat&engine=gen&country=JP',
  );
});
