import {
  type BrandNoise,
  type DomainMetric,
  getFit,
  type MetricNoise,
  type NoiseSpans,
  type PeriodNoise,
  type StoredNoise,
} from '#lib/dashboard/analytics/panel/metric-noise';
import {
  createSeriesReader,
  type PanelSeries,
  type SeriesReader,
} from '#lib/dashboard/analytics/panel/metric-series';
import type { NoiseByMetric, PanelPeriods } from '#lib/dashboard/analytics/panel/panel-statistics';
import type { ProjectPanel } from '#lib/dashboard/analytics/panel/project-panel';
import { separatePeriods } from '#lib/dashboard/statistics/noise/blocks';
import { fitRowNoise, shareNoise } from '#lib/dashboard/statistics/noise/fit-many';
import type { NoiseFit } from '#lib/dashboard/statistics/noise/fit-noise';
import type { DayRange } from '#lib/dashboard/statistics/panel/panel';
import { fitRatioNoise, shareRatioNoise } from '#lib/dashboard/statistics/ratios/ratio-noise';

/** The metrics of domains that are compared between periods, by the name under which their noise is stored. */
const domainMetrics = {
  domainCitationRate: 'citationRate',
  domainCitationShare: 'citationShare',
} as const satisfies Record<DomainMetric, string>;

export const domainMetricNames = Object.keys(domainMetrics) as DomainMetric[];

/** The name under which the noise is stored that all domains share. */
const sharedName = 'domains';

/**
 * Estimates the noise of a metric of domains: that of the most cited one, with the next four as others.
 * @param read returns the series of a panel with the days of the spans and the counts of these domains
 */
export function fitDomainNoise(
  read: SeriesReader,
  metric: DomainMetric,
  { domains, spans, designs }: NoiseSpans & { domains: readonly string[] },
): BrandNoise {
  const entries = domains.map((domain) => read(domainMetrics[metric], domain));
  const averages = entries.flatMap((entry) => (entry.kind === 'average' ? [entry.series] : []));
  const ratios = entries.flatMap((entry) => (entry.kind === 'ratio' ? [entry.series] : []));
  const [average] = averages.length > 0 ? fitRowNoise(averages, spans, { designs }) : [];
  const [ratio] = ratios.length > 0 ? fitRatioNoise(ratios, spans, fitRowNoise, designs) : [];
  const noise: MetricNoise | null = average
    ? { kind: 'average', fit: average }
    : ratio
      ? { kind: 'ratio', fit: ratio }
      : null;
  return new Map(noise ? [[sharedName, noise]] : []);
}

/**
 * Returns the noise of each domain: all share the fitted one, with their own variances of answers, from the days of the
 * page.
 */
export function shareDomainNoise(
  { levels, changes }: PeriodNoise,
  { panel, periods, domains }: { panel: ProjectPanel; periods: PanelPeriods; domains: readonly string[] },
): { levels: NoiseByMetric; changes: NoiseByMetric } {
  const read = createSeriesReader(panel, domains);
  const { current, previous } = periods;
  const share = (noise: StoredNoise, spans: readonly DayRange[]): NoiseByMetric =>
    new Map(
      domainMetricNames.map((name) => {
        const metric = domainMetrics[name];
        const shared = noise.get(name)?.get(sharedName);
        const own = domains.flatMap((domain) =>
          shared ? [[domain, shareWith(getFit(shared), read(metric, domain), spans)] as const] : [],
        );
        return [metric, new Map(own)] as const;
      }),
    );
  return {
    levels: share(levels, [current]),
    changes: previous ? share(changes, separatePeriods({ previous, current })) : new Map(),
  };
}

function shareWith(fit: NoiseFit, entry: PanelSeries, spans: readonly DayRange[]): MetricNoise {
  return entry.kind === 'ratio'
    ? { kind: 'ratio', fit: shareRatioNoise(fit, entry.series, spans) }
    : { kind: 'average', fit: shareNoise(fit, entry.series, spans) };
}
