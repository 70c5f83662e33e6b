import { sql } from 'drizzle-orm';
import { notFound } from '#lib/core/errors';
import type { TrackedBrand } from '#lib/core/metric';
import type { Period } from '#lib/core/time';
import { isWithin, selectPublishedBrands } from '#lib/dashboard/analytics/filters/filter-sql';
import {
  getPeriods,
  type MetricFilters,
  type Periods,
} from '#lib/dashboard/analytics/filters/metric-filters';
import {
  compareServedModels,
  type EngineModels,
  type ServedModelRow,
  selectServedModels,
} from '#lib/dashboard/analytics/segments/served-models';
import { selectSummedMonths } from '#lib/dashboard/counts/summed-months';
import {
  noSentiment,
  type SentimentAvailability,
  selectSentimentAvailability,
} from '#lib/dashboard/sentiment/availability';
import type { Context } from '#lib/db/context';
import { queryRows } from '#lib/db/query-rows';

export interface ProjectBrand extends TrackedBrand {
  domains: string[];
}

/** The data that all metrics of a page share. */
export interface ProjectScope {
  periods: Periods;
  /** The brand that metrics describe: the project's own unless the filters select another. */
  selectedBrand: ProjectBrand;
  /** The project's own brand first, then competitors by color. */
  brands: ProjectBrand[];
  /** Number of runs in the current period. */
  runCount: number;
  sentiment: SentimentAvailability;
  /** The languages of the project's prompts (ISO 639-1), sorted; null last if that of some prompt is unknown. */
  languages: (string | null)[];
  /** The models by engine, for engines that report one. */
  models: Map<string, EngineModels>;
  /** The months that have monthly rollups, each from its first day to the last day that its rollup includes. */
  summedMonths: Period[];
}

interface Row {
  brands: ProjectBrand[] | null;
  runCount: number;
  sentiment: SentimentAvailability | null;
  languages: (string | null)[] | null;
  models: ServedModelRow[] | null;
  summedMonths: Period[] | null;
}

/** Reads the data that all metrics of a page share. @throws ServiceError RESOURCE_NOT_FOUND */
export async function readProjectScope(context: Context, filters: MetricFilters): Promise<ProjectScope> {
  const { organizationId } = context;
  const { projectId, timeZone } = filters;
  const periods = getPeriods(filters);
  const { current } = periods;
  const [row] = await queryRows<Row>(
    context.db,
    sql`
      SELECT ${selectPublishedBrands(organizationId, projectId)} AS brands,
        (SELECT count(*)::int FROM runs WHERE organization_id = ${organizationId} AND project_id = ${projectId}
          AND ${isWithin('requested_at', current, timeZone)}) AS "runCount",
        ${selectSentimentAvailability(organizationId, projectId)} AS sentiment,
        (SELECT json_agg(used.language ORDER BY used.language)
         FROM (SELECT DISTINCT split_part(language, '-', 1) AS language FROM prompts
               WHERE organization_id = ${organizationId} AND project_id = ${projectId} AND archived_at IS NULL) used) AS languages,
        ${selectServedModels(context, projectId, periods)} AS models,
        ${selectSummedMonths(organizationId, projectId)} AS "summedMonths"`,
  );
  const brands = row?.brands ?? [];
  const selectedBrand =
    brands.find(({ id }) => id === filters.brandId) ?? brands.find(({ role }) => role === 'own');
  if (!row || !selectedBrand) throw notFound('Project not found in this organization.');
  const { runCount, sentiment, languages, summedMonths } = row;
  return {
    periods,
    selectedBrand,
    brands,
    runCount,
    sentiment: sentiment ?? noSentiment,
    languages: languages ?? [],
    models: compareServedModels(row.models ?? [], periods.previous !== null),
    summedMonths: summedMonths ?? [],
  };
}

/** Returns a brand's identity without its domains. */
export function toTrackedBrand({ id, name, role, colorIndex }: TrackedBrand): TrackedBrand {
  return { id, name, role, colorIndex };
}
