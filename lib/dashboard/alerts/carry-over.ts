import type { Alert } from '#lib/dashboard/alerts/alerts';
import {
  type AlertEvidence,
  describeCondition,
  getTier,
  setTier,
} from '#lib/dashboard/alerts/conditions/condition';
import type { WatchedCondition } from '#lib/dashboard/alerts/conditions/watcher';
import { queueNotice } from '#lib/dashboard/alerts/messages/queue-notice';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { alertEvents, alerts } from '#lib/db/schema/alerts';

/**
 * Carries over an alert on a metric from an earlier release, which had no tiers: it starts anew in the tier that watches its
 * direction, and its channels get one message about that. Other alerts are returned as they are.
 */
export async function carryOverAlert(
  context: Context,
  alert: Alert,
  { condition, names }: Pick<WatchedCondition, 'condition' | 'names'>,
): Promise<Alert> {
  if (condition.kind !== 'metric' || condition.tier) return alert;
  const { db, organizationId, clock } = context;
  const now = clock.now();
  const carried: Alert = {
    ...alert,
    condition: setTier(condition),
    state: 'cleared',
    stateSince: now,
    evaluationData: {},
  };
  await db
    .update(alerts)
    .set({ condition: carried.condition })
    .where(hasValues(alerts, { organizationId, id: alert.id }));
  // A new alert has nothing to carry over.
  if (alert.evaluatedDay === null) return carried;
  const evidence = describeCarryOver(getTier(condition));
  if (alert.state === 'alerting' || alert.state === 'recovering') {
    const event = { organizationId, projectId: alert.projectId, alertId: alert.id, condition, evidence };
    await db.insert(alertEvents).values({ ...event, kind: 'cleared', occurredAt: now });
  }
  await queueNotice(context, alert, {
    ...evidence,
    alertId: alert.id,
    title: describeCondition(condition, names),
    category: 'finding',
    raisedAt: now.toISOString(),
    isChange: true,
  });
  return carried;
}

const tierTexts = {
  fast: 'It watches one direction and now belongs to the fast tier, which compares the last 1, 3 and 7 days with the same weekdays of the four weeks before. It finds large changes within days, and is raised without a cause less than once a quarter.',
  strict:
    'It watches both directions and now belongs to the strict tier, which compares the last 1 to 16 weeks with up to 24 weeks before. It is hardly ever raised without a cause, but takes weeks to find a change. To hear of a fall or a rise within days, edit the alert and choose one direction.',
};

function describeCarryOver(tier: 'fast' | 'strict'): AlertEvidence {
  return {
    summary: `This alert works differently since an update. ${tierTexts[tier]} It starts anew today.`,
    details: [],
    numbers: null,
    view: { page: 'alerts', query: '' },
  };
}
