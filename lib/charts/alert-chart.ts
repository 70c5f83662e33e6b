import {
  buildCountAxis,
  buildShareAxis,
  buildSignedAxis,
  type ChartSeries,
  type ChartSpec,
  getBrandColor,
  type ValueAxis,
} from '#lib/charts/chart-spec';
import { addDays } from '#lib/core/time';
import type { AlertChart } from '#lib/dashboard/alerts/conditions/condition';

/**
 * Builds the chart of a raised alert: the daily values, their average before and since the change, and the boundary that
 * was crossed.
 * @param countNoun see `getCountNoun`
 */
export function buildAlertChart(
  label: string,
  { unit, from, values, answers, averages, boundaries }: AlertChart,
  countNoun: string,
): ChartSpec {
  const shown = [values, averages, boundaries].flatMap((list) => list.filter((value) => value !== null));
  const createSeries = (
    id: string,
    name: string,
    { color, isOwn = false, list }: { color: string; isOwn?: boolean; list: ChartSeries['values'] },
  ): ChartSeries => ({
    id,
    name,
    color,
    isOwn,
    values: list,
    intervals: null,
    hasBand: false,
    previous: null,
    counts: answers,
  });
  return {
    kind: 'lines',
    ...(unit === 'share' ? {} : { unit }),
    label,
    countNoun,
    height: 300,
    categories: values.map((_, index) => addDays(from, index)),
    previousDays: null,
    axis: buildAxis(unit, shown),
    labelCount: { wide: 7, narrow: 4 },
    hasEndLabels: true,
    series: [
      createSeries('days', 'Daily value', { color: 'var(--control)', list: values }),
      ...(boundaries.some((boundary) => boundary !== null)
        ? [createSeries('boundary', 'Boundary', { color: 'var(--danger)', list: boundaries })]
        : []),
      createSeries('average', 'Average', { color: getBrandColor(0), isOwn: true, list: averages }),
    ],
  };
}

function buildAxis(unit: AlertChart['unit'], shown: readonly number[]): ValueAxis {
  const [smallest, largest] = [Math.min(0, ...shown), Math.max(0, ...shown)];
  if (unit === 'share') return buildShareAxis(largest);
  return unit === 'ranks' ? buildCountAxis(largest) : buildSignedAxis(smallest, largest);
}
