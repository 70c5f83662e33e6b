import { ask } from '#lib/dashboard/metrics/ask';
import type { MetricFilters } from '#lib/dashboard/metrics/filters';
import { answersInScope, scopeValues } from '#lib/dashboard/metrics/scope';
import { isId } from '#lib/dashboard/projects/is-id';
import type { Context } from '#lib/database/context';

/** Whether an answer is one of those the filters speak of. */
export function isInView(context: Context, filters: MetricFilters, answerId: string): Promise<boolean> {
  return ask(context, async ({ connection, organizationId }) => {
    if (!isId(answerId)) return false;
    const { rowCount } = await connection.query({
      name: 'metrics-is-in-view',
      text: `SELECT 1 FROM answers WHERE id = $13 AND ${answersInScope}`,
      values: [...scopeValues(organizationId, filters), answerId],
    });
    return rowCount === 1;
  });
}
