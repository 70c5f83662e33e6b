import { addDays } from '#lib/core/time';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { buildMetricFilters } from '#tests/support/metric-filters';
import {
  countries,
  dayCount,
  engines,
  firstDay,
  type Observation,
  periodDays,
  prompts,
} from './observations';

/** Creates an observation of every segment on every day. `isMentioned` decides whether it mentions the project's own brand. */
export function observeEverySegment(
  isMentioned: (observed: { day: number; prompt: number; engine: string; country: string }) => boolean,
) {
  const observations: Observation[] = [];
  for (let day = 0; day < dayCount; day += 1) {
    for (const prompt of prompts.keys()) {
      for (const engine of engines) {
        for (const country of countries) {
          const segment = { day, prompt, engine, country };
          const sources = [{ domain: 'own.example', citations: (prompt + day) % 2 }];
          observations.push({
            ...segment,
            status: 'answered',
            ranks: [isMentioned(segment) ? 1 : null, 1, null],
            sources,
          });
        }
      }
    }
  }
  return observations;
}

/** Returns filters that compare the second period with the first, including branded prompts. */
export function buildTwoPeriodFilters(projectId: string): MetricFilters {
  return buildMetricFilters({
    projectId,
    from: addDays(firstDay, periodDays),
    to: addDays(firstDay, dayCount - 1),
    branded: 'with',
  });
}
