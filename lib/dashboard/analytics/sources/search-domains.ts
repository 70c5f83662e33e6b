import { sql } from 'drizzle-orm';
import { toDay } from '#lib/core/days';
import { isUuid } from '#lib/core/text';
import { addDays } from '#lib/core/time';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import { noFilters } from '#lib/dashboard/counts/conditions';
import { selectCounts } from '#lib/dashboard/counts/select-counts';
import { readProjectDays } from '#lib/dashboard/projects/project-days';
import type { Context } from '#lib/db/context';
import { queryRows } from '#lib/db/query-rows';

/** Number of days before today that are searched, besides today. The limit keeps the cost from growing with the age of a project. */
const searchedDays = 91;
const maxSearchLength = 253;

/** Finds domains that contain `search` among the sources of a project's recent answers, the most listed first. */
export async function searchDomains(
  context: Context,
  { projectId, search, limit = 6 }: { projectId: string; search: string; limit?: number },
): Promise<string[]> {
  const trimmed = search.trim().toLowerCase();
  if (!/^[^\s\p{Cc}/]+$/u.test(trimmed) || trimmed.length > maxSearchLength || !isUuid(projectId)) return [];
  const rows = await withMetricsTransaction(context, async (tx) => {
    const { timeZone } = await readProjectDays(tx, projectId);
    const today = toDay(tx.clock.now(), timeZone);
    const counts = selectCounts(tx, {
      of: 'domains',
      by: ['domain'],
      counts: ['listed'],
      filters: { ...noFilters, projectId },
      periods: { recent: { from: addDays(today, -searchedDays), to: today } },
      where: { domainText: trimmed },
    });
    return queryRows<{ domain: string }>(
      tx.db,
      sql`SELECT domain FROM ${counts} counts ORDER BY listed DESC, domain LIMIT ${limit}`,
    );
  });
  return rows.map(({ domain }) => domain);
}
