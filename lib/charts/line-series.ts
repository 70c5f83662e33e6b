import { type ShareAxis, shareAxis } from '#lib/charts/axis';
import { brandColour } from '#lib/charts/brand-colour';
import type { Rate } from '#lib/core/rate';

/** One brand's daily rates, as the questions over time return them; null is a day without answers. */
export interface LineInput {
  brand: { id: string; name: string; role: 'own' | 'competitor'; hue: number };
  points: readonly (Rate | null)[];
  previous: readonly (Rate | null)[] | null;
}

/** What the tooltip says of a brand on a day. */
export interface LinePoint {
  value: number;
  low: number;
  high: number;
  numerator: number;
  denominator: number;
}

/** One day of the chart. The keys of its records are brand ids; what is absent on a day is null: a gap. */
export interface LineRow {
  day: string;
  /** The day of the comparison period drawn under it. */
  previousDay: string | null;
  values: Record<string, number | null>;
  /** The interval, to be drawn as a band. */
  bands: Record<string, [low: number, high: number] | null>;
  /** The comparison period, for brands that have one. */
  previous: Record<string, number | null>;
  points: Record<string, LinePoint | null>;
}

export interface LineSeries {
  id: string;
  name: string;
  colour: string;
  own: boolean;
  /** Draw the band: one alone, so that bands do not cover one another. */
  band: boolean;
  /** Whether there is a comparison period to draw dashed. */
  compared: boolean;
  /** The last day with a value, where the label stands; null without any. */
  last: { index: number; day: string; value: number } | null;
  /**
   * Days that stand alone between gaps: a line has no length there, so each needs a dot.
   */
  lonely: number[];
}

export interface LineChart {
  rows: LineRow[];
  series: LineSeries[];
  axis: ShareAxis;
  /** Whether labels at the ends of the lines replace a legend: six or fewer. */
  endLabels: boolean;
  /** Days that have a value for at least one series. */
  daysWithData: number;
}

const mostEndLabels = 6;

/**
 * Lays series out as rows by day, gaps kept, with an axis that holds every value and every band drawn.
 * @param lookedAtId the brand whose figures are looked at, which has the band
 */
export function lineChart(
  days: readonly string[],
  previousDays: readonly string[] | null,
  inputs: readonly LineInput[],
  lookedAtId: string,
): LineChart {
  const rows = days.map((day, index): LineRow => {
    const row: LineRow = {
      day,
      previousDay: previousDays?.[index] ?? null,
      values: {},
      bands: {},
      previous: {},
      points: {},
    };
    for (const input of inputs) {
      const { id } = input.brand;
      const point = pointOf(input.points[index] ?? null);
      row.points[id] = point;
      row.values[id] = point?.value ?? null;
      if (id === lookedAtId) row.bands[id] = point && [point.low, point.high];
      if (input.previous) row.previous[id] = input.previous[index]?.value ?? null;
    }
    return row;
  });
  return {
    rows,
    series: inputs.map((input) => seriesOf(input, days, input.brand.id === lookedAtId)),
    axis: shareAxis(largestOf(rows)),
    endLabels: inputs.length <= mostEndLabels,
    daysWithData: rows.filter(({ values }) => Object.values(values).some((value) => value !== null)).length,
  };
}

function seriesOf(
  { brand, points, previous }: LineInput,
  days: readonly string[],
  band: boolean,
): LineSeries {
  const has = (index: number) => (points[index]?.value ?? null) !== null;
  const index = points.findLastIndex((_, at) => has(at));
  const value = points[index]?.value ?? null;
  const day = days[index];
  return {
    id: brand.id,
    name: brand.name,
    colour: brandColour(brand.hue),
    own: brand.role === 'own',
    band,
    compared: previous?.some((point) => (point?.value ?? null) !== null) ?? false,
    last: value === null || day === undefined ? null : { index, day, value },
    lonely: points.flatMap((_, at) => (has(at) && !has(at - 1) && !has(at + 1) ? [at] : [])),
  };
}

function pointOf(rate: Rate | null): LinePoint | null {
  if (!rate || rate.value === null || rate.low === null || rate.high === null) return null;
  const { value, low, high, numerator, denominator } = rate;
  return { value, low, high, numerator, denominator };
}

function largestOf(rows: readonly LineRow[]): number {
  let largest = 0;
  for (const { values, previous, bands } of rows) {
    for (const value of [...Object.values(values), ...Object.values(previous)]) {
      largest = Math.max(largest, value ?? 0);
    }
    for (const band of Object.values(bands)) largest = Math.max(largest, band?.[1] ?? 0);
  }
  return largest;
}
