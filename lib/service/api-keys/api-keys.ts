import { randomUUID } from 'node:crypto';
import { and, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { sha256 } from '#lib/core/crypto';
import { invalidField, notFound, type ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { parseInput, singleLineSchema } from '#lib/core/validation';
import { type Context, type Database, hasValues, scoped } from '#lib/db/client';
import { apiKeys } from '#lib/db/schema/api-keys';
import { memberships, users } from '#lib/db/schema/organizations';
import { generateApiKey, getLastFour } from '#lib/service/api-keys/key-format';
import { getOrganization } from '#lib/service/organizations/organizations';

const createSchema = z.object({
  name: singleLineSchema({ required: 'Enter a name for the key.' }),
  expiresAt: z.date('Enter the date on which the key expires, such as 2030-01-31.').nullish(),
});

/**
 * Creates an API key; only its SHA-256 is stored.
 * @returns the key with its `secret`, which cannot be read again: show it once
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; VALIDATION_ERROR; RESOURCE_NOT_FOUND for an unknown organization
 */
export async function createApiKey(context: Context, input: z.input<typeof createSchema>) {
  requirePermission(context.actor, 'keys.manage');
  const { name, expiresAt = null } = parseInput(createSchema, input);
  const createdAt = context.clock.now();
  if (expiresAt && expiresAt <= createdAt) {
    throw invalidField('expiresAt', 'The expiration date must be in the future.');
  }
  const secret = generateApiKey();
  const lastFour = getLastFour(secret);
  return scoped(context, async (scope) => {
    const { id: organizationId } = await getOrganization(scope);
    const key = { id: randomUUID(), name, lastFour, createdAt, expiresAt };
    const createdBy = scope.actor.kind === 'member' ? scope.actor.userId : null;
    await scope.db.insert(apiKeys).values({ ...key, organizationId, createdBy, secretHash: sha256(secret) });
    return { ...key, secret };
  });
}

export type ApiKeyListing = Awaited<ReturnType<typeof listApiKeys>>[number];

/**
 * Lists the organization's API keys, even revoked ones, newest first, with who created them: `creator` is null if that
 * is not known, and `isCreatorMember` false if that person has left the organization.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS
 */
export async function listApiKeys(context: Context) {
  requirePermission(context.actor, 'keys.read');
  const { id, name, lastFour, createdAt, expiresAt, revokedAt, lastUsedAt } = apiKeys;
  return scoped(context, ({ db, organizationId }) =>
    db
      .select({
        ...{ id, name, lastFour, createdAt, expiresAt, revokedAt, lastUsedAt },
        creator: users.name,
        isCreatorMember: sql<boolean>`${memberships.userId} IS NOT NULL`,
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
 * @returns when it was revoked
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, RESOURCE_NOT_FOUND
 */
export async function revokeApiKey(context: Context, input: { id: string }) {
  requirePermission(context.actor, 'keys.manage');
  const { id } = parseInput(revokeSchema, input);
  const revokedAt = context.clock.now();
  const revoked = await scoped(context, ({ db, organizationId }) =>
    db
      .update(apiKeys)
      .set({ revokedAt: sql`coalesce(${apiKeys.revokedAt}, ${revokedAt})` })
      .where(hasValues(apiKeys, { organizationId, id }))
      .returning({ revokedAt: apiKeys.revokedAt }),
  );
  if (!revoked[0]) throw apiKeyNotFound(id);
  return { id, revokedAt: revoked[0].revokedAt ?? revokedAt };
}

/** Returns the organization that owns a key, for the operator. @throws ServiceError RESOURCE_NOT_FOUND */
export async function getKeyOrganizationId(db: Database, keyId: string): Promise<string> {
  const [key] = await db
    .select({ organizationId: apiKeys.organizationId })
    .from(apiKeys)
    .where(eq(apiKeys.id, keyId));
  if (!key) throw apiKeyNotFound(keyId);
  return key.organizationId;
}

function apiKeyNotFound(id: string): ServiceError {
  return notFound(`There is no API key ${id}.`, id);
}
