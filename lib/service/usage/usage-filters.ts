import { z } from 'zod';
import { addDays, countDays, isDay, type Period, toUtcDay } from '#lib/core/time';
import { ledgerKinds } from '#lib/service/usage/list-ledger';

const maxDays = 366;
const daySchema = z.string().refine(isDay).optional().catch(undefined);

/** The search parameters of the page; invalid ones are ignored. */
const paramsSchema = z.object({
  period: z.enum(['this-month', 'last-month', 'custom']).catch('this-month'),
  from: daySchema,
  to: daySchema,
  by: z.enum(['engine', 'key', 'project']).catch('engine'),
  kind: z.enum(ledgerKinds).optional().catch(undefined),
  before: z.string().max(100).optional().catch(undefined),
});

export type UsageParams = z.output<typeof paramsSchema>;

/** The filters of the usage page, with its period resolved to days. */
export type UsageFilters = Omit<UsageParams, 'from' | 'to'> & Period;

/** Parses the filters of the usage page from its search parameters. Days are in UTC, as billing months are. */
export function readUsageFilters(searchParams: unknown, now: Date): UsageFilters {
  const params = paramsSchema.parse(searchParams);
  const today = toUtcDay(now);
  const monthStart = `${today.slice(0, 7)}-01`;
  const { from, to } = params;
  if (params.period === 'custom' && from && to && from <= to && countDays(from, to) <= maxDays) {
    return { ...params, from, to };
  }
  if (params.period === 'last-month') {
    const lastDay = addDays(monthStart, -1);
    return { ...params, from: `${lastDay.slice(0, 7)}-01`, to: lastDay };
  }
  return { ...params, period: 'this-month', from: monthStart, to: today };
}
