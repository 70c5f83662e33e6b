import { formatAnnotation } from '#lib/core/metric';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { listAnnotations } from '#lib/dashboard/annotations/list-annotations';
import type { Context } from '#lib/db/client';

/** The column of a day's annotations. */
export const annotationLabel = { happened: 'What happened on this day' };

/** Returns the annotations of the current period as text, by day. */
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
