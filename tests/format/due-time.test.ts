import { expect, test } from 'vitest';
import { isPreviousDay } from '#lib/format/due-time';

const now = new Date('2026-11-20T12:00:00Z');

test.each([
  ['08:00', 'Asia/Tokyo', 'UTC', true],
  ['09:00', 'Asia/Tokyo', 'UTC', false],
  ['05:29', 'Asia/Kolkata', 'UTC', true],
  ['05:30', 'Asia/Kolkata', 'UTC', false],
  ['00:00', 'UTC', 'UTC', false],
  ['23:00', 'America/New_York', 'UTC', false],
  ['08:00', 'Asia/Tokyo', 'Asia/Tokyo', false],
  ['13:59', 'Asia/Tokyo', 'America/New_York', true],
  ['14:00', 'Asia/Tokyo', 'America/New_York', false],
  ['04:59', 'UTC', 'America/New_York', true],
])('finds out whether %s in %s is on the previous day in %s', (time, timeZone, other, expected) => {
  expect(isPreviousDay({ time, timeZone }, other, now)).toBe(expected);
});
