import { formatAnnotation } from '#lib/core/annotation';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { listAnnotations } from '#lib/dashboard/annotations/list-annotations';
import type { Context } from '#lib/db/context';

/** The label of the column that says what stands on a day as a flag in the chart. */
export const annotationLabel = { happened: 'What happened on this day' };

/** What stands on each day of the filters that anything does, in words. */
export async function listAnnotationsByDay(
  context: Context,
  filters: MetricFilters,
): Promise<ReadonlyMap<string, string>> {
  const days = new Map<string, string>();
  for (const one of await listAnnotations(context, filters)) {
    const words = formatAnnotation(one, (engine) => engine);
    const before = days.get(one.day);
    days.set(one.day, before ? `${before}\n${words}` : words);
  }
  return days;
}
