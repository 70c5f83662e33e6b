import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type HeatInput, heatMap } from '#lib/charts/heat-map';
import { shareSteps, stepOf } from '#lib/charts/share-steps';
import { worldMap } from '#lib/charts/world-map';
import { countryShapes, landPath, mapSize } from '#lib/charts/world-shapes';
import { countryCodes } from '#lib/contract/country-codes';
import type { Figure } from '#lib/core/figure';
import { gradeOf, wilson } from '#lib/core/rate';

function figure(numerator: number, denominator: number): Figure {
  return { ...wilson(numerator, denominator), clustered: null, grade: gradeOf(denominator), change: null };
}

test('steps begin at 0, touch one another, grow stronger and hold every share up to the largest', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(share, share, (largest, part) => {
      const steps = shareSteps(largest);
      expect(steps[0]?.from).toBe(0);
      expect(steps.at(-1)?.to).toBeGreaterThanOrEqual(largest);
      expect(steps.length).toBeLessThanOrEqual(5);
      for (const [index, step] of steps.entries()) {
        const next = steps[index + 1];
        if (next) expect([next.from, next.strength > step.strength]).toEqual([step.to, true]);
      }
      const value = largest * part;
      const step = stepOf(steps, value);
      expect(step && value >= step.from && value <= step.to).toBe(true);
    }),
  );
  expect(stepOf(shareSteps(0.4), null)).toBe(null);
});

test('nearly every country can be drawn or has its dot, all of them on the map', () => {
  const shapes = countryShapes(countryCodes);
  expect(shapes.length).toBeGreaterThan(230);
  for (const { country, at } of shapes) {
    expect(at.x >= 0 && at.x <= mapSize.width, country).toBe(true);
    expect(at.y >= 0 && at.y <= mapSize.height, country).toBe(true);
  }
  const pathOf = (code: string) => shapes.find(({ country }) => country === code)?.path;
  expect(pathOf('BR')).toMatch(/^M[\d.,MLZ-]+$/);
  expect(['SG', 'LU', 'HK', 'MT'].map(pathOf)).toEqual([null, null, null, null]);
  expect(shapes.some(({ country }) => country === 'AQ')).toBe(false);
  expect(landPath().length).toBeGreaterThan(20_000);
});

test('the map says value, interval and answers, tells never named from not measured, and what it lacks', () => {
  const map = worldMap([
    { country: 'SG', visibility: figure(0, 40) },
    { country: 'US', visibility: figure(458, 1204) },
    { country: 'JP', visibility: figure(0, 0) },
    { country: 'AQ', visibility: figure(1, 2) },
  ]);
  expect(map.missing).toEqual(['Antarctica']);
  expect(map.countries.map(({ country }) => country)).toEqual(['US', 'JP', 'SG']);
  expect(map.countries[0]).toMatchObject({ value: '38%', interval: '35 to 41', answers: '1,204 answers' });
  expect(map.countries[1]).toMatchObject({ step: null, value: '–', answers: '0 answers' });
  expect(map.countries[2]).toMatchObject({ step: { from: 0 }, value: '0%', path: null });
});

test('a heat map keeps every figure in its place, and cuts columns to those with most answers', () => {
  const input = fc.record({
    row: fc.constantFrom('chat', 'gen', 'answer'),
    column: fc.constantFrom('US', 'JP', 'DE', 'FR', 'BR'),
    counts: fc.tuple(fc.nat(50), fc.nat(50)),
  });
  const inputs = fc.uniqueArray(input, { selector: ({ row, column }) => `${row} ${column}` });
  fc.assert(
    fc.property(inputs, fc.integer({ min: 1, max: 5 }), (some, most) => {
      const given: HeatInput[] = some.map(({ row, column, counts: [a, b] }) => ({
        row,
        column,
        figure: figure(Math.min(a, b), Math.max(a, b)),
      }));
      const heat = heatMap(given, most);
      const asked = new Set(given.map(({ column }) => column));
      expect(heat.columnsInAll).toBe(asked.size);
      expect(heat.columns).toHaveLength(Math.min(most, asked.size));
      const answersIn = (column: string) =>
        given.filter((one) => one.column === column).reduce((sum, one) => sum + one.figure.denominator, 0);
      const left = [...asked].filter((column) => !heat.columns.includes(column));
      const least = Math.min(...heat.columns.map(answersIn));
      for (const column of left) expect(answersIn(column)).toBeLessThanOrEqual(least);
      for (const { row, cells } of heat.rows) {
        expect(cells.map(({ column }) => column)).toEqual(heat.columns);
        for (const cell of cells) {
          const one = given.find((each) => each.row === row && each.column === cell.column)?.figure;
          expect(cell.step !== null).toBe((one?.denominator ?? 0) > 0);
          if (!one) expect(cell.note).toBe('Not asked');
          if (one && one.denominator > 0) expect(cell.thin).toBe(one.denominator < 20);
        }
      }
    }),
  );
});

test('rows and columns of a heat map stand by their rate', () => {
  const heat = heatMap([
    { row: 'chat', column: 'US', figure: figure(1, 100) },
    { row: 'gen', column: 'US', figure: figure(50, 100) },
    { row: 'chat', column: 'JP', figure: figure(40, 100) },
  ]);
  expect([heat.columns, heat.rows.map(({ row }) => row)]).toEqual([
    ['JP', 'US'],
    ['gen', 'chat'],
  ]);
  expect(heat.rows[0]?.cells[0]).toMatchObject({ value: '–', note: 'Not asked', step: null });
  expect(heat.rows[0]?.cells[1]).toMatchObject({
    value: '50%',
    count: '100',
    note: '40 to 60 of 100 answers',
  });
});
