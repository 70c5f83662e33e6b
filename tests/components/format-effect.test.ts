import { expect, test } from 'vitest';
import {
  formatEffectVerdict,
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
const moved: Effect = {
  treatment: buildGroup(20, 34),
  control: buildGroup(21, 23),
  difference: 0.12,
  interval: { low: 0.04, high: 0.2 },
  verdict: 'moved',
};

test.each<[string, Effect, string]>([
  [
    'Moved up',
    moved,
    'Visibility went from 20% to 34% in the treatment prompts and from 21% to 23% in the control prompts: an effect of +12 points (+4 to +20), beyond noise.',
  ],
  [
    'Moved down',
    {
      ...moved,
      treatment: moved.control,
      control: moved.treatment,
      difference: -0.12,
      interval: { low: -0.2, high: -0.04 },
    },
    'Visibility went from 21% to 23% in the treatment prompts and from 20% to 34% in the control prompts: an effect of −12 points (−20 to −4), beyond noise.',
  ],
  [
    'Within noise',
    { ...moved, verdict: 'within noise', interval: { low: -0.02, high: 0.26 } },
    'Visibility went from 20% to 34% in the treatment prompts and from 21% to 23% in the control prompts: an effect of +12 points (−2 to +26), within noise.',
  ],
  [
    'Not enough data',
    { ...moved, verdict: 'not enough data', treatment: buildGroup(20, 34, 3), interval: null },
    'Not enough data: each group needs at least 5 prompts answered before and after the change. The treatment group has 3, the control group 8.',
  ],
  [
    'Not enough data',
    { ...moved, verdict: 'not enough data', control: buildGroup(0, 100, 8, 1), interval: null },
    'Not enough data: each group needs at least 20 answers before and after the change. The smallest of these counts is 1 answer.',
  ],
])('summarizes an effect with the verdict “%s”', (label, effect, sentence) => {
  expect(formatEffectVerdict(effect)).toBe(label);
  expect(summarizeEffect('Visibility', effect)).toBe(sentence);
});

test.each<[string, Effect | null, RegExp]>([
  [
    'without answers',
    null,
    /^Test with two periods before the change \(.+ compared with .+\): not enough data, because a group has no prompts answered in both periods\.$/,
  ],
  [
    'with too few prompts',
    { ...moved, verdict: 'not enough data', control: buildGroup(21, 23, 4), interval: null },
    /: not enough data, because each group needs at least 5 prompts answered in both periods\. The treatment group has 8, the control group 4\.$/,
  ],
  [
    'with too few answers',
    { ...moved, verdict: 'not enough data', control: buildGroup(0, 100, 8, 1), interval: null },
    /: not enough data, because each group needs at least 20 answers in both periods\. The smallest of these counts is 1 answer\.$/,
  ],
  [
    'that found nothing',
    { ...moved, verdict: 'within noise', interval: { low: -0.02, high: 0.26 } },
    /within noise, as expected\.$/,
  ],
  [
    'that found an effect',
    moved,
    /\+12 points \(\+4 to \+20\) on visibility, beyond noise\. .* don’t rely on the effect\.$/,
  ],
])('summarizes a placebo test %s', (_, placebo, sentence) => {
  const windows = {
    preceding: { from: '2026-03-01', to: '2026-03-07' },
    before: { from: '2026-03-08', to: '2026-03-14' },
    after: { from: '2026-03-15', to: '2026-03-21' },
  };
  expect(summarizePlacebo({ placebo, windows })).toMatch(sentence);
});
