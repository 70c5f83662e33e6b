import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { IntervalBar } from '#components/charts/inline-charts';
import { buildIntervalAxis } from '#lib/charts/chart-spec';
import { computeRate, getInterval } from '#lib/core/metric';

const measured = computeRate(458, 1204);
const unmeasured = computeRate(0, 0);

test('scales bars and their intervals to an axis that includes both', () => {
  const axis = buildIntervalAxis([measured, unmeasured]);
  expect(axis.ticks).toEqual([0, 0.2, 0.4, 0.6]);
  const bar = renderToStaticMarkup(
    <IntervalBar value={measured.value} interval={getInterval(measured)} max={axis.max} />,
  );
  const [left] = /(?<=left:)[\d.]+(?=%)/.exec(bar) ?? [];
  const [length, whisker] = [...bar.matchAll(/(?<=width:)[\d.]+(?=%)/g)].map(([width]) => Number(width));
  const { low, high } = measured;
  expect(length).toBeCloseTo((100 * (458 / 1204)) / axis.max, 10);
  expect(Number(left)).toBeCloseTo((100 * (low ?? 0)) / axis.max, 10);
  expect(whisker).toBeCloseTo((100 * ((high ?? 0) - (low ?? 0))) / axis.max, 10);
});

test('draws no bar without data', () => {
  expect(
    renderToStaticMarkup(<IntervalBar value={unmeasured.value} interval={getInterval(unmeasured)} />),
  ).toBe('');
});
