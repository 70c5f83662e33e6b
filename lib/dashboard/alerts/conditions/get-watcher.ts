import type { Period } from '#lib/core/time';
import type { AlertCondition } from '#lib/dashboard/alerts/conditions/condition';
import type { Durations } from '#lib/dashboard/alerts/conditions/state';
import { overtakenWatcher } from '#lib/dashboard/alerts/conditions/watch-competitors';
import { domainWatcher } from '#lib/dashboard/alerts/conditions/watch-domains';
import { metricWatcher } from '#lib/dashboard/alerts/conditions/watch-metric';
import { creditsWatcher, modelWatcher, runWatcher } from '#lib/dashboard/alerts/conditions/watch-monitoring';
import { pageWatcher } from '#lib/dashboard/alerts/conditions/watch-pages';
import type {
  Evaluation,
  EvaluationInput,
  WatchedCondition,
  Watcher,
} from '#lib/dashboard/alerts/conditions/watcher';
import type { Context } from '#lib/db/context';

/** A watcher bound to a condition. */
export interface BoundWatcher {
  durations: Durations;
  isDaily: boolean;
  /** Reads the data of a period and returns the function that evaluates its days. */
  prepare(context: Context, period: Period): Promise<(input: EvaluationInput) => Evaluation>;
}

/** Returns the watcher of a condition. */
export function getWatcher(watched: WatchedCondition): BoundWatcher {
  const { condition } = watched;
  switch (condition.kind) {
    case 'metric':
      return bindWatcher(metricWatcher, { ...watched, condition });
    case 'overtaken':
      return bindWatcher(overtakenWatcher, { ...watched, condition });
    case 'page-lost':
      return bindWatcher(pageWatcher, { ...watched, condition });
    case 'new-domain':
      return bindWatcher(domainWatcher, { ...watched, condition });
    case 'model-changed':
      return bindWatcher(modelWatcher, { ...watched, condition });
    case 'run-failed':
      return bindWatcher(runWatcher, { ...watched, condition });
    case 'credits-low':
      return bindWatcher(creditsWatcher, { ...watched, condition });
  }
}

function bindWatcher<C extends AlertCondition>(
  { durations, isDaily, prepare }: Watcher<C>,
  watched: WatchedCondition<C>,
): BoundWatcher {
  return { durations, isDaily, prepare: (context, period) => prepare(context, watched, period) };
}
