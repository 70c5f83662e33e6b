import { expect, test } from 'vitest';
import { isPreviousUtcDay } from '#lib/format/due-time';

const now = new Date('2026-11-20T12:00:00Z');

test.each([
  ['08:00', 'Asia/Tokyo', true],
  ['09:00', 'Asia/Tokyo', false],
  ['05:29', 'Asia/Kolkata', true],
  ['05:30', 'Asia/Kolkata', false],
  ['00:00', 'UTC', false],
  ['23:00', 'America/New_York', false],
])('finds out whether %s in %s is on the previous day in UTC', (time, timeZone, expected) => {
  expect(isPreviousUtcDay({ time, timeZone }, now)).toBe(expected);
});
