import { expect, test } from 'vitest';
import { estimateForSimilarPrompts } from '#lib/dashboard/statistics/levels/estimate-for-similar-prompts';
import { buildBrands } from '#tests/dashboard/statistics/support/build-series';

test('treats prompts as the sample: with equal answers, the t interval of their shares', () => {
  const [series] = buildBrands({ seed: 4, prompts: 3, engines: 1, days: 10, missing: 0, effect: 0 });
  if (!series) throw new Error('There is no brand.');
  const shares = [2, 5, 8];
  const interval = estimateForSimilarPrompts(
    {
      panel: series.panel,
      answers: series.answers.map(() => 1),
      sums: series.answers.map((_, index) => (index % 10 < (shares[Math.floor(index / 10)] ?? 0) ? 1 : 0)),
    },
    { from: 0, to: 10 },
  );
  // Mean 0.5, standard deviation 0.3, t(0.975, 2) = 4.3027.
  expect(interval?.low).toBeCloseTo(0.5 - (4.3027 * 0.3) / Math.sqrt(3), 3);
  expect(interval?.high).toBeCloseTo(0.5 + (4.3027 * 0.3) / Math.sqrt(3), 3);
});

test('one prompt is no sample', () => {
  const [series] = buildBrands({ seed: 4, prompts: 1, engines: 2, days: 10, missing: 0, effect: 0 });
  expect(series && estimateForSimilarPrompts(series, { from: 0, to: 10 })).toBeNull();
});
