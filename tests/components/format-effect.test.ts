import { expect, test } from 'vitest';
import {
  describeComparison,
  formatVerdict,
  summarizeEffect,
  summarizePlacebo,
} from '#components/experiments/format-effect';
import { computeRate } from '#lib/core/metric';
import type { Effect } from '#lib/dashboard/experiments/effect';

const buildGroup = (before: number, after: number, promptCount = 8, answers = 100) => ({
  before: computeRate((before * answers) / 100, answers),
  after: computeRate((after * answers) / 100, answers),
  change: (after - before) / 100,
  promptCount,
});
const up: Effect = {
  treatment: buildGroup(20, 34),
  control: buildGroup(21, 23),
  difference: 0.12,
  interval: { low: 0.04, high: 0.2 },
  verdict: 'up',
  method: 'random',
  refusal: null,
  leftOut: 0,
};
const refused = { ...up, difference: null, interval: null, method: null };

test.each<[string, Effect, string]>([
  [
    'Up',
    up,
    'Visibility changed by +14.0 points in the affected prompts and by +2.0 points in the prompts they are compared with. The difference is +12.0 points (+4 to +20): up.',
  ],
  [
    'Down',
    {
      ...up,
      treatment: up.control,
      control: up.treatment,
      difference: -0.12,
      interval: { low: -0.2, high: -0.04 },
      verdict: 'down',
    },
    'Visibility changed by +2.0 points in the affected prompts and by +14.0 points in the prompts they are compared with. The difference is −12.0 points (−20 to −4): down.',
  ],
  [
    'No clear change',
    { ...up, verdict: 'no clear change', method: 'chosen', leftOut: 1, interval: { low: -0.02, high: 0.26 } },
    'Visibility changed by +14.0 points in the affected prompts and by +2.0 points in the prompts they are compared with. Adjusted for where each prompt started, the difference is +12.0 points (−2 to +26): no clear change. This is without 1 affected prompt whose whole topic was chosen.',
  ],
  [
    'Up',
    { ...up, method: 'topics' },
    'Visibility changed by +14.0 points in the affected prompts and by +2.0 points in the prompts they are compared with, on average over topics. The difference is +12.0 points (+4 to +20): up.',
  ],
  [
    'Not comparable',
    {
      ...refused,
      verdict: 'not comparable',
      refusal: { reason: 'few prompts', leftOut: 0 },
      treatment: buildGroup(20, 34, 3),
    },
    'Not comparable: both the affected prompts and the prompts they are compared with need at least 5 with answers before and after the change. There are 3 and 8.',
  ],
  [
    'Not comparable',
    { ...refused, verdict: 'not comparable', refusal: { reason: 'few prompts', leftOut: 6 } },
    'Not comparable: both the affected prompts and the prompts they are compared with need at least 5 with answers before and after the change. There are 8 and 8, without the 6 prompts whose whole topic was chosen.',
  ],
  [
    'Not comparable',
    { ...refused, verdict: 'not comparable', refusal: { reason: 'whole topics', otherTopics: 3 } },
    'Not comparable: you chose whole topics, so anything else that happened in them looks like your change. This needs at least 4 other topics with two prompts each, and there are 3. Leave some prompts of each topic out, or add prompts to other topics.',
  ],
  [
    'Not comparable',
    { ...refused, verdict: 'not comparable', refusal: { reason: 'no history' } },
    'Not comparable: prompts that you chose are compared by how they did in two periods before the change, and fewer than 5 in a group have answers in both. Select a shorter period.',
  ],
  [
    'Too early',
    {
      ...refused,
      verdict: 'too early',
      refusal: { reason: 'few answers' },
      control: buildGroup(0, 100, 8, 1),
    },
    'Too early: both the affected prompts and the prompts they are compared with need at least 20 answers before and after the change. The smallest of these counts is 1 answer.',
  ],
])('summarizes an effect with the verdict “%s”', (label, effect, sentence) => {
  expect(formatVerdict(effect.verdict)).toBe(label);
  expect(summarizeEffect('Visibility', effect)).toBe(sentence);
});

const windows = {
  earliest: { from: '2026-02-22', to: '2026-02-28' },
  preceding: { from: '2026-03-01', to: '2026-03-07' },
  before: { from: '2026-03-08', to: '2026-03-14' },
  after: { from: '2026-03-15', to: '2026-03-21' },
};
const clear = { difference: 0.12, interval: { low: 0.04, high: 0.2 } };

test('says which earlier periods the check without a change compares, by the method of the effect', () => {
  const summarize = (method: Effect['method'], placebo: typeof clear | null, firstDay = '2026-01-01') =>
    summarizePlacebo({
      placebo,
      placeboFrom: windows.earliest.from,
      firstDay,
      windows,
      visibility: { ...up, method },
    });
  expect(summarize('random', { difference: 0.01, interval: { low: -0.06, high: 0.08 } })).toMatch(
    /^Check without a change, by the same comparison from .*Mar.* to .*Mar.*: \+1\.0 points \(−6 to \+8\), no clear difference, as expected\.$/,
  );
  expect(summarize('topics', clear)).toMatch(
    /^Check .* from .*: \+12\.0 points \(\+4 to \+20\), a clear diff/,
  );
  expect(summarize('chosen', clear)).toMatch(
    /^Check without a change, by the same comparison for .*Feb.*, which played no part in choosing the prompts: \+12\.0 points \(\+4 to \+20\), a clear difference\. .* don’t rely on the result\.$/,
  );
  expect(summarize('chosen', null)).toMatch(/: not possible, because too few prompts have answers then\.$/);
  expect(summarize('chosen', null, '2026-02-27')).toMatch(
    /: not possible, because it needs answers from .*22.* on, and answers begin on .*27.*\.$/,
  );
  expect(summarize(null, null)).toBe(null);
});

test('describes the comparison that was made', () => {
  expect(describeComparison('random', up)).toContain('assigned at random');
  expect(describeComparison('chosen', { method: 'topics' })).toContain('compared with other topics');
  expect(describeComparison('chosen', { method: 'chosen' })).toContain('regression to the mean');
});
