import type { NoisyMetric, SeriesReader } from '#lib/dashboard/analytics/panel/metric-series';
import { fitBrandNoise } from '#lib/dashboard/statistics/noise/fit-many';
import type { NoiseFit, RunDesigns } from '#lib/dashboard/statistics/noise/fit-noise';
import type { DayRange } from '#lib/dashboard/statistics/panel/panel';
import { fitRatioNoise, type RatioNoiseFit } from '#lib/dashboard/statistics/ratios/ratio-noise';

/** The fitted noise of a metric of a brand. */
export type MetricNoise = { kind: 'average'; fit: NoiseFit } | { kind: 'ratio'; fit: RatioNoiseFit };

/** The fitted noise of a metric by ID of the brand, for those with answers. */
export type BrandNoise = ReadonlyMap<string, MetricNoise>;

/** The metrics of domains whose noise is stored. */
export type DomainMetric = 'domainCitationRate' | 'domainCitationShare';

/** Noise by metric, then by ID of the brand. */
export type StoredNoise = ReadonlyMap<NoisyMetric | DomainMetric, BrandNoise>;

/** The noise that the numbers of two periods need. */
export interface PeriodNoise {
  levels: StoredNoise;
  /** Empty when nothing is compared. */
  changes: StoredNoise;
}

export const noisyMetrics: readonly NoisyMetric[] = [
  'visibility',
  'shareOfVoice',
  'shareOfVoiceWithBranded',
  'position',
  'trackedPosition',
  'firstPlace',
  'citationRate',
  'citationShare',
  'sentiment',
];

/** The days from which noise is fitted, with what all metrics share. */
export interface NoiseSpans {
  spans: readonly DayRange[];
  designs: RunDesigns;
}

/**
 * Estimates the noise of a metric of all brands of a project.
 * @param read returns the series of a panel with the days of the spans
 */
export function fitMetricNoise(
  read: SeriesReader,
  metric: NoisyMetric,
  { brandIds, spans, designs }: NoiseSpans & { brandIds: readonly string[] },
): BrandNoise {
  const all = brandIds.map((id) => read(metric, id));
  const averages = all.flatMap((entry) => (entry.kind === 'average' ? [entry.series] : []));
  const ratios = all.flatMap((entry) => (entry.kind === 'ratio' ? [entry.series] : []));
  // Most projects have no sentiment.
  if (ratios.length > 0 && !ratios.some(({ wholes }) => wholes.some((whole) => whole > 0))) return new Map();
  const fits: (MetricNoise | null)[] =
    averages.length > 0
      ? fitBrandNoise(averages, spans, { designs }).map((fit) => fit && { kind: 'average', fit })
      : fitRatioNoise(ratios, spans, fitBrandNoise, designs).map((fit) => fit && { kind: 'ratio', fit });
  return new Map(
    brandIds.flatMap((id, index) => {
      const noise = fits[index];
      return noise ? [[id, noise] as const] : [];
    }),
  );
}

/** Returns the fit of the noise, which for a ratio is that of its average. */
export function getFit(noise: MetricNoise): NoiseFit {
  return noise.kind === 'ratio' ? noise.fit.noise : noise.fit;
}
