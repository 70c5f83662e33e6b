import { sql } from 'drizzle-orm';
import { requirePermission } from '#lib/core/permissions';
import { listDays, type Period } from '#lib/core/time';
import type { Context } from '#lib/db/context';
import { withOrganization } from '#lib/db/organization-scope';
import { queryRows } from '#lib/db/query-rows';

/** The credits charged for one engine or API key, per day of the period. */
export interface UsageGroup {
  /** The engine or the ID of the key; null for old charges, which did not record it. */
  id: string | null;
  /** The engine or the name of the key; null if it is unknown. */
  name: string | null;
  credits: readonly number[];
}

export interface UsageByDay {
  days: string[];
  /** Largest sum first. */
  groups: UsageGroup[];
}

interface UsageRow extends Record<string, unknown> {
  id: string | null;
  name: string | null;
  day: string;
  credits: number;
}

/**
 * Returns the credits charged per UTC day, by engine or API key. Reads the daily totals, so its duration does not
 * depend on the number of charges.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS
 */
export async function getUsageByDay(
  context: Context,
  { from, to, groupBy }: Period & { groupBy: 'engine' | 'key' },
): Promise<UsageByDay> {
  requirePermission(context.actor, 'usage.read');
  const isByEngine = groupBy === 'engine';
  const rows = await withOrganization(context, ({ db, organizationId }) =>
    queryRows<UsageRow>(
      db,
      sql`
        WITH usage AS (
          SELECT ${isByEngine ? sql`engine` : sql`key_id::text`} AS id, day, sum(credits) AS credits
          FROM credit_usage_daily
          WHERE organization_id = ${organizationId} AND day BETWEEN ${from} AND ${to}
          GROUP BY 1, 2
        )
        SELECT usage.id, ${isByEngine ? sql`usage.id` : sql`keys.name`} AS name, day::text, credits
        FROM usage
        LEFT JOIN api_keys keys ON keys.organization_id = ${organizationId} AND keys.id::text = usage.id`,
    ),
  );
  const days = listDays(from, to);
  const groups = [...Map.groupBy(rows, ({ id }) => id)].map(([id, groupRows]) => {
    const byDay = new Map(groupRows.map(({ day, credits }) => [day, credits]));
    return { id, name: groupRows[0]?.name ?? null, credits: days.map((day) => byDay.get(day) ?? 0) };
  });
  return { days, groups: groups.toSorted((a, b) => sumCredits(b) - sumCredits(a)) };
}

/** Returns the credits of a group over the whole period. */
export function sumCredits({ credits }: Pick<UsageGroup, 'credits'>): number {
  return credits.reduce((sum, dayCredits) => sum + dayCredits, 0);
}
