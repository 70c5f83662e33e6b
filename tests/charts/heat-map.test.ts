import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildHeatMap, type HeatMapInput, takeLargest } from '#lib/charts/heat-map';
import { computeRate, getGrade, type Metric } from '#lib/core/metric';

function metric(numerator: number, denominator: number): Metric {
  return {
    ...computeRate(numerator, denominator),
    clusteredInterval: null,
    grade: getGrade(denominator),
    change: null,
  };
}

test('puts every metric in its cell and keeps the columns with the most answers', () => {
  const input = fc.record({
    row: fc.constantFrom('chat', 'gen', 'answer'),
    column: fc.constantFrom('US', 'JP', 'DE', 'FR', 'BR'),
    counts: fc.tuple(fc.nat(50), fc.nat(50)),
  });
  const inputs = fc.uniqueArray(input, { selector: ({ row, column }) => `${row} ${column}` });
  fc.assert(
    fc.property(inputs, fc.integer({ min: 1, max: 5 }), (some, limit) => {
      const given: HeatMapInput[] = some.map(({ row, column, counts: [a, b] }) => ({
        row,
        column,
        metric: metric(Math.min(a, b), Math.max(a, b)),
      }));
      const heat = buildHeatMap(given, limit);
      const columns = new Set(given.map(({ column }) => column));
      expect(heat.columnCount).toBe(columns.size);
      expect(heat.columns).toHaveLength(Math.min(limit, columns.size));
      const answersIn = (column: string) =>
        given.filter((one) => one.column === column).reduce((sum, one) => sum + one.metric.denominator, 0);
      const omitted = [...columns].filter((column) => !heat.columns.includes(column));
      const fewest = Math.min(...heat.columns.map(answersIn));
      for (const column of omitted) expect(answersIn(column)).toBeLessThanOrEqual(fewest);
      for (const { row, cells } of heat.rows) {
        expect(cells.map(({ column }) => column)).toEqual(heat.columns);
        for (const cell of cells) {
          const one = given.find((each) => each.row === row && each.column === cell.column)?.metric;
          expect(cell.step !== null).toBe((one?.denominator ?? 0) > 0);
          if (!one) expect(cell.note).toBe('Not run');
          if (one && one.denominator > 0) expect(cell.isThin).toBe(one.denominator < 20);
        }
      }
    }),
  );
});

test('sorts rows and columns by rate', () => {
  const heat = buildHeatMap([
    { row: 'chat', column: 'US', metric: metric(1, 100) },
    { row: 'gen', column: 'US', metric: metric(50, 100) },
    { row: 'chat', column: 'JP', metric: metric(40, 100) },
  ]);
  expect([heat.columns, heat.rows.map(({ row }) => row)]).toEqual([
    ['JP', 'US'],
    ['gen', 'chat'],
  ]);
  expect(heat.rows[0]?.cells[0]).toMatchObject({ value: '–', note: 'Not run', step: null });
  expect(heat.rows[0]?.cells[1]).toMatchObject({
    value: '50%',
    count: '100',
    note: '40 to 60 of 100 answers',
  });
});

test('takes the largest items and sums the rest', () => {
  expect(takeLargest([3, 9, 1, 7], 2, (value) => value)).toEqual({
    shown: [9, 7],
    total: 4,
    rest: { items: 2, value: 4 },
  });
  expect(takeLargest([3], 2, (value) => value)).toEqual({ shown: [3], total: 1, rest: null });
});
