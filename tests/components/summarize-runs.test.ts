import { expect, test } from 'vitest';
import { summarizeRuns } from '../../app/(dashboard)/projects/[projectId]/runs/summarize-runs';

const completed = { status: 'completed', done: 360, failed: 0, notSent: 0, itemCount: 360 } as const;
const running = { ...completed, status: 'waiting', done: 100 } as const;
const backfill = { label: 'Backfilling the past eight weeks', done: 2160, total: 20_160 };

test.each([
  ['no runs', [], null, 'No prompts have been sent yet.'],
  ['completed runs', [completed, completed], null, 'No runs in progress; no failures in the latest 2 runs.'],
  [
    'a run in progress',
    [running, { ...completed, failed: 2, notSent: 3 }],
    null,
    '1 run in progress; 2 failed run items, 3 not sent in the latest 2 runs.',
  ],
  [
    'a backfill before its first run',
    [],
    { ...backfill, done: 0 },
    'Backfilling the past eight weeks: 0 of 20,160 answers.',
  ],
  [
    'a backfill between two runs',
    [completed],
    backfill,
    'Backfilling the past eight weeks: 2,160 of 20,160 answers; no failures in the latest run.',
  ],
  [
    'a backfill with a run in progress',
    [running],
    backfill,
    'Backfilling the past eight weeks: 2,160 of 20,160 answers; 1 run in progress; no failures in the latest run.',
  ],
])('summarizes %s', (_, runs, work, expected) => {
  expect(summarizeRuns(runs, { isOlderPage: false, backfill: work })).toBe(expected);
});

test('says nothing about work in progress on older pages', () => {
  expect(summarizeRuns([completed], { isOlderPage: true, backfill })).toBe(
    'Older runs; no failures in this run.',
  );
});
