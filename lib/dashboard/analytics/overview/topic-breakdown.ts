import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import {
  type BreakdownRow,
  breakdownMetrics,
  buildBreakdown,
  groupSegments,
} from '#lib/dashboard/analytics/overview/breakdown';
import { compareMetrics } from '#lib/dashboard/analytics/segments/compare-metrics';
import { readProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import { readSegments } from '#lib/dashboard/analytics/segments/read-segments';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { prompts } from '#lib/db/schema/projects';

/**
 * Returns the metrics of each topic or tag, most answers first. A prompt counts for each of its tags; prompts without a
 * topic have the topic ''. Leaves out a topic or tag if no run item of its prompts in the current period ended with the
 * status “answered” or “no answer”.
 */
export function getTopicBreakdown(
  context: Context,
  filters: MetricFilters,
  by: 'topic' | 'tag',
): Promise<[key: string, row: BreakdownRow][]> {
  return withMetricsTransaction(context, async (tx) => {
    const { organizationId } = tx;
    const { projectId } = filters;
    const scope = await readProjectScope(tx, filters);
    const metricData = { scope, filters, brands: await readSegments(tx, filters, scope) };
    const rows = await tx.db
      .select({ id: prompts.id, topic: prompts.topic, tags: prompts.tags })
      .from(prompts)
      .where(hasValues(prompts, { organizationId, projectId }));
    const keys = new Map(rows.map(({ id, topic, tags }) => [id, by === 'topic' ? [topic] : tags]));
    const groups = groupSegments(metricData, ({ promptId }) => keys.get(promptId) ?? []);
    const getChange = compareMetrics([[groups.map(({ input }) => input), breakdownMetrics]]);
    return buildBreakdown(groups, getChange);
  });
}
