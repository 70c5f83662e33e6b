import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { layoutFanOutTree } from '#lib/charts/fan-out-tree';
import { computeRate, type Metric } from '#lib/core/metric';

const createMetric = (numerator: number, denominator: number): Metric => ({
  ...computeRate(numerator, denominator),
  clusteredInterval: null,
  effectiveAnswers: denominator,
  grade: 'exploratory',
  change: null,
});

describe('fan-out tree', () => {
  const prompt = fc.record({
    promptId: fc.uuid(),
    prompt: fc.string(),
    queries: fc.uniqueArray(
      fc.record({
        query: fc.string(),
        answers: fc.integer({ min: 1, max: 900 }),
        mentioned: fc.constant(createMetric(0, 1)),
      }),
      { selector: ({ query }) => query, maxLength: 6 },
    ),
    queryCount: fc.nat(9),
  });

  test('lays out rows without overlap, each prompt in the middle of its queries', () => {
    fc.assert(
      fc.property(fc.uniqueArray(prompt, { selector: ({ promptId }) => promptId }), (inputs) => {
        const tree = layoutFanOutTree(inputs, { rowHeight: 30, gap: 10, branchWidth: 90 });
        const lines = [...tree.leaves, ...tree.hidden].map(({ middle }) => middle).sort((a, b) => a - b);
        for (const [index, middle] of lines.entries()) {
          expect(middle - (lines[index - 1] ?? -15)).toBeGreaterThanOrEqual(30);
          expect(middle + 15).toBeLessThanOrEqual(tree.height);
        }
        for (const { promptId, middle } of tree.prompts) {
          const middles = [...tree.leaves, ...tree.hidden]
            .filter((line) => line.promptId === promptId)
            .map((line) => line.middle);
          if (middles.length > 0)
            expect(middle).toBeCloseTo((Math.min(...middles) + Math.max(...middles)) / 2);
        }
        expect(tree.branches).toHaveLength(tree.leaves.length);
        for (const { width } of tree.branches) expect(width).toBeGreaterThanOrEqual(1);
      }),
    );
  });

  test('draws wider branches for more frequent queries, and counts the hidden queries', () => {
    const queries = [
      { query: 'often', answers: 90, mentioned: createMetric(9, 90) },
      { query: 'rarely', answers: 3, mentioned: createMetric(0, 3) },
    ];
    const { branches, hidden } = layoutFanOutTree([{ promptId: 'p', prompt: 'P', queries, queryCount: 7 }], {
      rowHeight: 32,
      gap: 16,
      branchWidth: 96,
    });
    expect(branches.map(({ width }) => Math.round(width))).toEqual([8, 1]);
    expect(hidden.map(({ count }) => count)).toEqual([5]);
  });
});
