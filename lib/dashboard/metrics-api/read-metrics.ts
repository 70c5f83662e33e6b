import { sql } from 'drizzle-orm';
import type { FilterQuery, PageQuery } from '#lib/contract/metrics/queries';
import { toDay } from '#lib/core/days';
import type { FieldError } from '#lib/core/errors';
import { addDays, countDays, type Period } from '#lib/core/time';
import { validationError } from '#lib/core/validation';
import { selectPublishedBrands, withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import {
  countComparedDays,
  getPeriods,
  type MetricFilters,
  maxComparedDays,
  maxDays,
} from '#lib/dashboard/analytics/filters/metric-filters';
import { type Cursor, formatCursor, parseCursor } from '#lib/dashboard/metrics-api/cursor';
import type { Brand } from '#lib/dashboard/projects/brand';
import { projectNotFound } from '#lib/dashboard/projects/project';
import type { Context } from '#lib/db/context';
import { queryRows } from '#lib/db/query-rows';

type MetricsQuery = FilterQuery & PageQuery;

/** A request about a period of a project, within its metrics transaction. */
export interface MetricsRequest {
  tx: Context;
  filters: MetricFilters;
  /** The last row of the previous page; undefined on the first. */
  after: string | undefined;
  /** The fields that every response has. */
  envelope: {
    success: true;
    project: { id: string; name: string };
    brand: { id: string; name: string; role: 'own' | 'competitor' };
    /** The time zone of all days. */
    timeZone: string;
    period: Period;
    comparedWith: Period | null;
  };
  /** Returns the cursor of the next page, which starts after the row `last` of this page; null if `last` is empty. */
  formatNext(last: string | null | undefined): string | null;
}

/**
 * Checks the project and the parameters that depend on one another, and reads metrics, all in one transaction.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, RESOURCE_NOT_FOUND, VALIDATION_ERROR
 */
export function readMetrics<T>(
  context: Context,
  query: MetricsQuery,
  read: (request: MetricsRequest) => Promise<T>,
): Promise<T> {
  return withMetricsTransaction(context, async (tx) => {
    const { name, timeZone, brands } = await readPublishedProject(tx, query.project);
    const cursor = parseCursor(query);
    const filters = toMetricFilters(query, { timeZone, today: toDay(tx.clock.now(), timeZone), cursor });
    const brand = brands.find(({ id, role }) => (query.brand ? id === query.brand : role === 'own'));
    if (!brand) throw validationError([{ field: 'brand', message: 'Brand not found in this project' }]);
    const { from, to } = filters;
    return read({
      tx,
      filters,
      after: cursor?.after,
      envelope: {
        success: true,
        project: { id: query.project, name },
        brand: { id: brand.id, name: brand.name, role: brand.role },
        timeZone,
        period: { from, to },
        comparedWith: getPeriods(filters).previous,
      },
      formatNext: (last) => (last ? formatCursor(query, { from, to, after: last }) : null),
    });
  });
}

/** Reads a project with the brands of its published scoring version. @throws ServiceError RESOURCE_NOT_FOUND */
async function readPublishedProject({ db, organizationId }: Context, projectId: string) {
  const [row] = await queryRows<{ name: string; timeZone: string; brands: Brand[] }>(
    db,
    sql`SELECT name, time_zone AS "timeZone", ${selectPublishedBrands(organizationId, projectId)} AS brands FROM projects
      WHERE organization_id = ${organizationId} AND id = ${projectId}`,
  );
  if (!row) throw projectNotFound(projectId);
  return row;
}

const defaultDays = 28;

/** Converts a query to filters. @throws ServiceError VALIDATION_ERROR for an invalid combination of days */
function toMetricFilters(
  query: MetricsQuery,
  { timeZone, today, cursor }: { timeZone: string; today: string; cursor: Cursor | undefined },
): MetricFilters {
  const { compare = 'previous', compareFrom, compareTo, branded = 'without' } = query;
  const lastDay = query.to ?? cursor?.to ?? today;
  const to = lastDay < today ? lastDay : today;
  const from = query.from ?? cursor?.from ?? addDays(to, 1 - defaultDays);
  const isCustom = compare === 'custom';
  const comparedWith = isCustom && compareFrom && compareTo ? { from: compareFrom, to: compareTo } : null;
  const errors = [
    ...findPeriodErrors({ from, to }, ['from', 'to']),
    ...(comparedWith ? findPeriodErrors(comparedWith, ['compareFrom', 'compareTo']) : []),
    ...findComparisonErrors(query, { from, to }, comparedWith),
  ];
  if (errors.length > 0) throw validationError(errors);
  return {
    projectId: query.project,
    timeZone,
    from,
    to,
    calendarPeriod: null,
    compare,
    comparedWith,
    branded,
    engines: query.engine ?? [],
    countries: query.country ?? [],
    topics: query.topic ?? [],
    tags: query.tag ?? [],
    promptIds: query.prompt ?? [],
    brandId: query.brand ?? null,
  };
}

function findPeriodErrors({ from, to }: Period, [first, last]: [string, string]): FieldError[] {
  const days = countDays(from, to);
  if (days < 1) return [{ field: first, message: `Expected a date not after "${last}" (${to})` }];
  return days > maxDays
    ? [{ field: first, message: `Expected at most ${maxDays} days from "${first}" to "${last}"` }]
    : [];
}

function findComparisonErrors(
  query: MetricsQuery,
  period: Period,
  comparedWith: Period | null,
): FieldError[] {
  const hasDays = query.compareFrom !== undefined || query.compareTo !== undefined;
  if (query.compare === 'custom') {
    if (!comparedWith)
      return [{ field: 'compare', message: 'Send compareFrom and compareTo with compare=custom' }];
    return countComparedDays(period, comparedWith) > maxComparedDays
      ? [
          {
            field: 'compareFrom',
            message: `Expected at most ${maxComparedDays} days from the first to the last day of both periods`,
          },
        ]
      : [];
  }
  return hasDays
    ? [{ field: 'compare', message: 'Expected "custom" because compareFrom or compareTo is set' }]
    : [];
}
