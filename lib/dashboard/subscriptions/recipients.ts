import { and, count, eq, gt, inArray, isNotNull, notInArray } from 'drizzle-orm';
import { getEnv } from '#lib/core/env';
import { validationError } from '#lib/core/validation';
import { createRecipientToken } from '#lib/dashboard/subscriptions/recipient-links';
import { type Context, hasValues } from '#lib/db/client';
import { emails as emailTable } from '#lib/db/schema/emails';
import { memberships, organizations, users } from '#lib/db/schema/organizations';
import { reportRecipients } from '#lib/db/schema/subscriptions';
import { queueEmail } from '#lib/email/queue-email';

const dayMs = 86_400_000;
/** Also identifies confirmation emails when they are counted for the daily limit. */
const confirmationSubject = 'Confirm that you want a report by email';
const maxConfirmationsPerDay = 100;
const confirmationDays = 7;

/**
 * Sets the recipients of a subscription, within the caller's transaction. Members with a verified address need not
 * confirm; other addresses get one email that asks for confirmation, and nothing else until they confirm.
 * @throws ServiceError VALIDATION_ERROR if too many confirmation emails were sent within a day
 */
export async function saveRecipients(
  tx: Context,
  { subscriptionId, emails, reportName }: { subscriptionId: string; emails: string[]; reportName: string },
): Promise<void> {
  const { db, organizationId, clock } = tx;
  const isOfSubscription = hasValues(reportRecipients, { organizationId, subscriptionId });
  await db.delete(reportRecipients).where(and(isOfSubscription, notInArray(reportRecipients.email, emails)));
  const members = new Set(await listMemberEmails(tx, emails));
  const now = clock.now();
  const added = await db
    .insert(reportRecipients)
    .values(
      emails.map((email) => ({
        organizationId,
        subscriptionId,
        email,
        createdAt: now,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: reportRecipients.id, email: reportRecipients.email });
  const unconfirmed = added.filter(({ email }) => !members.has(email));
  if (unconfirmed.length === 0) return;
  await checkConfirmationLimit(tx, unconfirmed.length);
  const [organization] = await db
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  for (const { id, email } of unconfirmed) {
    await queueEmail(tx, {
      to: email,
      subject: confirmationSubject,
      organizationId,
      paragraphs: [
        `${organization?.name ?? 'An organization'} wants to send you the report “${reportName}” regularly.`,
        'Confirm if you want it. Otherwise ignore this email: you won’t get the report.',
      ],
      action: {
        label: 'Confirm address',
        url: `${getEnv().APP_URL}/subscription/${createRecipientToken(id)}`,
      },
      expiresAt: new Date(now.getTime() + confirmationDays * dayMs),
    });
  }
}

/** Returns the addresses that are verified and belong to members. */
async function listMemberEmails({ db, organizationId }: Context, emails: string[]): Promise<string[]> {
  const rows = await db
    .select({ email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        hasValues(memberships, { organizationId }),
        inArray(users.email, emails),
        isNotNull(users.emailVerifiedAt),
      ),
    );
  return rows.map(({ email }) => email);
}

/**
 * Lists the recipients of subscriptions, sorted by address. A report is sent to those that are not unsubscribed and either
 * have confirmed their address or are members with a verified address.
 */
export async function listRecipients(tx: Context, { subscriptionIds }: { subscriptionIds: string[] }) {
  const { db, organizationId } = tx;
  const { id, subscriptionId, email, confirmedAt, unsubscribedAt } = reportRecipients;
  const recipients = await db
    .select({ id, subscriptionId, email, confirmedAt, unsubscribedAt })
    .from(reportRecipients)
    .where(and(hasValues(reportRecipients, { organizationId }), inArray(subscriptionId, subscriptionIds)))
    .orderBy(email);
  const members = new Set(
    await listMemberEmails(
      tx,
      recipients.map((recipient) => recipient.email),
    ),
  );
  return recipients.map((recipient) => ({
    ...recipient,
    receivesReport:
      recipient.unsubscribedAt === null && (recipient.confirmedAt !== null || members.has(recipient.email)),
  }));
}

/** Limits confirmation emails, so that an organization cannot use this instance to send unsolicited email. */
async function checkConfirmationLimit({ db, organizationId, clock }: Context, added: number) {
  const since = new Date(clock.now().getTime() - dayMs);
  const [row] = await db
    .select({ sent: count() })
    .from(emailTable)
    .where(
      and(
        eq(emailTable.organizationId, organizationId),
        eq(emailTable.subject, confirmationSubject),
        gt(emailTable.createdAt, since),
      ),
    );
  if ((row?.sent ?? 0) + added <= maxConfirmationsPerDay) return;
  const message = `At most ${maxConfirmationsPerDay} confirmation emails per day can be sent to addresses outside the organization. Add fewer, or try again tomorrow.`;
  throw validationError([{ field: 'recipients', message }]);
}
