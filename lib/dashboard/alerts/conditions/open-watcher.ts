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
import type { Context } from '#lib/db/client';

/** How a condition is watched. */
export interface OpenedWatcher {
  durations: Durations;
  isDaily: boolean;
  /** Reads what evaluations within the period need. */
  open(context: Context, period: Period): Promise<(input: EvaluationInput) => Evaluation>;
}

/** Returns the watcher of a condition. */
export function openWatcher(watched: WatchedCondition): OpenedWatcher {
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
  { durations, isDaily, open }: Watcher<C>,
  watched: WatchedCondition<C>,
): OpenedWatcher {
  return { durations, isDaily, open: (context, period) => open(context, watched, period) };
}
