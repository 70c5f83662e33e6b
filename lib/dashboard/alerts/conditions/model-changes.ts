import type { Period } from '#lib/core/time';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { listModelChanges, type ModelChange } from '#lib/dashboard/annotations/model-changes';
import type { Context } from '#lib/db/context';

/** The changes of models in a period and before it. */
export interface ModelHistory {
  changes: readonly ModelChange[];
  /** Returns the day of each engine's last model change that the answers up to `day` show; engines without one are missing. */
  getLastChanges(day: string): ReadonlyMap<string, string>;
  /**
   * Returns a function that calls `compute` once for all days between two changes and returns the same result for them.
   */
  memoize<T>(compute: (day: string) => T): (day: string) => T;
}

/** Reads the changes of models, by day. */
export async function readModelChanges(
  context: Context,
  filters: MetricFilters,
  period: Period,
): Promise<ModelHistory> {
  const changes = await listModelChanges(context, filters, period);
  const listFound = (day: string) => changes.filter(({ foundOn }) => foundOn <= day);
  return {
    changes,
    getLastChanges: (day) => new Map(listFound(day).map((change) => [change.engine, change.day])),
    memoize<T>(compute: (day: string) => T) {
      const results = new Map<number, T>();
      return (day: string) => {
        const changeCount = listFound(day).length;
        const existing = results.get(changeCount);
        if (existing !== undefined) return existing;
        const result = compute(day);
        results.set(changeCount, result);
        return result;
      };
    },
  };
}
