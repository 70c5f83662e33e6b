import { eq } from 'drizzle-orm';
import { decrypt, encrypt, randomToken, sha256 } from '#lib/core/crypto';
import { getEncryptionKey } from '#lib/core/env';
import { ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { type Context, scoped } from '#lib/db/client';
import { serviceCredentials } from '#lib/db/schema/projects';

/**
 * Stores the credentials with which the dashboard calls the service. Existing credentials are replaced, but the webhook
 * URL stays, because running tasks deliver to it.
 * @param input `signingSecret` is null while signing is off
 * @throws ServiceError INSUFFICIENT_PERMISSIONS
 */
export async function saveApiCredentials(
  context: Context,
  { apiKey, signingSecret }: { apiKey: string; signingSecret: string | null },
): Promise<void> {
  requirePermission(context.actor, 'keys.manage');
  const token = randomToken();
  const secrets = {
    apiKeyEncrypted: encryptSecret(context.organizationId, 'api-key', apiKey),
    signingSecretEncrypted: encryptSigningSecret(context.organizationId, signingSecret),
  };
  await scoped(context, async ({ db, organizationId, clock }) => {
    await db
      .insert(serviceCredentials)
      .values({
        organizationId,
        ...secrets,
        webhookTokenHash: sha256(token),
        webhookTokenEncrypted: encryptSecret(organizationId, 'receiver', token),
        createdAt: clock.now(),
      })
      .onConflictDoUpdate({ target: serviceCredentials.organizationId, set: secrets });
  });
}

/**
 * Replaces the dashboard's API key.
 * @param createKey creates the new key in the same transaction
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; RESOURCE_NOT_FOUND without credentials
 */
export async function replaceApiKey(
  context: Context,
  createKey: (context: Context) => Promise<string>,
): Promise<void> {
  requirePermission(context.actor, 'keys.manage');
  await scoped(context, async (inside) => {
    const apiKeyEncrypted = encryptSecret(inside.organizationId, 'api-key', await createKey(inside));
    await updateCredentials(inside, { apiKeyEncrypted });
  });
}

/**
 * Stores the signing secret that the dashboard verifies deliveries with.
 * @param secret null if signing is off, so that unsigned deliveries are accepted
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; RESOURCE_NOT_FOUND without credentials
 */
export async function saveSigningSecret(context: Context, secret: string | null): Promise<void> {
  requirePermission(context.actor, 'webhooks.manage');
  const signingSecretEncrypted = encryptSigningSecret(context.organizationId, secret);
  await scoped(context, (inside) => updateCredentials(inside, { signingSecretEncrypted }));
}

/**
 * Changes signing at the service and, if the dashboard has credentials, its copy of the secret in one transaction.
 * @param change performs the change; resolves to the new secret, or to null if signing is off
 */
export function changeSigning<T extends string | null>(
  context: Context,
  change: (context: Context) => Promise<T>,
): Promise<T> {
  return scoped(context, async (inside) => {
    const secret = await change(inside);
    if (await hasApiCredentials(inside)) await saveSigningSecret(inside, secret);
    return secret;
  });
}

/** Returns whether the organization has credentials for the service. */
async function hasApiCredentials(context: Context): Promise<boolean> {
  return (await readCredentials(context)) !== undefined;
}

/** Returns the stored credentials of the organization; undefined if it has none. */
export function readCredentials(context: Context) {
  return scoped(context, async ({ db, organizationId }) => {
    const [credentials] = await db
      .select()
      .from(serviceCredentials)
      .where(eq(serviceCredentials.organizationId, organizationId));
    return credentials;
  });
}

async function updateCredentials(
  { db, organizationId }: Context,
  values: Partial<typeof serviceCredentials.$inferInsert>,
): Promise<void> {
  const { rowCount } = await db
    .update(serviceCredentials)
    .set(values)
    .where(eq(serviceCredentials.organizationId, organizationId));
  if (!rowCount) throw missingApiCredentials(organizationId);
}

export function missingApiCredentials(organizationId: string): ServiceError {
  return new ServiceError('RESOURCE_NOT_FOUND', {
    message: 'This organization is not connected to the service yet. Ask the operator to connect it.',
    details: { id: organizationId },
  });
}

/** The names bind each encrypted value to its column, so they must not change. */
export type StoredSecret = 'api-key' | 'signing' | 'receiver';

const getBinding = (organizationId: string, secret: StoredSecret) => `${organizationId}:connection-${secret}`;

function encryptSecret(organizationId: string, secret: StoredSecret, plain: string): string {
  return encrypt(getEncryptionKey(), plain, getBinding(organizationId, secret));
}

function encryptSigningSecret(organizationId: string, secret: string | null): string | null {
  return secret === null ? null : encryptSecret(organizationId, 'signing', secret);
}

/** Decrypts a secret. @throws Error if it was encrypted for another organization or column, or with another key */
export function decryptSecret(organizationId: string, secret: StoredSecret, encrypted: string): string {
  return decrypt(getEncryptionKey(), encrypted, getBinding(organizationId, secret));
}
