import { decrypt, encrypt, randomToken, sha256 } from '#lib/core/crypto';
import { getEncryptionKey } from '#lib/core/env';
import { ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { type Context, scoped } from '#lib/db/context';

/**
 * Gives the dashboard what it needs to speak to the service for the organization. A connection that is there
 * gets the new key and secret and keeps its receiver's address, which deliveries under way are bound for.
 * @param input `signingSecret` is null while the service signs nothing
 * @throws ServiceError INSUFFICIENT_PERMISSIONS
 */
export async function saveApiCredentials(
  context: Context,
  { apiKey, signingSecret }: { apiKey: string; signingSecret: string | null },
): Promise<void> {
  requirePermission(context.actor, 'keys.manage');
  const token = randomToken();
  const { organizationId: id, clock } = context;
  await scoped(context, ({ db }) =>
    db.$client.query(
      `INSERT INTO service_credentials
         (organization_id, api_key_encrypted, signing_secret_encrypted, webhook_token_hash, webhook_token_encrypted, created_at)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (organization_id) DO UPDATE
       SET api_key_encrypted = excluded.api_key_encrypted, signing_secret_encrypted = excluded.signing_secret_encrypted`,
      [
        id,
        encryptSecret(id, 'api-key', apiKey),
        signingSecret === null ? null : encryptSecret(id, 'signing', signingSecret),
        sha256(token),
        encryptSecret(id, 'receiver', token),
        clock.now(),
      ],
    ),
  );
}

/**
 * Lets the dashboard speak to the service with a new key, in place of one that is refused; the rest of its
 * connection stays.
 * @param makeKey what the service is asked to do; resolves to the new key
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; RESOURCE_NOT_FOUND when there is no connection
 */
export async function replaceApiKey(
  context: Context,
  makeKey: (context: Context) => Promise<string>,
): Promise<void> {
  requirePermission(context.actor, 'keys.manage');
  await scoped(context, async (inside) => {
    const { db, organizationId } = inside;
    const { rowCount } = await db.$client.query(
      'UPDATE service_credentials SET api_key_encrypted = $2 WHERE organization_id = $1',
      [organizationId, encryptSecret(organizationId, 'api-key', await makeKey(inside))],
    );
    if (!rowCount) throw missingApiCredentials(organizationId);
  });
}

/**
 * Keeps the dashboard's own copy of the signing secret, which its receiver verifies with.
 * @param secret null when signing has been disabled: deliveries are then taken unsigned
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; RESOURCE_NOT_FOUND when there is no connection
 */
export async function saveSigningSecret(context: Context, secret: string | null): Promise<void> {
  requirePermission(context.actor, 'webhooks.manage');
  const { organizationId } = context;
  const sealed = secret === null ? null : encryptSecret(organizationId, 'signing', secret);
  await scoped(context, async ({ db }) => {
    const { rowCount } = await db.$client.query(
      'UPDATE service_credentials SET signing_secret_encrypted = $2 WHERE organization_id = $1',
      [organizationId, sealed],
    );
    if (!rowCount) throw missingApiCredentials(organizationId);
  });
}

/**
 * Changes signing at the service and, where the dashboard is its client, the dashboard's copy of the secret with
 * it: both or neither.
 * @param change what the service is asked to do; resolves to the new secret, or null when signing is off
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

/** Whether the dashboard is connected to the service for this organization. */
export function hasApiCredentials(context: Context): Promise<boolean> {
  return scoped(context, async ({ db, organizationId }) => {
    const { rowCount } = await db.$client.query(
      'SELECT 1 FROM service_credentials WHERE organization_id = $1',
      [organizationId],
    );
    return rowCount === 1;
  });
}

/** What is thrown where an organization has no connection to the service. */
export function missingApiCredentials(organizationId: string): ServiceError {
  return new ServiceError('RESOURCE_NOT_FOUND', {
    message: 'This organization is not connected to the service yet. Ask the operator to connect it.',
    details: { id: organizationId },
  });
}

/** The secrets of a connection; each is sealed to its organization and to its column. */
export type StoredSecret = 'api-key' | 'signing' | 'receiver';

const bindingOf = (organizationId: string, secret: StoredSecret) => `${organizationId}:connection-${secret}`;

export function encryptSecret(organizationId: string, secret: StoredSecret, plain: string): string {
  return encrypt(getEncryptionKey(), plain, bindingOf(organizationId, secret));
}

/** @throws Error when the value was sealed for another organization or column, or with another key */
export function decryptSecret(organizationId: string, secret: StoredSecret, sealed: string): string {
  return decrypt(getEncryptionKey(), sealed, bindingOf(organizationId, secret));
}
