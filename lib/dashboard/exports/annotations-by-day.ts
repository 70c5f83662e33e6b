import { getEngineName } from '#lib/contract/engines';
import { formatAnnotation } from '#lib/core/format-annotation';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { listAnnotations } from '#lib/dashboard/annotations/annotations';
import type { Context } from '#lib/db/context';

/** Returns the annotations of the current period as text, by day. */
export async function listAnnotationsByDay(
  context: Context,
  filters: MetricFilters,
): Promise<ReadonlyMap<string, string>> {
  const byDay = Map.groupBy(await listAnnotations(context, filters), ({ day }) => day);
  return new Map(
    [...byDay].map(([day, annotations]) => [
      day,
      annotations.map((annotation) => formatAnnotation(annotation, getEngineName)).join('\n'),
    ]),
  );
}
