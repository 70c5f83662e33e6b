import { asc, count, sql } from 'drizzle-orm';
import { z } from 'zod';
import { notFound } from '#lib/core/errors';
import { getCreatorId, requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { idSchema, validationError } from '#lib/core/validation';
import { getReport, type Report, reportKey } from '#lib/dashboard/reports/reports';
import { computeNextDue } from '#lib/dashboard/subscriptions/due-time';
import { listRecipients, saveRecipients } from '#lib/dashboard/subscriptions/recipients';
import {
  type SubscriptionSettings,
  subscriptionFields,
} from '#lib/dashboard/subscriptions/subscription-input';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { reportSubscriptions } from '#lib/db/schema/subscriptions';
import { createdSchema, defineOperation } from '#lib/operations/define-operation';

const maxSubscriptions = 20;

interface ReportKey {
  projectId: string;
  reportId: string;
}

/** The IDs of a subscription, in the input of operations. */
export const subscriptionKey = { ...reportKey, subscriptionId: idSchema('subscription') };
const subscriptionKeySchema = z.object(subscriptionKey);
type SubscriptionKey = z.output<typeof subscriptionKeySchema>;

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

/** @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND; the errors of `saveRecipients` */
export const createSubscription = defineOperation({
  name: 'subscriptions.create',
  title: 'Subscribe to a report',
  description:
    'Sends a live report by email, regularly. Recipients must confirm their address before they get reports, except members with a verified address. Nothing is sent to addresses that unsubscribed.',
  permission: 'shares.manage',
  effect: 'write',
  input: z.object({ ...reportKey, ...subscriptionFields }),
  output: createdSchema,
  audit: ['subscription.created'],
  async run(context, { projectId, reportId, recipients, ...settings }) {
    const { db, organizationId, clock } = context;
    const report = await getLiveReport(context, { projectId, reportId });
    const createdAt = clock.now();
    const values = toColumns(settings, createdAt);
    await requireBelowLimit(context, reportId);
    const createdBy = getCreatorId(context);
    const [created] = await db
      .insert(reportSubscriptions)
      .values({ organizationId, projectId, reportId, ...values, createdBy, createdAt })
      .returning({ id: reportSubscriptions.id });
    if (!created) throw new Error('Creating a subscription returned no row.');
    const { id } = created;
    await saveRecipients(context, { subscriptionId: id, emails: recipients, reportName: report.name });
    const after = { cadence: settings.cadence, recipients };
    await context.audit({ target: report.name, targetId: id, after });
    return { id };
  },
});

/** @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND; the errors of `saveRecipients` */
export const editSubscription = defineOperation({
  name: 'subscriptions.edit',
  title: 'Edit a subscription',
  description:
    'Replaces the settings and the recipients of a subscription to a live report. A paused subscription stays paused. New recipients must confirm their address before they get reports, except members with a verified address.',
  permission: 'shares.manage',
  effect: 'write',
  input: z.object({ ...subscriptionKey, ...subscriptionFields }),
  audit: ['subscription.changed'],
  async run(context, { projectId, reportId, subscriptionId, recipients, ...settings }) {
    const { db, clock } = context;
    const report = await getLiveReport(context, { projectId, reportId });
    const { nextDueAt, ...timing } = toColumns(settings, clock.now());
    const column = reportSubscriptions.nextDueAt;
    const saved = await db
      .update(reportSubscriptions)
      .set({
        ...timing,
        nextDueAt: sql`CASE WHEN ${column} IS NOT NULL THEN ${sql.param(nextDueAt, column)}::timestamptz END`,
        fingerprint: null,
      })
      .where(isSubscription(context, { projectId, reportId, subscriptionId }))
      .returning({ id: reportSubscriptions.id });
    if (saved.length === 0) throw subscriptionNotFound();
    await saveRecipients(context, { subscriptionId, emails: recipients, reportName: report.name });
    const after = { cadence: settings.cadence, recipients };
    await context.audit({ target: report.name, targetId: subscriptionId, after });
  },
});

/** Returns a report that can be sent regularly. @throws ServiceError RESOURCE_NOT_FOUND, VALIDATION_ERROR if it is frozen */
async function getLiveReport(context: Context, key: ReportKey): Promise<Report> {
  const report = await getReport(context, key);
  if (report.frozenAt) throw validationError([{ field: '', message: frozenMessage }]);
  return report;
}

function toColumns({ time, ...settings }: SubscriptionSettings, now: Date) {
  const timing = { ...settings, minuteOfDay: time };
  return { ...timing, nextDueAt: computeNextDue(timing, now) };
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

/** @throws ServiceError RESOURCE_NOT_FOUND */
export const setSubscriptionPaused = defineOperation({
  name: 'subscriptions.set-paused',
  title: 'Pause or resume a subscription',
  description:
    'Pauses a subscription, or resumes it from its next due time. Missed emails are not sent later.',
  permission: 'shares.manage',
  effect: 'write',
  input: z.object({ ...subscriptionKey, isPaused: z.boolean() }),
  audit: ['subscription.changed'],
  async run(context, { isPaused, ...key }) {
    const { report, subscription } = await getSubscription(context, key);
    const nextDueAt = isPaused ? null : computeNextDue(subscription, context.clock.now());
    await context.db.update(reportSubscriptions).set({ nextDueAt }).where(isSubscription(context, key));
    await context.audit({ target: report.name, targetId: subscription.id, after: { isPaused } });
  },
});

/** @throws ServiceError RESOURCE_NOT_FOUND */
export const deleteSubscription = defineOperation({
  name: 'subscriptions.delete',
  title: 'Delete a subscription',
  description: 'Deletes a subscription with its recipients, who get no further emails. The report stays.',
  permission: 'shares.manage',
  effect: 'delete',
  input: subscriptionKeySchema,
  audit: ['subscription.deleted'],
  async run(context, key) {
    const { report } = await getSubscription(context, key);
    await context.db.delete(reportSubscriptions).where(isSubscription(context, key));
    await context.audit({ target: report.name, targetId: key.subscriptionId });
  },
});

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
