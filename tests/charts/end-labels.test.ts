import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layoutEndLabels, placeLabels } from '#lib/charts/plot-layout';

test('places labels in order inside the chart, without overlap, and as close as possible to their lines', () => {
  const label = fc.record({ id: fc.uuid(), y: fc.double({ min: -20, max: 220, noNaN: true }) });
  const labelLists = fc.uniqueArray(label, { maxLength: 9, selector: ({ id }) => id });
  fc.assert(
    fc.property(labelLists, (labels) => {
      const placed = placeLabels(labels, { top: 0, bottom: 200, gap: 16 });
      const sorted = labels.toSorted((a, b) => a.y - b.y || a.id.localeCompare(b.id));
      const heights = sorted.map(({ id }) => placed.get(id) ?? Number.NaN);
      for (const [index, height] of heights.entries()) {
        expect(height).toBeGreaterThanOrEqual(-1e-6);
        expect(height).toBeLessThanOrEqual(200 + 1e-6);
        if (index > 0) expect(height - (heights[index - 1] ?? 0)).toBeGreaterThanOrEqual(16 - 1e-6);
      }
    }),
  );
  const distant = [
    { id: 'x', y: 20 },
    { id: 'y', y: 80 },
  ];
  expect([...placeLabels(distant, { top: 0, bottom: 200, gap: 16 })]).toEqual([
    ['x', 20],
    ['y', 80],
  ]);
  const close = distant.map(({ id }) => ({ id, y: 50 }));
  expect([...placeLabels(close, { top: 0, bottom: 200, gap: 16 }).values()]).toEqual([42, 58]);
});

test('labels each line with its last value and shortens long names', () => {
  const line = { color: 'red', isOwn: false, hasBand: false, intervals: null, previous: null, counts: [] };
  const series = [
    { ...line, id: 'a', name: 'Short', values: [0.2, 0.5, null] },
    { ...line, id: 'b', name: 'A name of twenty letters', values: [0.1, 0.1, 0.1] },
    { ...line, id: 'c', name: 'Without values', values: [null, null, null] },
  ];
  const labels = layoutEndLabels(series, (value) => 100 - value * 100, { top: 0, bottom: 100 });
  expect(labels.map(({ id, name, value, lineY }) => [id, name, value, lineY])).toEqual([
    ['a', 'Short', '50%', 50],
    ['b', 'A name of twe…', '10%', 90],
  ]);
  expect(layoutEndLabels(series.slice(0, 1), () => 50, { top: 0, bottom: 100 })[0]?.name).toBe(null);
});
