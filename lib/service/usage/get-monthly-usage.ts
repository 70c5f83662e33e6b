import { sql } from 'drizzle-orm';
import { requirePermission } from '#lib/core/permissions';
import { addDays, listDays, toUtcDay } from '#lib/core/time';
import type { Context } from '#lib/db/context';
import { withOrganization } from '#lib/db/organization-scope';
import { queryRows } from '#lib/db/query-rows';
import { getBillingMonth, getCredits } from '#lib/service/credits/credit-balance';
import { forecastUsage, maxHistoryDays } from '#lib/service/usage/forecast-usage';

const dayMs = 86_400_000;

/**
 * Returns the credits of the current month (UTC): granted, used, held and available. `forecast` is null while there are
 * too few complete days of usage.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS
 */
export async function getMonthlyUsage(context: Context) {
  requirePermission(context.actor, 'usage.read');
  return withOrganization(context, async (tx) => {
    const { db, organizationId, clock } = tx;
    const now = clock.now();
    const today = toUtcDay(now);
    const month = getBillingMonth(now);
    const firstDay = addDays(today, -maxHistoryDays);
    // Also reads the last charge before these days. If there is one, the organization is not new, and all days without charges
    // count as days without usage.
    const rows = await queryRows<{ day: string; credits: number }>(
      db,
      sql`
        SELECT day::text, sum(credits) AS credits FROM credit_usage_daily
        WHERE organization_id = ${organizationId}
          AND day >= least(${month}::date, ${firstDay}::date, (
            SELECT max(day) FROM credit_usage_daily
            WHERE organization_id = ${organizationId} AND day < ${firstDay}))
        GROUP BY day ORDER BY day`,
    );
    const byDay = new Map(rows.map(({ day, credits }) => [day, credits]));
    const credits = await getCredits(tx);
    const used = rows.reduce((sum, row) => sum + (row.day >= month ? row.credits : 0), 0);
    // For a new organization, the days before its first charge say nothing about its usage.
    const history = listDays(rows[0]?.day ?? today, addDays(today, -1)).map((day) => byDay.get(day) ?? 0);
    const daysLeft = (credits.resetsAt.getTime() - now.getTime()) / dayMs;
    return {
      ...credits,
      used,
      /** Neither used nor held. */
      available: Math.max(0, credits.remaining - credits.held),
      forecast: forecastUsage({ history, used, remaining: credits.remaining, daysLeft }),
    };
  });
}

export type MonthlyUsage = Awaited<ReturnType<typeof getMonthlyUsage>>;
