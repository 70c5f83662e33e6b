import { and, inArray, notInArray } from 'drizzle-orm';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { reportRecipients } from '#lib/db/schema/subscriptions';
import { findMemberEmails, mayReceive } from '#lib/email/recipients/member-emails';
import { requestConfirmation } from '#lib/email/recipients/request-confirmation';
import { findSuppressed } from '#lib/email/recipients/suppressions';

/**
 * Sets the recipients of a subscription, within the caller's transaction. Members with a verified address need not
 * confirm; other addresses get one email that asks for confirmation, and nothing else until they confirm. Nothing is sent
 * to addresses that unsubscribed from the organization's emails.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS without a verified address of the acting member; RATE_LIMIT_EXCEEDED
 */
export async function saveRecipients(
  tx: Context,
  { subscriptionId, emails, reportName }: { subscriptionId: string; emails: string[]; reportName: string },
): Promise<void> {
  const { db, organizationId, clock } = tx;
  const isOfSubscription = hasValues(reportRecipients, { organizationId, subscriptionId });
  await db.delete(reportRecipients).where(and(isOfSubscription, notInArray(reportRecipients.email, emails)));
  const suppressed = await findSuppressed(tx, emails);
  const now = clock.now();
  const added = await db
    .insert(reportRecipients)
    .values(
      emails.map((email) => ({
        organizationId,
        subscriptionId,
        email,
        createdAt: now,
        unsubscribedAt: suppressed.has(email) ? now : null,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: reportRecipients.id, email: reportRecipients.email });
  const members = await findMemberEmails(tx, emails);
  const recipients = added.filter(({ email }) => !members.has(email) && !suppressed.has(email));
  await requestConfirmation(tx, { recipients, kind: 'report', name: reportName });
}

/** Lists the recipients of subscriptions, sorted by address, and whether they get the report (see `mayReceive`). */
export async function listRecipients(tx: Context, { subscriptionIds }: { subscriptionIds: string[] }) {
  const { db, organizationId } = tx;
  const { id, subscriptionId, email, confirmedAt, unsubscribedAt } = reportRecipients;
  const recipients = await db
    .select({ id, subscriptionId, email, confirmedAt, unsubscribedAt })
    .from(reportRecipients)
    .where(and(hasValues(reportRecipients, { organizationId }), inArray(subscriptionId, subscriptionIds)))
    .orderBy(email);
  const members = await findMemberEmails(
    tx,
    recipients.map((recipient) => recipient.email),
  );
  return recipients.map((recipient) => ({
    ...recipient,
    receivesReport: mayReceive(recipient, members.has(recipient.email)),
  }));
}
