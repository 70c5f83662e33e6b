import { expect, test } from 'vitest';
import { describeUnsent, type UnsentRun } from '#lib/format/summary-sentences';

const run: UnsentRun = {
  kind: 'scheduled',
  status: 'paused',
  pauseReason: 'credits',
  notSent: 28,
  itemCount: 1040,
  resumableUntil: new Date('2026-11-24T06:00:00Z'),
};

test('says how many run items were not sent, why, and until when they can still be sent', () => {
  expect(describeUnsent(run)).toBe(
    '28 of 1,040 run items were not sent: out of credits. They’re sent automatically if credits are available again by 24 Nov 2026, 06:00 UTC, unless the next scheduled run starts first.',
  );
  expect(describeUnsent({ ...run, kind: 'manual', pauseReason: 'project_budget', notSent: 1 })).toBe(
    '1 of 1,040 run items was not sent: project budget reached. It’s sent automatically if the project’s budget allows it by 24 Nov 2026, 06:00 UTC.',
  );
  expect(describeUnsent({ ...run, status: 'completed', pauseReason: 'schedule_budget' })).toBe(
    '28 of 1,040 run items were not sent: schedule budget reached. The run ended without them. You can retry them from the run.',
  );
});
