import { and, eq, gt, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { AuditAction } from '#lib/core/audit-actions';
import { sha256 } from '#lib/core/crypto';
import { decryptSecret, encryptSecret } from '#lib/core/dashboard-secrets';
import { defineMessages } from '#lib/core/messages';
import { roleLabels } from '#lib/core/permissions';
import { recordAudit } from '#lib/db/audit-log';
import type { Context } from '#lib/db/context';
import { alertChannels } from '#lib/db/schema/alerts';
import { apiKeys } from '#lib/db/schema/api-keys';
import { auditLog, invitations, organizations } from '#lib/db/schema/organizations';
import { providerKeys } from '#lib/db/schema/providers';
import { reports, shares } from '#lib/db/schema/reports';
import { serviceCredentials } from '#lib/db/schema/service-credentials';
import { reportSubscriptions } from '#lib/db/schema/subscriptions';
import { createSigningSecret } from '#lib/service/organizations/signing-secret';

/** The members whose setup ends; `everyone` also includes former members. */
export type Authors = readonly string[] | 'everyone';

/**
 * Ends what gives people outside the organization access to it, as far as these authors set it up: open invitations, API
 * keys, share links, reports by email and alert channels; for everyone also the organization's own provider keys and the
 * signing secret. The key with which the dashboard calls the service stays, because nobody knows it.
 * @param context in the transaction, acting as the member for whom it ends; recorded in the audit log
 * @returns what ended, such as "3 API keys"
 */
export async function endSetup(context: Context, authors: Authors): Promise<string[]> {
  const isEveryone = authors === 'everyone';
  const ended = [
    listEnded(messages.invitations, await revokeInvitations(context, authors)),
    listEnded(messages.apiKeys, await revokeApiKeys(context, authors)),
    listEnded(messages.shares, await revokeShares(context, authors)),
    listEnded(messages.subscriptions, await deleteSubscriptions(context, authors)),
    listEnded(messages.channels, await deleteChannels(context, authors)),
    isEveryone ? listEnded(messages.providerKeys, await deleteProviderKeys(context)) : [],
    isEveryone ? await replaceSigningSecret(context) : [],
  ];
  return ended.flat();
}

const messages = defineMessages({
  invitations: '{ended, plural, one {# invitation} other {# invitations}}',
  apiKeys: '{ended, plural, one {# API key} other {# API keys}}',
  shares: '{ended, plural, one {# share link} other {# share links}}',
  subscriptions: '{ended, plural, one {# report by email} other {# reports by email}}',
  channels: '{ended, plural, one {# alert channel} other {# alert channels}}',
  providerKeys: '{ended, plural, one {# provider key} other {# provider keys}}',
});

/** Returns what ended as a number with its noun; nothing for 0. */
export function listEnded(format: (counts: { ended: number }) => string, ended: number): string[] {
  return ended === 0 ? [] : [format({ ended })];
}

const isBy = (column: AnyPgColumn, authors: Authors): SQL | undefined =>
  authors === 'everyone' ? undefined : inArray(column, [...authors]);

interface Ended {
  target: string;
  targetId?: string;
}

/** Records each ended object in the audit log. @returns their number */
async function record(context: Context, action: AuditAction, rows: readonly Ended[]): Promise<number> {
  for (const row of rows) await recordAudit(context, { action, ...row });
  return rows.length;
}

async function revokeInvitations(context: Context, authors: Authors): Promise<number> {
  const { db, organizationId, clock } = context;
  const { id, label, role, createdBy, acceptedAt, revokedAt, expiresAt } = invitations;
  const isOpen = and(isNull(acceptedAt), isNull(revokedAt), gt(expiresAt, clock.now()));
  const rows = await db
    .update(invitations)
    .set({ revokedAt: clock.now() })
    .where(and(eq(invitations.organizationId, organizationId), isOpen, isBy(createdBy, authors)))
    .returning({ id, label, role });
  const ended = rows.map((row) => ({ target: row.label || roleLabels[row.role], targetId: row.id }));
  return record(context, 'invitation.revoked', ended);
}

async function revokeApiKeys(context: Context, authors: Authors): Promise<number> {
  const { db, organizationId, clock } = context;
  const [credentials] = await db
    .select({ encrypted: serviceCredentials.apiKeyEncrypted })
    .from(serviceCredentials)
    .where(eq(serviceCredentials.organizationId, organizationId));
  const dashboardKey = credentials && decryptSecret(organizationId, 'api-key', credentials.encrypted);
  const rows = await db
    .update(apiKeys)
    .set({ revokedAt: clock.now() })
    .where(
      and(
        eq(apiKeys.organizationId, organizationId),
        isNull(apiKeys.revokedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, clock.now())),
        dashboardKey === undefined ? undefined : ne(apiKeys.secretHash, sha256(dashboardKey)),
        isBy(apiKeys.createdBy, authors),
      ),
    )
    .returning({ target: apiKeys.name, targetId: apiKeys.id });
  return record(context, 'api-key.revoked', rows);
}

/** The name of the report that a row belongs to. */
const reportName = (table: typeof shares | typeof reportSubscriptions) =>
  sql<string>`coalesce((SELECT name FROM ${reports} WHERE ${reports.organizationId} = ${table.organizationId} AND ${reports.id} = ${table.reportId}), '')`;

async function revokeShares(context: Context, authors: Authors): Promise<number> {
  const { db, organizationId, clock } = context;
  const isOpen = and(
    isNull(shares.revokedAt),
    or(isNull(shares.expiresAt), gt(shares.expiresAt, clock.now())),
  );
  const rows = await db
    .update(shares)
    .set({ revokedAt: clock.now() })
    .where(and(eq(shares.organizationId, organizationId), isOpen, isBy(shares.createdBy, authors)))
    .returning({ target: reportName(shares), targetId: shares.id });
  return record(context, 'share.revoked', rows);
}

async function deleteSubscriptions(context: Context, authors: Authors): Promise<number> {
  const rows = await context.db
    .delete(reportSubscriptions)
    .where(
      and(
        eq(reportSubscriptions.organizationId, context.organizationId),
        isBy(reportSubscriptions.createdBy, authors),
      ),
    )
    .returning({ target: reportName(reportSubscriptions), targetId: reportSubscriptions.id });
  return record(context, 'subscription.deleted', rows);
}

/** Deletes alert channels, whose creators only the audit log knows. */
async function deleteChannels(context: Context, authors: Authors): Promise<number> {
  const { db, organizationId } = context;
  const created = db
    .select({ id: auditLog.targetId })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.organizationId, organizationId),
        eq(auditLog.action, 'alert-channel.created'),
        isBy(auditLog.actorId, authors),
      ),
    );
  const rows = await db
    .delete(alertChannels)
    .where(
      and(
        eq(alertChannels.organizationId, organizationId),
        authors === 'everyone' ? undefined : inArray(alertChannels.id, created),
      ),
    )
    .returning({ target: alertChannels.label, targetId: alertChannels.id });
  return record(context, 'alert-channel.deleted', rows);
}

async function deleteProviderKeys(context: Context): Promise<number> {
  const rows = await context.db
    .delete(providerKeys)
    .where(eq(providerKeys.organizationId, context.organizationId))
    .returning({ target: providerKeys.provider });
  return record(context, 'provider-key.removed', rows);
}

/** Signs webhooks with a new secret, also the copy with which the dashboard verifies them. */
async function replaceSigningSecret(context: Context): Promise<string[]> {
  const { db, organizationId } = context;
  const { secret, encrypted } = createSigningSecret(organizationId);
  await db
    .update(organizations)
    .set({
      signingSecretEncrypted: encrypted,
      previousSigningSecretEncrypted: null,
      previousSigningSecretExpiresAt: null,
    })
    .where(eq(organizations.id, organizationId));
  await db
    .update(serviceCredentials)
    .set({ signingSecretEncrypted: encryptSecret(organizationId, 'signing', secret) })
    .where(eq(serviceCredentials.organizationId, organizationId));
  await recordAudit(context, { action: 'signing.rotated', target: 'Webhook signing' });
  return ['the signing secret of webhooks'];
}
