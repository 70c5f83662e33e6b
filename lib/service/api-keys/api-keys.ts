import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { apiScopes } from '#lib/contract/plans';
import { sha256 } from '#lib/core/crypto';
import { invalidField, notFound } from '#lib/core/errors';
import { isNetwork } from '#lib/core/ip-address';
import { requirePermission } from '#lib/core/permissions';
import {
  idSchema,
  instantSchema,
  overlapDaysSchema,
  singleLineSchema,
  timeSchema,
} from '#lib/core/validation';
import { recordAudit } from '#lib/db/audit-log';
import type { Context } from '#lib/db/context';
import type { Database } from '#lib/db/database';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { apiKeys } from '#lib/db/schema/api-keys';
import { memberships, users } from '#lib/db/schema/organizations';
import { requireVerifiedEmail } from '#lib/email/verified-sender';
import { createdSchema, defineOperation } from '#lib/operations/define-operation';
import { generateApiKey, getKeyEnds } from '#lib/service/api-keys/key-format';
import { notifyOfNewKey } from '#lib/service/api-keys/notify-of-new-key';
import { getOrganization } from '#lib/service/organizations/organizations';

const newKeySchema = createdSchema.extend({
  kind: z.enum(['member', 'dashboard']),
  name: z.string(),
  prefix: z.string().describe('The characters with which the secret begins.'),
  lastFour: z.string(),
  secret: z.string(),
  scopes: z.array(z.enum(apiScopes)).nullable(),
  allowedIps: z.array(z.string()),
  expiresAt: timeSchema.nullable(),
  createdAt: timeSchema,
});

/**
 * Of the secret, only the SHA-256, the prefix and the last four characters are stored.
 * @returns the key with its `secret`, which cannot be read again: show it once
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, also without a verified email address; VALIDATION_ERROR;
 * RESOURCE_NOT_FOUND for an unknown organization
 */
export const createApiKey = defineOperation({
  name: 'api-keys.create',
  title: 'Create an API key',
  description:
    'Creates an API key, which is returned only now, and notifies its creator and the owners of the organization by email.',
  permission: 'keys.manage',
  effect: 'write',
  input: z.object({
    name: singleLineSchema({ required: 'Enter a name for the key.' }),
    expiresAt: instantSchema('Enter the date on which the key expires, such as 2030-01-31.')
      .optional()
      .describe('The time at which it expires; never by default.'),
    scopes: z
      .array(z.enum(apiScopes, `Choose from the scopes ${apiScopes.join(', ')}.`))
      .min(1, 'Choose at least one scope.')
      .nullable()
      .default(null)
      .describe('The scopes of the key; null for all.'),
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
      .default([])
      .describe('IP addresses and networks that may use the key; empty for all.'),
  }),
  output: newKeySchema,
  audit: ['api-key.created'],
  async run(context, { name, expiresAt = null, scopes, allowedIps }) {
    if (expiresAt && expiresAt <= context.clock.now()) {
      throw invalidField('expiresAt', 'The expiration date must be in the future.');
    }
    await requireVerifiedEmail(context);
    await getOrganization(context);
    const settings = { name, expiresAt, scopes: scopes && [...new Set(scopes)], allowedIps };
    const key = await insertKey(context, { kind: 'member', ...settings });
    await notifyOfNewKey(context, key);
    return key;
  },
});

/**
 * Creates the API key with which the dashboard calls the service. Nobody sees it, so it needs no verified email address
 * and no notice.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS
 */
export async function createDashboardKey(context: Context): Promise<{ secret: string }> {
  requirePermission(context.actor, 'keys.manage');
  const settings: KeySettings = {
    kind: 'dashboard',
    name: 'Dashboard',
    expiresAt: null,
    scopes: null,
    allowedIps: [],
  };
  return withOrganization(context, (tx) => insertKey(tx, settings));
}

type KeySettings = Pick<typeof apiKeys.$inferSelect, 'kind' | 'name' | 'expiresAt' | 'scopes' | 'allowedIps'>;

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

/**
 * @returns the new key with its `secret`: show it once
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, also without a verified email address; VALIDATION_ERROR;
 * RESOURCE_NOT_FOUND if no active key has the ID
 */
export const rotateApiKey = defineOperation({
  name: 'api-keys.rotate',
  title: 'Rotate an API key',
  description:
    'Replaces an active API key with a new one with the same name, scopes, allowed IP addresses and expiration. The new key is returned only now; its creator and the owners of the organization are notified by email.',
  permission: 'keys.manage',
  effect: 'write',
  input: z.object({
    id: idSchema('key'),
    overlapDays: overlapDaysSchema.describe(
      'Days for which the old key stays valid; 0 revokes it immediately.',
    ),
  }),
  output: newKeySchema,
  audit: ['api-key.rotated'],
  async run(context, { id, overlapDays }) {
    await requireVerifiedEmail(context);
    const { db, organizationId, clock } = context;
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
    // Whoever rotates the dashboard's key gets a new one, which the dashboard does not use.
    const key = await insertKey(context, { kind: 'member', ...old }, 'api-key.rotated');
    await notifyOfNewKey(context, key);
    return key;
  },
});

export type ApiKeyListing = Awaited<ReturnType<typeof listApiKeys>>[number];

/**
 * Lists the organization's API keys, including revoked ones, newest first, with their creators: `creator` is null if
 * the creator is unknown, and `isCreatorMember` is false if that person has left the organization.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS
 */
export async function listApiKeys(context: Context) {
  requirePermission(context.actor, 'keys.read');
  const { id, kind, name, prefix, lastFour, scopes, allowedIps, createdAt, expiresAt, revokedAt } = apiKeys;
  const { lastUsedAt, lastUsedIp } = apiKeys;
  return withOrganization(context, ({ db, organizationId, clock }) =>
    db
      .select({
        id,
        kind,
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

/**
 * @returns the time at which it was revoked
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, RESOURCE_NOT_FOUND
 */
export const revokeApiKey = defineOperation({
  name: 'api-keys.revoke',
  title: 'Revoke an API key',
  description: 'Revokes an API key permanently and immediately. Revoking it again changes nothing.',
  permission: 'keys.manage',
  effect: 'delete',
  input: z.object({ id: idSchema('key') }),
  output: z.object({ id: z.string(), revokedAt: timeSchema }),
  audit: ['api-key.revoked'],
  async run(context, { id }) {
    const { db, clock, organizationId } = context;
    const revokedAt = clock.now();
    const [revoked] = await db
      .update(apiKeys)
      .set({ revokedAt })
      .where(hasValues(apiKeys, { organizationId, id, revokedAt: null }))
      .returning({ name: apiKeys.name });
    if (revoked) {
      await context.audit({ target: revoked.name, targetId: id });
      return { id, revokedAt };
    }
    const [key] = await db
      .select({ revokedAt: apiKeys.revokedAt })
      .from(apiKeys)
      .where(hasValues(apiKeys, { organizationId, id }));
    if (!key) throw notFound('API key not found. Reload the page.', id);
    return { id, revokedAt: key.revokedAt ?? revokedAt };
  },
});

/** Returns the organization that owns a key, for the operator. @throws ServiceError RESOURCE_NOT_FOUND */
export async function getKeyOrganizationId(db: Database, keyId: string): Promise<string> {
  const [key] = await db
    .select({ organizationId: apiKeys.organizationId })
    .from(apiKeys)
    .where(eq(apiKeys.id, keyId));
  if (!key) throw notFound(`There is no API key ${keyId}.`, keyId);
  return key.organizationId;
}
