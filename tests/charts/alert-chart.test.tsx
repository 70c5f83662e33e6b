import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Chart } from '#components/charts/chart';
import { buildAlertChart } from '#lib/charts/alert-chart';
import { buildTooltip } from '#lib/charts/chart-tooltip';
import {
  type AlertChart,
  type AlertCondition,
  getCountNoun,
} from '#lib/dashboard/alerts/conditions/condition';

const chart: AlertChart = {
  unit: 'share',
  from: '2026-03-01',
  values: [0.4, null, 0.42, 0.58, 0.6],
  answers: [30, 0, 30, 30, 30],
  averages: [0.4, 0.4, 0.4, 0.58, 0.59],
  boundaries: [null, null, null, 0.62, 0.5],
};

const visibilityCondition = {
  kind: 'metric',
  metric: 'visibility',
  minChange: 5,
  direction: 'either',
} satisfies AlertCondition;

test.each([
  { unit: 'share', scale: 1, ticks: ['0%', '60%'], end: '59%' },
  { unit: 'ranks', scale: 5, ticks: ['0.0', '3.0'], end: '3.0' },
  { unit: 'sentiment', scale: -1, ticks: ['0', '−60'], end: '−59' },
  { unit: 'lead', scale: 1, ticks: ['0', '+60'], end: '+59' },
] as const)('draws values of the unit $unit inside the axis', ({ unit, scale, ticks, end }) => {
  const multiply = (list: readonly (number | null)[]) => list.map((value) => value && value * scale);
  const spec = buildAlertChart(
    'Visibility of Acme',
    {
      ...chart,
      unit,
      values: multiply(chart.values),
      averages: multiply(chart.averages),
      boundaries: multiply(chart.boundaries),
    },
    'answer',
  );
  expect(spec.categories).toEqual(['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05']);
  const html = renderToStaticMarkup(<Chart spec={spec} />);
  for (const tick of ticks) expect(html).toContain(`>${tick}<`);
  expect(html).toContain(end);
  const heights = [...html.matchAll(/ d="(M[^"]+)"/g)].flatMap(([, path = '']) =>
    [...path.matchAll(/[ML]-?[\d.]+ (-?[\d.]+)/g)].map(([, y]) => Number(y)),
  );
  expect(heights.length).toBeGreaterThan(10);
  for (const y of heights) {
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThanOrEqual(spec.height);
  }
});

test.each<[AlertCondition, string]>([
  [visibilityCondition, '30 answers'],
  [{ ...visibilityCondition, metric: 'shareOfVoice' }, '30 mentions'],
  [{ ...visibilityCondition, metric: 'position' }, '30 mentions'],
  [{ ...visibilityCondition, metric: 'sentiment' }, '30 sentences'],
  [{ kind: 'overtaken', competitorId: null }, '30 answers'],
])('the tooltip names the unit of its count (answers, mentions or sentences): %o', (condition, expected) => {
  expect(buildTooltip(buildAlertChart('Alert', chart, getCountNoun(condition)), 0)?.footer).toBe(expected);
});
