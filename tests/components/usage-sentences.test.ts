import { expect, test } from 'vitest';
import { describeRunOut } from '../../app/(dashboard)/developers/usage/usage-sentences';

const now = new Date('2026-11-20T08:00:00Z');
const resetsAt = new Date('2026-12-01T00:00:00Z');
const forecast = {
  basedOnDays: 28,
  expected: 300,
  low: 250,
  high: 350,
  runsOutInDays: 5,
  runsOutInDaysAtEarliest: 5,
};

test.each([
  { held: 100, available: 0, expected: 'No credits are left. Requests are rejected' },
  { held: 0, available: 100, expected: 'The credits are expected to run out on 25 Nov' },
])('with $available available and $held held credits, says "$expected"', ({ expected, ...credits }) => {
  expect(describeRunOut({ used: 0, resetsAt, forecast, ...credits }, now)).toContain(expected);
});
