import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { addDays, listDays, toUtcDay } from '#lib/core/time';
import { queryRows } from '#lib/db/query-rows';
import { defineOperation, noInput } from '#lib/operations/define-operation';
import { creditsSchema, getBillingMonth, getCredits } from '#lib/service/credits/credit-balance';
import { forecastSchema, forecastUsage, maxHistoryDays } from '#lib/service/usage/forecast-usage';

const dayMs = 86_400_000;

const monthlyUsageSchema = creditsSchema.extend({
  used: z.number(),
  available: z.number().describe('Neither used nor held.'),
  forecast: forecastSchema.nullable().describe('Null while there are too few complete days of usage.'),
});
export type MonthlyUsage = z.output<typeof monthlyUsageSchema>;

export const getMonthlyUsage = defineOperation({
  name: 'usage.get-month',
  title: 'Get the credits of the month',
  description:
    'Returns the credits of the current month (UTC): granted, used, held and available, with a forecast.',
  permission: 'usage.read',
  effect: 'read',
  input: noInput,
  output: monthlyUsageSchema,
  async run(context) {
    const { db, organizationId, clock } = context;
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
    const credits = await getCredits(context);
    const used = rows.reduce((sum, row) => sum + (row.day >= month ? row.credits : 0), 0);
    // For a new organization, the days before its first charge say nothing about its usage.
    const history = listDays(rows[0]?.day ?? today, addDays(today, -1)).map((day) => byDay.get(day) ?? 0);
    const daysLeft = (credits.resetsAt.getTime() - now.getTime()) / dayMs;
    return {
      ...credits,
      used,
      available: Math.max(0, credits.remaining - credits.held),
      forecast: forecastUsage({ history, used, remaining: credits.remaining, daysLeft }),
    };
  },
});
