import { and, eq, isNull } from 'drizzle-orm';
import { hmacSha256Hex, isSameSecret } from '#lib/core/crypto';
import { getEncryptionKey } from '#lib/core/env';
import { notFound } from '#lib/core/errors';
import { isUuid } from '#lib/core/text';
import type { Context } from '#lib/db/client';
import { organizations } from '#lib/db/schema/organizations';
import { reports } from '#lib/db/schema/reports';
import { reportRecipients, reportSubscriptions } from '#lib/db/schema/subscriptions';

type Dependencies = Pick<Context, 'db' | 'clock'>;

/** Returns the token of a recipient's links. It is derived from the ID, so that it need not be stored. */
export function createRecipientToken(recipientId: string): string {
  return `${recipientId}.${sign(recipientId)}`;
}

const sign = (recipientId: string) => hmacSha256Hex(getEncryptionKey(), 'report-recipient ', recipientId);

/** Returns the ID of the recipient. @throws ServiceError RESOURCE_NOT_FOUND for an invalid token */
function readToken(token: string): string {
  const [id = '', signature = ''] = token.split('.', 2);
  if (!isUuid(id) || !isSameSecret(signature, sign(id))) throw linkNotFound();
  return id;
}

const linkNotFound = () =>
  notFound(
    'This link is no longer valid. If the subscription was deleted, you won’t get any more of its emails.',
  );

/** Returns the recipient of a link, with the names of report and organization. @throws ServiceError RESOURCE_NOT_FOUND */
export async function getRecipient({ db }: Dependencies, { token }: { token: string }) {
  const id = readToken(token);
  const [recipient] = await db
    .select({
      email: reportRecipients.email,
      confirmedAt: reportRecipients.confirmedAt,
      unsubscribedAt: reportRecipients.unsubscribedAt,
      reportName: reports.name,
      organizationName: organizations.name,
    })
    .from(reportRecipients)
    .innerJoin(
      reportSubscriptions,
      and(
        eq(reportSubscriptions.organizationId, reportRecipients.organizationId),
        eq(reportSubscriptions.id, reportRecipients.subscriptionId),
      ),
    )
    .innerJoin(
      reports,
      and(
        eq(reports.organizationId, reportRecipients.organizationId),
        eq(reports.id, reportSubscriptions.reportId),
      ),
    )
    .innerJoin(organizations, eq(organizations.id, reportRecipients.organizationId))
    .where(and(eq(reportRecipients.id, id), isNull(organizations.deletesAt)));
  if (!recipient) throw linkNotFound();
  return recipient;
}

/** Confirms an address, which then receives the report. @throws ServiceError RESOURCE_NOT_FOUND */
export async function confirmRecipient({ db, clock }: Dependencies, { token }: { token: string }) {
  await changeRecipient(db, token, { confirmedAt: clock.now(), unsubscribedAt: null });
}

/** Unsubscribes an address, even if it is unsubscribed already. @throws ServiceError RESOURCE_NOT_FOUND */
export async function unsubscribeRecipient({ db, clock }: Dependencies, { token }: { token: string }) {
  await changeRecipient(db, token, { unsubscribedAt: clock.now() });
}

async function changeRecipient(
  db: Context['db'],
  token: string,
  change: { confirmedAt?: Date; unsubscribedAt: Date | null },
): Promise<void> {
  const changed = await db
    .update(reportRecipients)
    .set(change)
    .where(eq(reportRecipients.id, readToken(token)))
    .returning({ id: reportRecipients.id });
  if (changed.length === 0) throw linkNotFound();
}
