import { withMetricsTransaction, writeAfterReads } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { chooseSegments } from '#lib/dashboard/analytics/panel/choose-segments';
import type { PeriodNoise } from '#lib/dashboard/analytics/panel/metric-noise';
import { PanelStatistics } from '#lib/dashboard/analytics/panel/panel-statistics';
import {
  fitPeriodNoise,
  type NewNoiseFit,
  readStoredNoise,
  storeNoise,
} from '#lib/dashboard/analytics/panel/period-noise';
import { readProjectPanel } from '#lib/dashboard/analytics/panel/project-panel';
import { countSegments, type Segment } from '#lib/dashboard/analytics/segments/count-segments';
import {
  type ProjectBrand,
  type ProjectScope,
  readProjectScope,
} from '#lib/dashboard/analytics/segments/project-scope';
import type { Context } from '#lib/db/context';

/** Everything that the metrics of a page are computed from. */
export interface MetricData {
  scope: ProjectScope;
  filters: MetricFilters;
  statistics: PanelStatistics;
  /** The segments that match the filters, with the counts of each brand, by ID of the brand. */
  brands: ReadonlyMap<string, readonly Segment[]>;
}

/** The counts of one brand in some segments, with all other data that its metrics depend on. */
export interface MetricInput extends Pick<MetricData, 'scope' | 'filters' | 'statistics'> {
  brand: ProjectBrand;
  segments: readonly Segment[];
}

/** What the numbers of a page depend on besides its counts. */
export interface PageScope {
  scope: ProjectScope;
  noise: PeriodNoise;
}

/**
 * Runs reads of metrics in one transaction with a snapshot, with the noise of the page's periods. Noise that is not stored
 * yet is fitted, and stored for the next page.
 */
export function withPageScope<T>(
  context: Context,
  filters: MetricFilters,
  read: (context: Context, page: PageScope) => Promise<T>,
): Promise<T> {
  return withMetricsTransaction(context, async (tx) => {
    const scope = await readProjectScope(tx, filters);
    const { noise, rows } = await readNoise(tx, filters, scope);
    if (rows.length > 0) writeAfterReads(tx, (writer) => storeNoise(writer, rows));
    return read(tx, { scope, noise });
  });
}

/** Runs reads of metrics in one transaction with a snapshot, with the counts of all brands. */
export function withMetricData<T>(
  context: Context,
  filters: MetricFilters,
  read: (context: Context, data: MetricData) => Promise<T>,
): Promise<T> {
  return withPageScope(context, filters, async (tx, page) =>
    read(tx, await readMetricData(tx, filters, page)),
  );
}

/** Reads the counts of all brands. */
export async function readMetricData(
  context: Context,
  filters: MetricFilters,
  { scope, noise }: PageScope,
): Promise<MetricData> {
  const { brands, periods, sentiment } = scope;
  const panel = await readProjectPanel(context, filters.projectId, { periods, sentiment });
  const days = {
    current: panel.getDays(periods.current),
    previous: periods.previous && panel.getDays(periods.previous),
  };
  const statistics = new PanelStatistics({
    panel,
    subjects: brands.map(({ id }) => id),
    periods: days,
    levelNoise: noise.levels,
    changeNoise: noise.changes,
    changedEngines: listChangedEngines(scope),
  });
  const chosen = chooseSegments(panel.panel, filters);
  const segments = countSegments(panel, chosen, { brands, periods: days, branded: filters.branded });
  return { scope, filters, statistics, brands: segments };
}

/** Returns the engines whose model changed between the periods. */
export function listChangedEngines({ models }: ProjectScope): ReadonlySet<string> {
  return new Set([...models].flatMap(([engine, { isChanged }]) => (isChanged ? [engine] : [])));
}

async function readNoise(
  context: Context,
  { projectId }: MetricFilters,
  { brands, periods, sentiment }: ProjectScope,
): Promise<{ noise: PeriodNoise; rows: NewNoiseFit[] }> {
  const stored = await readStoredNoise(context, projectId, periods);
  if (stored) return { noise: stored, rows: [] };
  const project = { projectId, brandIds: brands.map(({ id }) => id), sentiment };
  const { noise, rows } = await fitPeriodNoise(context, project, [periods]);
  return { noise: noise[0] ?? { levels: new Map(), changes: new Map() }, rows };
}

/** Returns the segments of the selected brand. */
export function getSelectedSegments({ scope, brands }: MetricData): readonly Segment[] {
  return brands.get(scope.selectedBrand.id) ?? [];
}

/** Returns the input of a brand's metrics, by default the selected brand's, over the given segments or over all. */
export function toMetricInput(
  { scope, filters, statistics, brands }: MetricData,
  { brand = scope.selectedBrand, segments }: { brand?: ProjectBrand; segments?: readonly Segment[] } = {},
): MetricInput {
  return { scope, filters, statistics, brand, segments: segments ?? brands.get(brand.id) ?? [] };
}
