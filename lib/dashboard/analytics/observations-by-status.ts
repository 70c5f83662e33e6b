import type { AnswerStatus } from '#lib/core/answer-conditions';
import { ask } from '#lib/dashboard/analytics/ask';
import { failedInScope } from '#lib/dashboard/analytics/failed-observations';
import type { MetricFilters } from '#lib/dashboard/analytics/filters';
import { isNow, rollupInScope, scopeValues } from '#lib/dashboard/analytics/scope';
import type { Context } from '#lib/db/context';

const text = `
SELECT coalesce(sum(answered), 0)::int AS answered, coalesce(sum(no_answer), 0)::int AS "no-answer",
  coalesce(sum(unreadable), 0)::int AS unreadable, (SELECT count(*)::int FROM ${failedInScope}) AS failed
FROM daily_answers WHERE ${rollupInScope} AND ${isNow}`;

/** What became of everything that was asked in the period (metrics.md, "Observation"). */
export function observationsByStatus(
  context: Context,
  filters: MetricFilters,
): Promise<Record<AnswerStatus, number>> {
  return ask(context, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<Record<AnswerStatus, number>>({
      name: 'metrics-observations-by-status',
      text,
      values: scopeValues(organizationId, filters),
    });
    return rows[0] ?? { answered: 0, 'no-answer': 0, failed: 0, unreadable: 0 };
  });
}
