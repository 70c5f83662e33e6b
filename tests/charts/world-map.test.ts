import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { WorldMap } from '#components/charts/world-map';
import { buildShareSteps } from '#lib/charts/chart-spec';
import { buildWorldMap, getCountryShapes, getLandPath, mapSize } from '#lib/charts/world-map';
import { countryCodes } from '#lib/contract/countries';
import { buildMetric } from '#tests/support/metrics';

test('draws nearly every country as a shape or a dot on the map', () => {
  const shapes = getCountryShapes(countryCodes);
  expect(shapes.length).toBeGreaterThan(230);
  for (const { country, center } of shapes) {
    expect(center.x >= 0 && center.x <= mapSize.width, country).toBe(true);
    expect(center.y >= 0 && center.y <= mapSize.height, country).toBe(true);
  }
  const getPath = (code: string) => shapes.find(({ country }) => country === code)?.path;
  expect(getPath('BR')).toMatch(/^M[\d.,MLZ-]+$/);
  expect(['SG', 'LU', 'HK', 'MT'].map(getPath)).toEqual([null, null, null, null]);
  expect(shapes.some(({ country }) => country === 'AQ')).toBe(false);
  expect(getLandPath().length).toBeGreaterThan(20_000);
});

test('shows value, interval and answers, and distinguishes 0% from no answers and missing countries', () => {
  const rows = [
    { country: 'SG', visibility: buildMetric(0, 40) },
    { country: 'US', visibility: buildMetric(458, 1204) },
    { country: 'JP', visibility: buildMetric(0, 0) },
    { country: 'AQ', visibility: buildMetric(1, 2) },
  ];
  const map = buildWorldMap(rows, buildShareSteps(0.38));
  expect(map.missing).toEqual(['Antarctica']);
  expect(map.countries.map(({ country }) => country)).toEqual(['US', 'JP', 'SG']);
  expect(map.countries[0]).toMatchObject({ value: '38%', interval: '35 to 41', answers: '1,204 answers' });
  expect(map.countries[1]).toMatchObject({ step: null, value: '–', answers: '0 answers' });
  expect(map.countries[2]).toMatchObject({ step: { from: 0 }, value: '0%', path: null });
});

test('leaves a country without answers transparent, so that the hatched background shows', () => {
  const rows = [
    { country: 'US', visibility: buildMetric(458, 1204) },
    { country: 'JP', visibility: buildMetric(0, 0) },
  ];
  const map = buildWorldMap(rows, buildShareSteps(0.38));
  const html = renderToStaticMarkup(createElement(WorldMap, { label: 'Map', map }));
  const fills = [...html.matchAll(/fill="([^"]+)" stroke="var\(--control\)"/g)].map(([, fill]) => fill);
  expect(fills).toEqual([expect.not.stringMatching(/^transparent$/), 'transparent']);
});
