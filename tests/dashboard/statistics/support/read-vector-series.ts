import { z } from 'zod';
import { getChangeSpans, getLevelSpans } from '#lib/dashboard/statistics/noise/blocks';
import { fitNoise } from '#lib/dashboard/statistics/noise/fit-noise';
import { applyNoise, type PanelNoise } from '#lib/dashboard/statistics/noise/noise';
import type { ComparedPeriods, DayRange, MetricSeries } from '#lib/dashboard/statistics/panel/panel';
import { readPositions, readShares } from '#tests/support/statistics-panels';
import { storedPanels, type Vector } from '#tests/support/statistics-vectors';

const rangeSchema = z.tuple([z.int(), z.int()]).transform(([from, to]): DayRange => ({ from, to }));

const inputSchema = z.object({
  panel: z.string(),
  brand: z.int(),
  others: z.array(z.int()).optional(),
  values: z.boolean().default(false),
  previous: rangeSchema.optional(),
  current: rangeSchema.optional(),
  spans: z.array(rangeSchema).optional(),
  segments: z.array(z.int()).optional(),
  changed: z.array(z.string()).default([]),
});

/** The inputs that most vectors have in common. */
export interface VectorSeries {
  series: MetricSeries;
  /** The series, and those of other brands. */
  brands: MetricSeries[];
  spans: DayRange[];
  periods: ComparedPeriods;
  segments: number[] | undefined;
  changedEngines: ReadonlySet<string>;
}

/** Reads the series and periods of a vector. A level has only a current period, of which its noise is estimated. */
export function readVectorSeries({ input, kind }: Vector): VectorSeries {
  const parsed = inputSchema.parse(input);
  const { stored, reader } = readPanel(parsed);
  const others = parsed.others ?? [...stored.brands.keys()].filter((brand) => brand !== parsed.brand);
  const brands = [parsed.brand, ...others].map(reader);
  const [series] = brands;
  if (!series) throw new Error('There is no brand.');
  const current = parsed.current ?? { from: 0, to: 0 };
  const periods = { current, previous: parsed.previous ?? current };
  const isLevel = parsed.previous === undefined || kind === 'level';
  return {
    series,
    brands,
    periods,
    spans: parsed.spans ?? (isLevel ? getLevelSpans(current) : getChangeSpans(periods)),
    segments: parsed.segments,
    changedEngines: new Set(parsed.changed),
  };
}

/** Reads the series of a brand of a vector's panel. */
export function readSeries({ input }: Vector, brand: number): MetricSeries {
  return readPanel(inputSchema.parse(input)).reader(brand);
}

function readPanel({ panel, values }: { panel: string; values: boolean }) {
  const stored = storedPanels.get(panel);
  if (!stored) throw new Error(`There is no panel ${panel}.`);
  return { stored, reader: values ? readPositions(stored) : readShares(stored) };
}

/** Fits the noise of a vector's first brand. */
export function createVectorNoise({
  series,
  brands,
  spans,
}: Pick<VectorSeries, 'series' | 'brands' | 'spans'>): PanelNoise {
  const [fit] = fitNoise(brands, spans);
  if (!fit) throw new Error('The brand has no answers.');
  return applyNoise(fit, series.panel);
}
