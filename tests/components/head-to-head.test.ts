import { expect, test } from 'vitest';
import { describeLeads } from '#components/competitors/head-to-head';

test.each([
  [[0, 0, 30, 30], 'None of 30 prompts has enough answers to compare.'],
  [[0, 0, 1, 1], 'The prompt doesn’t have enough answers to compare.'],
  [[3, 2, 4, 30], 'Of 30 prompts, Acme is ahead in 3 and behind in 2; 21 tied and 4 with too few answers.'],
  [[3, 2, 0, 30], 'Of 30 prompts, Acme is ahead in 3 and behind in 2; 25 tied.'],
  [[0, 1, 3, 4], 'Of 4 prompts, Acme is ahead in 0 and behind in 1; 3 with too few answers.'],
  [[1, 0, 0, 1], 'Of 1 prompt, Acme is ahead in 1 and behind in 0.'],
] as const)(
  'describes the numbers of prompts ahead, behind, with too few answers, and in total: %j',
  ([aheadCount, behindCount, undecidedCount, length], expected) => {
    const counts = { aheadCount, behindCount, undecidedCount, prompts: { length } };
    expect(describeLeads('Acme', counts)).toBe(expected);
  },
);
