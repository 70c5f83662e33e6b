import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { Panel } from '#lib/dashboard/statistics/panel/panel';

type SegmentFilters = Pick<
  MetricFilters,
  'engines' | 'countries' | 'topics' | 'tags' | 'promptIds' | 'branded'
>;

/** Returns the segments that match the filters, in ascending order. An empty list of a filter means all. */
export function chooseSegments({ segments }: Panel, filters: SegmentFilters): number[] {
  const { engines, countries, topics, tags, promptIds, branded } = filters;
  const isChosen = (chosen: readonly string[], values: readonly string[]) =>
    chosen.length === 0 || values.some((value) => chosen.includes(value));
  return segments.flatMap((segment, index) =>
    isChosen(engines, [segment.engine]) &&
    isChosen(countries, [segment.country]) &&
    isChosen(topics, [segment.topic ?? '']) &&
    isChosen(tags, segment.tags) &&
    isChosen(promptIds, [segment.prompt]) &&
    (branded !== 'only' || segment.isBranded)
      ? [index]
      : [],
  );
}
