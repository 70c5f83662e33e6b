import { and, eq, gt, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { AuditAction } from '#lib/core/audit-actions';
import { sha256 } from '#lib/core/crypto';
import { decryptSecret, encryptSecret } from '#lib/core/dashboard-secrets';
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
    count(await revokeInvitations(context, authors), 'invitation', 'invitations'),
    count(await revokeApiKeys(context, authors), 'API key', 'API keys'),
    count(await revokeShares(context, authors), 'share link', 'share links'),
    count(await deleteSubscriptions(context, authors), 'report by email', 'reports by email'),
    count(await deleteChannels(context, authors), 'alert channel', 'alert channels'),
    isEveryone ? count(await deleteProviderKeys(context), 'provider key', 'provider keys') : [],
    isEveryone ? await replaceSigningSecret(context) : [],
  ];
  return ended.flat();
}

/** Returns a number with its noun; nothing for 0. */
export function count(number: number, noun: string, plural: string): string[] {
  return number === 0 ? [] : [`${number} ${number === 1 ? noun : plural}`];
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
