import { type SQL, sql } from 'drizzle-orm';
import type { Period } from '#lib/core/time';
import { isPublished } from '#lib/dashboard/counts/conditions';
import type { Context } from '#lib/db/context';
import { queryRows } from '#lib/db/query-rows';

/**
 * Selects the months of a project that have monthly rollups as JSON, each from its first day to the last day that its
 * rollup includes; null without any.
 */
export function selectSummedMonths(organizationId: string, projectId: string): SQL {
  return sql`(SELECT json_agg(json_build_object('from', month, 'to', summed_to)) FROM rollup_months
    WHERE ${isPublished(organizationId, projectId)} AND summed_to IS NOT NULL)`;
}

/** Reads the months of a project that have monthly rollups. */
export async function readSummedMonths(
  { db, organizationId }: Pick<Context, 'db' | 'organizationId'>,
  projectId: string,
): Promise<Period[]> {
  const [row] = await queryRows<{ months: Period[] | null }>(
    db,
    sql`SELECT ${selectSummedMonths(organizationId, projectId)} AS months`,
  );
  return row?.months ?? [];
}
