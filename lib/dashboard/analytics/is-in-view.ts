import { ask } from '#lib/dashboard/analytics/ask';
import type { MetricFilters } from '#lib/dashboard/analytics/filters';
import { answersInScope, scopeValues } from '#lib/dashboard/analytics/scope';
import { isId } from '#lib/dashboard/projects/is-id';
import type { Context } from '#lib/db/context';

/** Whether an answer is one of those the filters speak of. */
export function isInView(context: Context, filters: MetricFilters, answerId: string): Promise<boolean> {
  return ask(context, async ({ db, organizationId }) => {
    if (!isId(answerId)) return false;
    const { rowCount } = await db.$client.query({
      name: 'metrics-is-in-view',
      text: `SELECT 1 FROM answers WHERE id = $13 AND ${answersInScope}`,
      values: [...scopeValues(organizationId, filters), answerId],
    });
    return rowCount === 1;
  });
}
