import { expect, test } from 'vitest';
import { systemClock } from '#lib/core/time';
import { formatFilters, type MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getFilterQuery, getSharedFilterQuery } from '#lib/format/answer-links';

const id = '01234567-89ab-4cde-8f01-23456789abcd';
const everything: MetricFilters = {
  projectId: id,
  from: '2026-03-01',
  to: '2026-03-09',
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

test('carries every filter to another page, and nothing else', () => {
  const filters = formatFilters(everything, systemClock);
  const address = new URLSearchParams(filters);
  address.set('answer', id);
  address.set('before', 'x');
  expect(getFilterQuery(address)).toBe(`?${filters}`);
  expect(getFilterQuery(new URLSearchParams('days=7&words=a'))).toBe('?days=7');
  expect(getFilterQuery(new URLSearchParams('words=a'))).toBe('');
});

test('carries only shared filters to another project', () => {
  expect(getSharedFilterQuery(formatFilters(everything, systemClock))).toBe(
    '?from=2026-03-01&to=2026-03-09&compare=custom&compareFrom=2026-01-01&compareTo=2026-01-09' +
      '&engine=chat&engine=gen&country=JP',
  );
});
