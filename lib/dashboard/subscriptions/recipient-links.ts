import { and, eq, isNull } from 'drizzle-orm';
import { notFound } from '#lib/core/errors';
import type { Context } from '#lib/db/context';
import type { Database } from '#lib/db/database';
import { hasValues } from '#lib/db/has-values';
import { alertChannels } from '#lib/db/schema/alerts';
import { organizations } from '#lib/db/schema/organizations';
import { projects } from '#lib/db/schema/projects';
import { reports } from '#lib/db/schema/reports';
import { reportRecipients, reportSubscriptions } from '#lib/db/schema/subscriptions';
import { transaction } from '#lib/db/transaction';
import { type Consent, findMemberEmails, mayReceive } from '#lib/email/recipients/member-emails';
import { hashAddress, readRecipientToken } from '#lib/email/recipients/recipient-token';
import { isSuppressed, suppressAddress, unsuppressAddress } from '#lib/email/recipients/suppressions';

type Dependencies = Pick<Context, 'db' | 'clock'>;

/** The recipient of a report or of alerts. */
interface Recipient extends Consent {
  organizationId: string;
  kind: 'report' | 'alerts';
  id: string;
  email: string;
  /** Name of the report or the project. */
  name: string;
}

const linkNotFound = () =>
  notFound(
    'This link is no longer valid. If the subscription was deleted, you won’t get any more of its emails.',
  );

/**
 * Returns the recipient of a link, which is null if the organization deleted it, with the organization and the hash under
 * which the address is suppressed.
 * @throws ServiceError RESOURCE_NOT_FOUND
 */
async function findRecipient(db: Database, token: string) {
  const key = readRecipientToken(token);
  if (!key) throw linkNotFound();
  const { id, address } = key;
  const recipient = (await findReportRecipient(db, id)) ?? (await findChannel(db, id)) ?? null;
  if (recipient) {
    const { organizationId, email } = recipient;
    return { recipient, organizationId, addressHash: hashAddress(organizationId, email) };
  }
  if (!address) throw linkNotFound();
  return { recipient, ...address };
}

async function findReportRecipient(db: Database, id: string): Promise<Recipient | undefined> {
  const { organizationId, email, confirmedAt, unsubscribedAt } = reportRecipients;
  const [found] = await db
    .select({
      organizationId,
      id: reportRecipients.id,
      email,
      confirmedAt,
      unsubscribedAt,
      name: reports.name,
    })
    .from(reportRecipients)
    .innerJoin(
      reportSubscriptions,
      and(
        eq(reportSubscriptions.organizationId, organizationId),
        eq(reportSubscriptions.id, reportRecipients.subscriptionId),
      ),
    )
    .innerJoin(
      reports,
      and(eq(reports.organizationId, organizationId), eq(reports.id, reportSubscriptions.reportId)),
    )
    .where(eq(reportRecipients.id, id));
  return found && { ...found, kind: 'report' };
}

async function findChannel(db: Database, id: string): Promise<Recipient | undefined> {
  const { organizationId, label: email, confirmedAt, unsubscribedAt } = alertChannels;
  const [found] = await db
    .select({ organizationId, id: alertChannels.id, email, confirmedAt, unsubscribedAt, name: projects.name })
    .from(alertChannels)
    .innerJoin(
      projects,
      and(eq(projects.organizationId, organizationId), eq(projects.id, alertChannels.projectId)),
    )
    .where(and(eq(alertChannels.id, id), eq(alertChannels.kind, 'email')));
  return found && { ...found, kind: 'alerts' };
}

/**
 * Returns the recipient of a link, which is null if the organization deleted it, with the name of the organization, and
 * whether the organization cannot add the address again.
 * @throws ServiceError RESOURCE_NOT_FOUND
 */
export async function getRecipient({ db }: Dependencies, { token }: { token: string }) {
  const { recipient, organizationId, addressHash } = await findRecipient(db, token);
  const [organization] = await db
    .select({ name: organizations.name })
    .from(organizations)
    .where(and(eq(organizations.id, organizationId), isNull(organizations.deletesAt)));
  if (!organization) throw linkNotFound();
  const members = await findMemberEmails({ db, organizationId }, recipient ? [recipient.email] : []);
  return {
    recipient: recipient && {
      ...recipient,
      receivesEmails: mayReceive(recipient, members.has(recipient.email)),
    },
    organizationName: organization.name,
    isSuppressed: await isSuppressed({ db, organizationId }, addressHash),
  };
}

/**
 * Confirms an address, which then receives the report or the alerts. If the organization deleted the recipient, it can add
 * the address again.
 * @throws ServiceError RESOURCE_NOT_FOUND
 */
export async function confirmRecipient({ db, clock }: Dependencies, { token }: { token: string }) {
  const { recipient, organizationId, addressHash } = await findRecipient(db, token);
  await transaction(db, async (tx) => {
    if (recipient) await setConsent(tx, recipient, { confirmedAt: clock.now(), unsubscribedAt: null });
    await unsuppressAddress({ db: tx, organizationId }, addressHash);
  });
}

/**
 * Unsubscribes an address, even if it is unsubscribed already or the organization deleted the recipient. From then on,
 * the organization cannot add the address.
 * @throws ServiceError RESOURCE_NOT_FOUND
 */
export async function unsubscribeRecipient({ db, clock }: Dependencies, { token }: { token: string }) {
  const { recipient, organizationId, addressHash } = await findRecipient(db, token);
  await transaction(db, async (tx) => {
    if (recipient) {
      const { confirmedAt } = recipient;
      await setConsent(tx, recipient, { confirmedAt, unsubscribedAt: clock.now() });
    }
    await suppressAddress({ db: tx, clock, organizationId }, addressHash);
  });
}

async function setConsent(
  db: Database,
  { organizationId, kind, id }: Recipient,
  consent: Consent,
): Promise<void> {
  const key = { organizationId, id };
  await (kind === 'report'
    ? db.update(reportRecipients).set(consent).where(hasValues(reportRecipients, key))
    : db.update(alertChannels).set(consent).where(hasValues(alertChannels, key)));
}
