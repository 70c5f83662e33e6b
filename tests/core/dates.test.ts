import { expect, test } from 'vitest';
import { formatDate, formatInstant, formatPeriod, formatRelative, formatShortDate } from '#lib/core/dates';

test('formats days, instants and periods in UTC', () => {
  expect(formatDate('2026-11-12')).toBe('12 Nov 2026');
  expect(formatDate(new Date('2026-11-12T23:59:59Z'))).toBe('12 Nov 2026');
  expect(formatShortDate('2026-09-02')).toBe('2 Sep');
  expect(formatInstant(new Date('2026-11-12T06:05:00Z'))).toBe('12 Nov 2026, 06:05 UTC');
  expect(formatPeriod({ from: '2026-10-15', to: '2026-11-11' })).toBe('15 Oct to 11 Nov 2026');
  expect(formatPeriod({ from: '2025-12-30', to: '2026-01-02' })).toBe('30 Dec 2025 to 2 Jan 2026');
  expect(formatPeriod({ from: '2026-01-02', to: '2026-01-02' })).toBe('2 Jan 2026');
});

test.each([
  ['2026-11-12T11:59:30Z', '30 seconds ago'],
  ['2026-11-12T11:55:00Z', '5 minutes ago'],
  ['2026-11-12T09:00:00Z', '3 hours ago'],
  ['2026-11-11T11:00:00Z', 'yesterday'],
  ['2026-11-12T14:00:00Z', 'in 2 hours'],
])('formats %s as %s at noon', (instant, text) => {
  expect(formatRelative(new Date(instant), new Date('2026-11-12T12:00:00Z'))).toBe(text);
});
