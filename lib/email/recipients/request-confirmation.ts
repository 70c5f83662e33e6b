import { eq } from 'drizzle-orm';
import { getEnv } from '#lib/core/env';
import type { Context } from '#lib/db/context';
import { organizations } from '#lib/db/schema/organizations';
import { countEmail } from '#lib/email/email-limits';
import { queueEmail } from '#lib/email/queue-email';
import { quoteName } from '#lib/email/quote-text';
import { createRecipientToken, getUnsubscribeUrl } from '#lib/email/recipients/recipient-token';
import { requireVerifiedEmail } from '#lib/email/verified-sender';

const confirmationDays = 7;

/** What recipients are asked to confirm. */
const requests = {
  report: {
    subject: 'Confirm that you want a report by email',
    toContents: (name: string) => `the report ${name} regularly`,
  },
  alerts: {
    subject: 'Confirm that you want alerts by email',
    toContents: (name: string) => `alerts of the project ${name}`,
  },
} as const;

export interface ConfirmationRequest {
  recipients: readonly { id: string; email: string }[];
  kind: keyof typeof requests;
  /** Name of the report or the project. */
  name: string;
}

/**
 * Queues, in the caller's transaction, the email that asks each recipient whether they want to get a report or alerts.
 * Until they confirm, nothing else is sent to them.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS without a verified address of the acting member; RATE_LIMIT_EXCEEDED
 */
export async function requestConfirmation(
  tx: Context,
  { recipients, kind, name }: ConfirmationRequest,
): Promise<void> {
  if (recipients.length === 0) return;
  await requireVerifiedEmail(tx);
  const { db, organizationId, clock } = tx;
  const [organization] = await db
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  const { subject, toContents } = requests[kind];
  const sender = quoteName(organization?.name ?? '');
  for (const { id, email } of recipients.toSorted((a, b) => (a.email < b.email ? -1 : 1))) {
    const token = createRecipientToken({ organizationId, id, email });
    await countEmail(tx, 'confirmation', email);
    await queueEmail(tx, {
      to: email,
      subject,
      organizationId,
      paragraphs: [
        `The organization ${sender} wants to send you ${toContents(quoteName(name))}.`,
        'Confirm if you want it. Otherwise ignore this email: nothing else is sent to you.',
      ],
      action: { label: 'Confirm address', url: `${getEnv().APP_URL}/subscription/${token}` },
      note: `If you unsubscribe, ${sender} can’t ask you again.`,
      unsubscribeUrl: getUnsubscribeUrl(token),
      expiresAt: new Date(clock.now().getTime() + confirmationDays * 86_400_000),
    });
  }
}
