import { randomBytes } from 'node:crypto';
import { and, eq, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { webhookHeaders } from '#lib/contract/tasks';
import { decrypt, encrypt, hmacSha256Hex } from '#lib/core/crypto';
import { getEncryptionKey } from '#lib/core/env';
import { ServiceError } from '#lib/core/errors';
import { type AuditAction, requirePermission } from '#lib/core/permissions';
import { recordAudit } from '#lib/db/audit-log';
import { type Context, scoped } from '#lib/db/client';
import { organizations } from '#lib/db/schema/organizations';
import { getOrganization } from '#lib/service/organizations/organizations';

const storedSecret = organizations.signingSecretEncrypted;

/**
 * Turns webhook signing on.
 * @returns the secret, which cannot be read again
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; RESOURCE_NOT_FOUND; RESOURCE_ALREADY_EXISTS if it is on
 */
export function enableSigning(context: Context): Promise<{ secret: string }> {
  const message = 'Webhook signing is already on. Rotate its secret to get a new one.';
  return storeSecret(context, {
    action: 'signing.enabled',
    condition: isNull(storedSecret),
    refusal: new ServiceError('RESOURCE_ALREADY_EXISTS', { message }),
  });
}

/**
 * Replaces the signing secret: the next delivery is signed with the new one.
 * @returns the secret, which cannot be read again
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; RESOURCE_NOT_FOUND, also if signing is off
 */
export function rotateSigning(context: Context): Promise<{ secret: string }> {
  const message = 'Webhook signing is off, so there is no secret to rotate. Enable it first.';
  return storeSecret(context, {
    action: 'signing.rotated',
    condition: isNotNull(storedSecret),
    refusal: new ServiceError('RESOURCE_NOT_FOUND', { message }),
  });
}

/** Stores a new secret if the organization meets the condition, in one UPDATE. */
async function storeSecret(
  context: Context,
  { action, condition, refusal }: { action: AuditAction; condition: SQL; refusal: ServiceError },
) {
  requirePermission(context.actor, 'signing.manage');
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  await scoped(context, async (scope) => {
    const { db, organizationId } = scope;
    const { rowCount } = await db
      .update(organizations)
      .set({ signingSecretEncrypted: encrypt(getEncryptionKey(), secret, getBinding(organizationId)) })
      .where(and(eq(organizations.id, organizationId), condition));
    if (rowCount) return recordAudit(scope, { action, target: 'Webhook signing' });
    await getOrganization(scope);
    throw refusal;
  });
  return { secret };
}

/**
 * Turns webhook signing off and deletes the secret; does nothing if it is off.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, RESOURCE_NOT_FOUND
 */
export async function disableSigning(context: Context): Promise<void> {
  requirePermission(context.actor, 'signing.manage');
  await scoped(context, async (scope) => {
    const { id, signing } = await getOrganization(scope);
    if (!signing) return;
    await recordAudit(scope, { action: 'signing.disabled', target: 'Webhook signing' });
    await scope.db
      .update(organizations)
      .set({ signingSecretEncrypted: null })
      .where(eq(organizations.id, id));
  });
}

/** Decrypts `organizations.signing_secret_encrypted`. @throws Error if it was encrypted with another key */
export function decryptSigningSecret(organizationId: string, encrypted: string): string {
  return decrypt(getEncryptionKey(), encrypted, getBinding(organizationId));
}

const getBinding = (organizationId: string) => `${organizationId}:signing`;

/**
 * Returns the headers of a signed delivery attempt (numbered from 1): `v1=` and the HMAC-SHA256 of `<seconds>.<body>`.
 * The key is the whole secret, including its prefix.
 */
export function signWebhook(
  { taskId, attempt, body }: { taskId: string; attempt: number; body: string },
  secret: string,
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return {
    [webhookHeaders.timestamp]: timestamp,
    [webhookHeaders.signature]: `v1=${hmacSha256Hex(secret, timestamp, '.', body)}`,
    [webhookHeaders.id]: `${taskId}-${attempt}`,
  };
}
