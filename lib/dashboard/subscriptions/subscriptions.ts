import { asc, count, sql } from 'drizzle-orm';
import { notFound } from '#lib/core/errors';
import { getCreatorId, requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { parseInput, validationError } from '#lib/core/validation';
import { getReport, type Report } from '#lib/dashboard/reports/reports';
import { computeNextDue } from '#lib/dashboard/subscriptions/due-time';
import { listRecipients, saveRecipients } from '#lib/dashboard/subscriptions/recipients';
import { type SubscriptionInput, subscriptionSchema } from '#lib/dashboard/subscriptions/subscription-input';
import { recordAudit } from '#lib/db/audit-log';
import { type Context, hasValues, withOrganization } from '#lib/db/client';
import { reportSubscriptions } from '#lib/db/schema/subscriptions';

const maxSubscriptions = 20;

interface ReportKey {
  projectId: string;
  reportId: string;
}

interface SubscriptionKey extends ReportKey {
  subscriptionId: string;
}

export type Subscription = Awaited<ReturnType<typeof listSubscriptions>>[number];

/** Lists the subscriptions of a report with their recipients. */
export async function listSubscriptions(context: Context, { projectId, reportId }: ReportKey) {
  requirePermission(context.actor, 'shares.manage');
  await getReport(context, { projectId, reportId });
  return withOrganization(context, async (tx) => {
    const { db, organizationId } = tx;
    const subscriptions = await db
      .select()
      .from(reportSubscriptions)
      .where(hasValues(reportSubscriptions, { organizationId, reportId }))
      .orderBy(asc(reportSubscriptions.createdAt), reportSubscriptions.id);
    const subscriptionIds = subscriptions.map(({ id }) => id);
    const recipients = await listRecipients(tx, { subscriptionIds });
    const bySubscription = Map.groupBy(recipients, (recipient) => recipient.subscriptionId);
    return subscriptions.map((subscription) => ({
      ...subscription,
      recipients: bySubscription.get(subscription.id) ?? [],
    }));
  });
}

/**
 * Creates a subscription to a report, or changes one. A paused subscription stays paused. New recipients must confirm
 * their address before they get reports, except members with a verified address (see `saveRecipients`).
 * @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND
 */
export async function saveSubscription(
  context: Context,
  {
    projectId,
    reportId,
    subscriptionId,
    subscription,
  }: ReportKey & { subscriptionId?: string; subscription: SubscriptionInput },
): Promise<{ id: string }> {
  requirePermission(context.actor, 'shares.manage');
  const { time, recipients, ...settings } = parseInput(subscriptionSchema, subscription);
  const report = await getReport(context, { projectId, reportId });
  if (report.frozenAt) throw validationError([{ field: '', message: frozenMessage }]);
  return withOrganization(context, async (tx) => {
    const { db, organizationId, clock } = tx;
    const timing = { ...settings, minuteOfDay: time };
    const now = clock.now();
    const nextDueAt = computeNextDue(timing, now);
    if (subscriptionId === undefined) await requireBelowLimit(tx, reportId);
    const createdBy = getCreatorId(tx);
    const column = reportSubscriptions.nextDueAt;
    const [saved] =
      subscriptionId === undefined
        ? await db
            .insert(reportSubscriptions)
            .values({ organizationId, projectId, reportId, ...timing, nextDueAt, createdBy, createdAt: now })
            .returning({ id: reportSubscriptions.id })
        : await db
            .update(reportSubscriptions)
            .set({
              ...timing,
              nextDueAt: sql`CASE WHEN ${column} IS NOT NULL THEN ${sql.param(nextDueAt, column)}::timestamptz END`,
              fingerprint: null,
            })
            .where(isSubscription(tx, { projectId, reportId, subscriptionId }))
            .returning({ id: reportSubscriptions.id });
    if (!saved) throw subscriptionNotFound();
    await saveRecipients(tx, { subscriptionId: saved.id, emails: recipients, reportName: report.name });
    const action = subscriptionId === undefined ? 'subscription.created' : 'subscription.changed';
    const after = { cadence: settings.cadence, recipients };
    await recordAudit(tx, { action, target: report.name, targetId: saved.id, after });
    return saved;
  });
}

export const frozenMessage =
  'A frozen report doesn’t change. Unfreeze it, or duplicate it, to send it regularly.';

const subscriptionNotFound = () => notFound('Subscription not found. It may have been deleted.');

/** Returns the condition that selects a subscription. @throws ServiceError RESOURCE_NOT_FOUND for an invalid ID */
function isSubscription(
  { organizationId }: Context,
  { projectId, reportId, subscriptionId: id }: SubscriptionKey,
) {
  if (![projectId, reportId, id].every(isUuid)) throw subscriptionNotFound();
  return hasValues(reportSubscriptions, { organizationId, projectId, reportId, id });
}

async function requireBelowLimit({ db, organizationId }: Context, reportId: string): Promise<void> {
  const [row] = await db
    .select({ existing: count() })
    .from(reportSubscriptions)
    .where(hasValues(reportSubscriptions, { organizationId, reportId }));
  if ((row?.existing ?? 0) < maxSubscriptions) return;
  const message = `A report can have at most ${maxSubscriptions} subscriptions. Delete one first.`;
  throw validationError([{ field: '', message }]);
}

/** Pauses a subscription, or resumes it from its next due time. @throws ServiceError RESOURCE_NOT_FOUND */
export async function setSubscriptionPaused(
  context: Context,
  { isPaused, ...key }: SubscriptionKey & { isPaused: boolean },
): Promise<void> {
  requirePermission(context.actor, 'shares.manage');
  const { report, subscription } = await getSubscription(context, key);
  await withOrganization(context, async (tx) => {
    const nextDueAt = isPaused ? null : computeNextDue(subscription, tx.clock.now());
    await tx.db.update(reportSubscriptions).set({ nextDueAt }).where(isSubscription(tx, key));
    const after = { isPaused };
    await recordAudit(tx, {
      action: 'subscription.changed',
      target: report.name,
      targetId: subscription.id,
      after,
    });
  });
}

/** Deletes a subscription with its recipients. @throws ServiceError RESOURCE_NOT_FOUND */
export async function deleteSubscription(context: Context, key: SubscriptionKey): Promise<void> {
  requirePermission(context.actor, 'shares.manage');
  const { report } = await getSubscription(context, key);
  await withOrganization(context, async (tx) => {
    await tx.db.delete(reportSubscriptions).where(isSubscription(tx, key));
    await recordAudit(tx, {
      action: 'subscription.deleted',
      target: report.name,
      targetId: key.subscriptionId,
    });
  });
}

/** Returns a subscription and its report. @throws ServiceError RESOURCE_NOT_FOUND */
export async function getSubscription(
  context: Context,
  key: SubscriptionKey,
): Promise<{ report: Report; subscription: typeof reportSubscriptions.$inferSelect }> {
  requirePermission(context.actor, 'shares.manage');
  const report = await getReport(context, key);
  const [subscription] = await withOrganization(context, (tx) =>
    tx.db.select().from(reportSubscriptions).where(isSubscription(tx, key)),
  );
  if (!subscription) throw subscriptionNotFound();
  return { report, subscription };
}
