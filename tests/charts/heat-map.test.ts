import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildShareSteps } from '#lib/charts/chart-spec';
import { buildHeatMap } from '#lib/charts/heat-map';
import { buildMetric } from '#tests/support/metrics';

test('shows the countries with the most answers, and every engine that was run in one of them', () => {
  const row = fc
    .record({
      engine: fc.constantFrom('chat', 'gen', 'answer'),
      country: fc.constantFrom('US', 'JP', 'DE', 'FR', 'BR'),
      counts: fc.tuple(fc.nat(50), fc.nat(50)),
    })
    .map(({ engine, country, counts }) => ({
      engine,
      country,
      visibility: buildMetric(Math.min(...counts), Math.max(...counts)),
    }));
  const rows = fc.uniqueArray(row, { selector: ({ engine, country }) => `${engine} ${country}` });
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 5 }), (visibilities, limit) => {
      const heatMap = buildHeatMap(visibilities, buildShareSteps(1), limit);
      const countries = new Set(visibilities.map(({ country }) => country));
      expect(heatMap.countryCount).toBe(countries.size);
      const shown = visibilities.filter(({ country }) => heatMap.countries.includes(country));
      expect(new Set(heatMap.engines.map(({ engine }) => engine))).toEqual(
        new Set(shown.map(({ engine }) => engine)),
      );
      expect(heatMap.countries).toHaveLength(Math.min(limit, countries.size));
      const countAnswers = (country: string) =>
        visibilities
          .filter((row) => row.country === country)
          .reduce((sum, { visibility }) => sum + visibility.denominator, 0);
      const omitted = [...countries].filter((country) => !heatMap.countries.includes(country));
      const fewest = Math.min(...heatMap.countries.map(countAnswers));
      for (const country of omitted) expect(countAnswers(country)).toBeLessThanOrEqual(fewest);
      for (const { engine, cells } of heatMap.engines) {
        expect(cells.map(({ country }) => country)).toEqual(heatMap.countries);
        for (const cell of cells) {
          const visibility = visibilities.find(
            (row) => row.engine === engine && row.country === cell.country,
          )?.visibility;
          const answers = visibility?.denominator ?? 0;
          expect(cell.step !== null).toBe(answers > 0);
          if (!visibility) expect(cell.note).toBe('Not run');
          if (answers > 0) expect(cell.hasFewAnswers).toBe(answers < 20);
        }
      }
    }),
  );
});

test('sorts engines and countries by visibility', () => {
  const visibilities = [
    { engine: 'chat', country: 'US', visibility: buildMetric(1, 100) },
    { engine: 'gen', country: 'US', visibility: buildMetric(50, 100) },
    { engine: 'chat', country: 'JP', visibility: buildMetric(40, 100) },
  ];
  const heatMap = buildHeatMap(visibilities, buildShareSteps(0.5));
  expect([heatMap.countries, heatMap.engines.map(({ engine }) => engine)]).toEqual([
    ['JP', 'US'],
    ['gen', 'chat'],
  ]);
  expect(heatMap.engines[0]?.cells[0]).toMatchObject({ value: '–', note: 'Not run', step: null });
  expect(heatMap.engines[0]?.cells[1]).toMatchObject({
    value: '50%',
    count: '100',
    note: '95% interval 40 to 60%, 100 answers',
  });
});
