import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildShareSteps, findShareStep, getBrandColor } from '#lib/charts/chart-spec';

test('builds adjoining steps from 0 of growing strength that hold every share', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(share, share, (largest, part) => {
      const steps = buildShareSteps(largest);
      expect(steps[0]?.from).toBe(0);
      expect(steps.at(-1)?.to).toBeGreaterThanOrEqual(largest);
      expect(steps.length).toBeLessThanOrEqual(5);
      for (const [index, step] of steps.entries()) {
        const next = steps[index + 1];
        if (next) expect([next.from, next.strength > step.strength]).toEqual([step.to, true]);
      }
      const value = largest * part;
      const step = findShareStep(steps, value);
      expect(step && value >= step.from && value <= step.to).toBe(true);
    }),
  );
  expect(findShareStep(buildShareSteps(0.4), null)).toBe(null);
});

test('falls back to the last color for an unknown index', () => {
  expect([0, 8, 9, -1, 1.5].map(getBrandColor)).toEqual([
    'var(--brand-0)',
    'var(--brand-8)',
    'var(--brand-8)',
    'var(--brand-8)',
    'var(--brand-8)',
  ]);
});
