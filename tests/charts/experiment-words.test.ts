import { expect, test } from 'vitest';
import { wilson } from '#lib/core/rate';
import { type EffectFacts, effectLabel, effectSentence } from '#lib/format/experiment-words';

const arm = (before: number, now: number, prompts = 8, answers = 100) => ({
  before: wilson((before * answers) / 100, answers),
  now: wilson((now * answers) / 100, answers),
  prompts,
});
const moved: EffectFacts = {
  treated: arm(20, 34),
  control: arm(21, 23),
  difference: 0.12,
  interval: { low: 0.04, high: 0.2 },
  verdict: 'moved',
};

test.each<[EffectFacts, string, string]>([
  [
    moved,
    'Moved up beyond noise',
    'Visibility in the changed prompts went from 20% to 34%, that in the others from 21% to 23%: a difference of +12 points (+4 to +20), moved beyond noise and beyond the control.',
  ],
  [
    { ...moved, difference: -0.12, interval: { low: -0.2, high: -0.04 } },
    'Moved down beyond noise',
    'Visibility in the changed prompts went from 20% to 34%, that in the others from 21% to 23%: a difference of −12 points (−20 to −4), moved beyond noise and beyond the control.',
  ],
  [
    { ...moved, verdict: 'within noise', interval: { low: -0.02, high: 0.26 } },
    'Within noise',
    'Visibility in the changed prompts went from 20% to 34%, that in the others from 21% to 23%: a difference of +12 points (−2 to +26), within noise, so it may have come by chance.',
  ],
  [
    { ...moved, verdict: 'not enough data', treated: arm(20, 34, 3), interval: null },
    'Not enough data',
    'Not enough data: at least 5 prompts answered before and after are needed on both sides; there are 3 changed and 8 other ones.',
  ],
  [
    { ...moved, verdict: 'not enough data', control: arm(0, 100, 8, 1), interval: null },
    'Not enough data',
    'Not enough data: at least 20 answers are needed before and after on both sides; the smallest has 1 answer.',
  ],
])('an effect in words: %#', (effect, label, sentence) => {
  expect(effectLabel(effect)).toBe(label);
  expect(effectSentence('Visibility', effect)).toBe(sentence);
});
