import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { apiScopes } from '#lib/contract/plans';
import { sha256 } from '#lib/core/crypto';
import { invalidField, notFound } from '#lib/core/errors';
import { isNetwork } from '#lib/core/ip-address';
import { requirePermission } from '#lib/core/permissions';
import { overlapDaysSchema, parseInput, singleLineSchema } from '#lib/core/validation';
import { recordAudit } from '#lib/db/audit-log';
import { type Context, type Database, hasValues, withOrganization } from '#lib/db/client';
import { apiKeys } from '#lib/db/schema/api-keys';
import { memberships, users } from '#lib/db/schema/organizations';
import { generateApiKey, getKeyEnds } from '#lib/service/api-keys/key-format';
import { notifyOfNewKey } from '#lib/service/api-keys/notify-of-new-key';
import { getOrganization } from '#lib/service/organizations/organizations';
import { requireVerifiedEmail } from '#lib/service/users/email-verification';

const createSchema = z.object({
  name: singleLineSchema({ required: 'Enter a name for the key.' }),
  expiresAt: z.date('Enter the date on which the key expires, such as 2030-01-31.').nullish(),
  /** The scopes of the key; null for all. */
  scopes: z
    .array(z.enum(apiScopes, `Choose from the scopes ${apiScopes.join(', ')}.`))
    .min(1, 'Choose at least one scope.')
    .nullable()
    .default(null),
  /** IP addresses and networks that may use the key; empty for all. */
  allowedIps: z
    .array(
      z
        .string()
        .trim()
        .refine(
          isNetwork,
          'Enter IP addresses or networks such as 192.0.2.1, 192.0.2.0/24 or 2001:db8::/32.',
        ),
    )
    .max(50, 'Allow at most 50 addresses and networks.')
    .default([]),
});

/**
 * Creates an API key and notifies its creator and the organization's owners. Of the secret, only the SHA-256, the prefix
 * and the last four characters are stored.
 * @returns the key with its `secret`, which cannot be read again: show it once
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, also without a verified email address; VALIDATION_ERROR;
 * RESOURCE_NOT_FOUND for an unknown organization
 */
export async function createApiKey(context: Context, input: z.input<typeof createSchema>) {
  requirePermission(context.actor, 'keys.manage');
  const { name, expiresAt = null, scopes, allowedIps } = parseInput(createSchema, input);
  if (expiresAt && expiresAt <= context.clock.now()) {
    throw invalidField('expiresAt', 'The expiration date must be in the future.');
  }
  await requireVerifiedEmail(context);
  return withOrganization(context, async (tx) => {
    await getOrganization(tx);
    const settings = { name, expiresAt, scopes: scopes && [...new Set(scopes)], allowedIps };
    const key = await insertKey(tx, settings);
    await notifyOfNewKey(tx, key);
    return key;
  });
}

/**
 * Creates the API key with which the dashboard calls the service. Nobody sees it, so it needs no verified email address
 * and no notice.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS
 */
export async function createDashboardKey(context: Context): Promise<{ secret: string }> {
  requirePermission(context.actor, 'keys.manage');
  const settings = { name: 'Dashboard', expiresAt: null, scopes: null, allowedIps: [] };
  return withOrganization(context, (tx) => insertKey(tx, settings));
}

type KeySettings = Pick<typeof apiKeys.$inferSelect, 'name' | 'expiresAt' | 'scopes' | 'allowedIps'>;

async function insertKey(
  context: Context,
  settings: KeySettings,
  action: 'api-key.created' | 'api-key.rotated' = 'api-key.created',
) {
  const { db, clock, organizationId, actor } = context;
  const secret = generateApiKey();
  const key = { id: randomUUID(), ...settings, ...getKeyEnds(secret), createdAt: clock.now() };
  const createdBy = actor.kind === 'member' ? actor.userId : null;
  await db.insert(apiKeys).values({ ...key, organizationId, createdBy, secretHash: sha256(secret) });
  const { name, expiresAt, scopes, allowedIps } = settings;
  const after = { key: `${key.prefix}…${key.lastFour}`, expiresAt, scopes, allowedIps };
  await recordAudit(context, { action, target: name, targetId: key.id, after });
  return { ...key, secret };
}

const rotateSchema = z.object({
  id: z.uuid('Invalid key ID.'),
  overlapDays: overlapDaysSchema,
});

/**
 * Replaces an active API key with a new one with the same name, scopes, allowed IP addresses and expiration.
 * @param input.overlapDays days for which the old key stays valid; 0 revokes it immediately
 * @returns the new key with its `secret`: show it once
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, also without a verified email address; VALIDATION_ERROR;
 * RESOURCE_NOT_FOUND if no active key has the ID
 */
export async function rotateApiKey(context: Context, input: z.input<typeof rotateSchema>) {
  requirePermission(context.actor, 'keys.manage');
  const { id, overlapDays } = parseInput(rotateSchema, input);
  await requireVerifiedEmail(context);
  return withOrganization(context, async (tx) => {
    const { db, organizationId, clock } = tx;
    const now = clock.now();
    const end = new Date(now.getTime() + overlapDays * 86_400_000);
    const isActive = and(
      hasValues(apiKeys, { organizationId, id, revokedAt: null }),
      or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)),
    );
    const { name, expiresAt, scopes, allowedIps } = apiKeys;
    const [old] = await db
      .select({ name, expiresAt, scopes, allowedIps })
      .from(apiKeys)
      .where(isActive)
      .for('update');
    if (!old) {
      throw notFound('API key not found. It may have been revoked or have expired. Reload the page.', id);
    }
    await db
      .update(apiKeys)
      .set(overlapDays === 0 ? { revokedAt: now } : { expiresAt: sql`least(${expiresAt}, ${end})` })
      .where(isActive);
    const key = await insertKey(tx, old, 'api-key.rotated');
    await notifyOfNewKey(tx, key);
    return key;
  });
}

export type ApiKeyListing = Awaited<ReturnType<typeof listApiKeys>>[number];

/**
 * Lists the organization's API keys, including revoked ones, newest first, with their creators: `creator` is null if
 * the creator is unknown, and `isCreatorMember` is false if that person has left the organization.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS
 */
export async function listApiKeys(context: Context) {
  requirePermission(context.actor, 'keys.read');
  const { id, name, prefix, lastFour, scopes, allowedIps, createdAt, expiresAt, revokedAt } = apiKeys;
  const { lastUsedAt, lastUsedIp } = apiKeys;
  return withOrganization(context, ({ db, organizationId, clock }) =>
    db
      .select({
        id,
        name,
        prefix,
        lastFour,
        scopes,
        allowedIps,
        createdAt,
        expiresAt,
        revokedAt,
        lastUsedAt,
        lastUsedIp,
        creator: users.name,
        isCreatorMember: sql<boolean>`${memberships.userId} IS NOT NULL`,
        /** In the last 24 hours. */
        recentRequests: sql<number>`(SELECT count(*)::int FROM requests
          WHERE requests.organization_id = ${organizationId} AND requests.key_id = ${id}
            AND received_at > ${new Date(clock.now().getTime() - 86_400_000)})`,
      })
      .from(apiKeys)
      .leftJoin(users, eq(users.id, apiKeys.createdBy))
      .leftJoin(
        memberships,
        and(eq(memberships.organizationId, organizationId), eq(memberships.userId, apiKeys.createdBy)),
      )
      .where(eq(apiKeys.organizationId, organizationId))
      .orderBy(desc(createdAt), id),
  );
}

const revokeSchema = z.object({ id: z.uuid('Invalid key ID.') });

/**
 * Revokes an API key permanently. Revoking it again changes nothing.
 * @returns the time at which it was revoked
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, RESOURCE_NOT_FOUND
 */
export async function revokeApiKey(context: Context, input: { id: string }) {
  requirePermission(context.actor, 'keys.manage');
  const { id } = parseInput(revokeSchema, input);
  return withOrganization(context, async (tx) => {
    const { db, clock, organizationId } = tx;
    const revokedAt = clock.now();
    const [revoked] = await db
      .update(apiKeys)
      .set({ revokedAt })
      .where(hasValues(apiKeys, { organizationId, id, revokedAt: null }))
      .returning({ name: apiKeys.name });
    if (revoked) {
      await recordAudit(tx, { action: 'api-key.revoked', target: revoked.name, targetId: id });
      return { id, revokedAt };
    }
    const [key] = await db
      .select({ revokedAt: apiKeys.revokedAt })
      .from(apiKeys)
      .where(hasValues(apiKeys, { organizationId, id }));
    if (!key) throw notFound('API key not found. Reload the page.', id);
    return { id, revokedAt: key.revokedAt ?? revokedAt };
  });
}

/** Returns the organization that owns a key, for the operator. @throws ServiceError RESOURCE_NOT_FOUND */
export async function getKeyOrganizationId(db: Database, keyId: string): Promise<string> {
  const [key] = await db
    .select({ organizationId: apiKeys.organizationId })
    .from(apiKeys)
    .where(eq(apiKeys.id, keyId));
  if (!key) throw notFound(`There is no API key ${keyId}.`, keyId);
  return key.organizationId;
}
