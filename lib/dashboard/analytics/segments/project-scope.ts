import { ServiceError } from '#lib/core/errors';
import type { TrackedBrand } from '#lib/core/metric';
import {
  getPeriods,
  type MetricFilters,
  type Periods,
} from '#lib/dashboard/analytics/filters/metric-filters';
import { publishedBrandsJson } from '#lib/dashboard/scoring/scoring-version';
import type { Context } from '#lib/db/context';

export interface ProjectBrand extends TrackedBrand {
  domains: string[];
}

/** What every figure of a project is set against. */
export interface ProjectScope {
  periods: Periods;
  /** The brand whose figures are asked for: the project's own, unless the filters name another. */
  own: ProjectBrand;
  /** The own brand first, then competitors by hue. */
  brands: ProjectBrand[];
  /** Runs asked in the current period. */
  runs: number;
  /** The model that served most answers of an engine, before and now, where the engine says it. */
  models: Map<string, EngineModels>;
}

export interface EngineModels {
  before: string | null;
  now: string | null;
  /** Whether another model served the period than the one before it. */
  changed: boolean;
}

interface Row {
  brands: ProjectBrand[] | null;
  runs: number;
  models: { engine: string; first: string | null; before: string | null; now: string | null }[] | null;
}

/** The model of the twenty answers at one end of a period: enough to know it, cheap at any number of answers. */
const modelSql = (from: string, to: string, order: 'ASC NULLS FIRST' | 'DESC NULLS LAST') => `(
  SELECT mode() WITHIN GROUP (ORDER BY newest.model) FROM (
    SELECT answers.model FROM answers
    WHERE answers.organization_id = $1 AND answers.project_id = $2
      AND answers.requested_at >= ${from}::date::timestamp AT TIME ZONE 'UTC'
      AND answers.requested_at < (${to}::date + 1)::timestamp AT TIME ZONE 'UTC'
      AND answers.engine = used.engine AND answers.status = 'answered' AND answers.model IS NOT NULL
    ORDER BY answers.requested_at ${order} LIMIT 20
  ) newest
)`;

const text = `
SELECT
  ${publishedBrandsJson('$1', '$2')} AS brands,
  (SELECT count(*)::int FROM runs WHERE organization_id = $1 AND project_id = $2
     AND requested_at >= $4::date::timestamp AT TIME ZONE 'UTC'
     AND requested_at < ($5::date + 1)::timestamp AT TIME ZONE 'UTC') AS runs,
  (SELECT json_agg(json_build_object('engine', used.engine, 'first', ${modelSql('$3', '$6', 'ASC NULLS FIRST')},
     'before', ${modelSql('$3', '$6', 'DESC NULLS LAST')}, 'now', ${modelSql('$4', '$5', 'DESC NULLS LAST')}))
   FROM (SELECT DISTINCT unnest(engines) AS engine FROM runs WHERE organization_id = $1 AND project_id = $2
     AND requested_at >= $3::date::timestamp AT TIME ZONE 'UTC'
     AND requested_at < ($5::date + 1)::timestamp AT TIME ZONE 'UTC') used) AS models`;

/** @throws ServiceError RESOURCE_NOT_FOUND when the organization has no such project */
export async function readProjectScope(context: Context, filters: MetricFilters): Promise<ProjectScope> {
  const periods = getPeriods(filters);
  const { current, previous } = periods;
  const { rows } = await context.db.$client.query<Row>({
    name: 'metrics-market',
    text,
    values: [
      context.organizationId,
      filters.projectId,
      previous?.from ?? current.from,
      current.from,
      current.to,
      previous?.to ?? current.to,
    ],
  });
  const row = rows[0];
  const brands = row?.brands ?? [];
  const own =
    brands.find((brand) => brand.id === filters.brandId) ?? brands.find((brand) => brand.role === 'own');
  if (!row || !own) {
    throw new ServiceError('RESOURCE_NOT_FOUND', {
      message: 'There is no such project in this organization.',
    });
  }
  const models = new Map(
    (row.models ?? []).map(({ engine, first, before, now }) => [
      engine,
      { before, now, changed: before !== null && now !== null && (before !== now || first !== before) },
    ]),
  );
  return { periods, own, brands, runs: row.runs, models };
}
