import { sql } from 'drizzle-orm';
import { toDay } from '#lib/core/days';
import { isUuid } from '#lib/core/text';
import { addDays } from '#lib/core/time';
import { selectScoringVersion, withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
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
  // The characters that LIKE treats as wildcards are escaped.
  const pattern = `%${trimmed.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const rows = await withMetricsTransaction(context, async (tx) => {
    const { db, organizationId, clock } = tx;
    const { timeZone } = await readProjectDays(tx, projectId);
    const since = addDays(toDay(clock.now(), timeZone), -searchedDays);
    return queryRows<{ domain: string }>(
      db,
      sql`SELECT domain FROM daily_domains
        WHERE organization_id = ${organizationId} AND project_id = ${projectId}
          AND scoring_version = ${selectScoringVersion(organizationId, projectId)}
          AND day >= ${since}::date AND domain LIKE ${pattern}
        GROUP BY domain ORDER BY sum(listed) DESC, domain LIMIT ${limit}`,
    );
  });
  return rows.map(({ domain }) => domain);
}
