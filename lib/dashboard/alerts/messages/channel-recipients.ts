import { getProject } from '#lib/dashboard/projects/project';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { alertChannels } from '#lib/db/schema/alerts';
import { findMemberEmails, mayReceive } from '#lib/email/recipients/member-emails';
import { requestConfirmation } from '#lib/email/recipients/request-confirmation';
import { findSuppressed } from '#lib/email/recipients/suppressions';
import { requireVerifiedEmail } from '#lib/email/verified-sender';

/**
 * Whether messages are sent to the address of a channel: `unconfirmed` if its recipient has not agreed to get them yet,
 * and is not a member with a verified address.
 */
export type RecipientState = 'receives' | 'unconfirmed' | 'unsubscribed';

type Channel = Pick<typeof alertChannels.$inferSelect, 'kind' | 'label' | 'confirmedAt' | 'unsubscribedAt'>;

/** Returns the state of each channel's recipient, in the order of the channels; null for those that are not an email address. */
export async function listRecipientStates(
  context: Pick<Context, 'db' | 'organizationId'>,
  channels: readonly Channel[],
): Promise<(RecipientState | null)[]> {
  const toEmail = ({ label }: Channel) => label.toLowerCase();
  const emails = channels.filter(({ kind }) => kind === 'email').map(toEmail);
  const members = await findMemberEmails(context, emails);
  return channels.map((channel) => {
    if (channel.kind !== 'email') return null;
    if (channel.unsubscribedAt) return 'unsubscribed';
    return mayReceive(channel, members.has(toEmail(channel))) ? 'receives' : 'unconfirmed';
  });
}

/** Sentences that explain why no messages are sent to an address. */
export const recipientProblems: Record<Exclude<RecipientState, 'receives'>, string> = {
  unconfirmed:
    'The recipient has not confirmed the address yet. Until then, only the email that asks for confirmation is sent to it.',
  unsubscribed:
    'The recipient unsubscribed, so nothing is sent to this address. Only the recipient can change this, with the link in an earlier email.',
};

/**
 * Asks the recipient of a new channel for confirmation, unless it is a member. An address that unsubscribed before is not
 * asked, and its channel gets nothing.
 * @param channel.email in lower case
 * @throws ServiceError INSUFFICIENT_PERMISSIONS without a verified address of the acting member; RATE_LIMIT_EXCEEDED
 */
export async function askRecipient(
  tx: Context,
  { projectId, channelId, email }: { projectId: string; channelId: string; email: string },
): Promise<void> {
  await requireVerifiedEmail(tx);
  const { db, organizationId, clock } = tx;
  if ((await findSuppressed(tx, [email])).size > 0) {
    const key = hasValues(alertChannels, { organizationId, id: channelId });
    await db.update(alertChannels).set({ unsubscribedAt: clock.now() }).where(key);
    return;
  }
  if ((await findMemberEmails(tx, [email])).size > 0) return;
  const { name } = await getProject(tx, { projectId });
  await requestConfirmation(tx, { recipients: [{ id: channelId, email }], kind: 'alerts', name });
}
