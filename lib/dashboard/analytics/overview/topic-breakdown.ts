import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import {
  type BreakdownRow,
  buildBreakdown,
  groupSegments,
} from '#lib/dashboard/analytics/overview/breakdown';
import { withMetricData } from '#lib/dashboard/analytics/segments/metric-data';
import type { Context } from '#lib/db/context';

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
  return withMetricData(context, filters, async (_, data) => {
    const { segments } = data.statistics.panel.panel;
    const getKeys = (index: number) => {
      const { topic = '', tags = [] } = segments[index] ?? {};
      return by === 'topic' ? [topic ?? ''] : tags;
    };
    return buildBreakdown(groupSegments(data, ({ index }) => getKeys(index)));
  });
}
