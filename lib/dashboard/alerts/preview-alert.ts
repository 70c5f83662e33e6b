import { requirePermission } from '#lib/core/permissions';
import { addDays, listDays, toUtcDay } from '#lib/core/time';
import { type AlertInput, parseAlert } from '#lib/dashboard/alerts/alerts';
import { describeCondition } from '#lib/dashboard/alerts/conditions/condition';
import { getWatcher } from '#lib/dashboard/alerts/conditions/get-watcher';
import { describeSensitivity } from '#lib/dashboard/alerts/conditions/watch-metric';
import { readWatchedCondition, replayDays } from '#lib/dashboard/alerts/evaluate-alerts';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import type { Context } from '#lib/db/client';

/** Number of days that a preview covers. */
const previewDays = 90;

/** The result of evaluating an alert for past days. */
export interface AlertPreview {
  /** The condition as a sentence. */
  title: string;
  /** Number of times it would have been raised; null if the watched values are not stored for past days. */
  raised: number | null;
  /** The days on which it would have been raised, with the reasons, newest first. */
  events: { day: string; summary: string }[];
  /** The reason why it could not be evaluated on the last day, as a sentence; null if it could. */
  unknownReason: string | null;
  /**
   * A sentence with the sizes of changes that the alert detects with a probability of about 50%; null without enough
   * answers, or if it watches no metric.
   */
  sensitivity: string | null;
}

/**
 * Evaluates an alert for each of the last 90 days, as if it had existed then.
 * @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND
 */
export function previewAlert(
  context: Context,
  { projectId, alert }: { projectId: string; alert: AlertInput },
): Promise<AlertPreview> {
  requirePermission(context.actor, 'projects.read');
  const input = parseAlert(context, projectId, alert);
  return withMetricsTransaction(context, async (tx) => {
    const watched = await readWatchedCondition(tx, { projectId, ...input });
    const title = describeCondition(watched.condition, watched.names);
    // Past balances are not stored.
    if (watched.condition.kind === 'credits-low')
      return { title, raised: null, events: [], unknownReason: null, sensitivity: null };
    const to = addDays(toUtcDay(tx.clock.now()), -1);
    const from = addDays(to, 1 - previewDays);
    const watcher = getWatcher(watched);
    const evaluate = await watcher.prepare(tx, { from, to });
    const now = tx.clock.now();
    const { events, unknownReason } = replayDays(evaluate, {
      days: listDays(from, to),
      now,
      start: { state: 'cleared', since: new Date(from), data: {} },
      // Each day is evaluated once, even for conditions that are otherwise evaluated several times a day.
      watcher: { ...watcher, isDaily: true },
    });
    const { condition } = watched;
    const sensitivity =
      condition.kind === 'metric' ? await describeSensitivity(tx, { ...watched, condition }, to) : null;
    const raised = events.filter(({ kind }) => kind === 'raised');
    return {
      title,
      raised: raised.length,
      unknownReason,
      sensitivity,
      events: raised
        .map(({ occurredAt, evidence }) => ({ day: toUtcDay(occurredAt), summary: evidence.summary }))
        .toReversed(),
    };
  });
}
