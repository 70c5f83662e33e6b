import { randomToken, sha256 } from '#lib/core/crypto';
import { decryptSecret, encryptSecret } from '#lib/core/dashboard-secrets';
import { getEnv } from '#lib/core/env';
import { notFound, type ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { buildReceiverUrl, getLocalUrl } from '#lib/core/webhook-target';
import type { Context } from '#lib/db/context';
import type { Database } from '#lib/db/database';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { serviceCredentials } from '#lib/db/schema/service-credentials';
import { statement } from '#lib/db/statement';

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
  await withOrganization(context, async ({ db, organizationId, clock }) => {
    const secrets = {
      apiKeyEncrypted: encryptSecret(organizationId, 'api-key', apiKey),
      signingSecretEncrypted: encryptSigningSecret(organizationId, signingSecret),
    };
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
  await withOrganization(context, async (tx) => {
    const apiKeyEncrypted = encryptSecret(tx.organizationId, 'api-key', await createKey(tx));
    await updateCredentials(tx, { apiKeyEncrypted });
  });
}

/**
 * Stores the signing secret that the dashboard verifies deliveries with.
 * @param secret null if signing is off, so that unsigned deliveries are accepted
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; RESOURCE_NOT_FOUND without credentials
 */
export async function saveSigningSecret(context: Context, secret: string | null): Promise<void> {
  requirePermission(context.actor, 'signing.manage');
  const signingSecretEncrypted = encryptSigningSecret(context.organizationId, secret);
  await withOrganization(context, (tx) => updateCredentials(tx, { signingSecretEncrypted }));
}

/**
 * Changes signing at the service and, if the dashboard has credentials, its copy of the secret. Both change in one transaction.
 * @param change performs the change; resolves to the new secret, or to null if signing is off
 */
export function changeSigning<T extends string | null>(
  context: Context,
  change: (context: Context) => Promise<T>,
): Promise<T> {
  return withOrganization(context, async (tx) => {
    const secret = await change(tx);
    if (await findCredentials(tx)) await saveSigningSecret(tx, secret);
    return secret;
  });
}

function findCredentials(context: Context) {
  return withOrganization(context, async ({ db, organizationId }) => {
    const isStored = hasValues(serviceCredentials, { organizationId });
    const [credentials] = await db.select().from(serviceCredentials).where(isStored);
    return credentials;
  });
}

/** Returns the stored credentials. @throws ServiceError RESOURCE_NOT_FOUND without credentials */
async function getCredentials(context: Context) {
  const credentials = await findCredentials(context);
  if (!credentials) throw missingCredentials(context.organizationId);
  return credentials;
}

async function updateCredentials(
  { db, organizationId }: Context,
  values: Partial<typeof serviceCredentials.$inferInsert>,
): Promise<void> {
  const isStored = hasValues(serviceCredentials, { organizationId });
  const { rowCount } = await db.update(serviceCredentials).set(values).where(isStored);
  if (!rowCount) throw missingCredentials(organizationId);
}

function missingCredentials(organizationId: string): ServiceError {
  return notFound(
    'This organization has no API key for Answerscope’s API yet. Ask the operator of this Answerscope instance to create one.',
    organizationId,
  );
}

function encryptSigningSecret(organizationId: string, secret: string | null): string | null {
  return secret === null ? null : encryptSecret(organizationId, 'signing', secret);
}

/**
 * Returns the webhook URL of the organization: a loopback URL if the dashboard calls the service of this instance,
 * otherwise a public URL.
 * @throws ServiceError RESOURCE_NOT_FOUND without credentials
 */
export async function getWebhookUrl(context: Context): Promise<string> {
  const { webhookTokenEncrypted } = await getCredentials(context);
  const { API_BASE_URL, APP_URL, PORT } = getEnv();
  const localUrl = getLocalUrl({ PORT });
  const baseUrl = API_BASE_URL === localUrl ? localUrl : APP_URL;
  const token = decryptSecret(context.organizationId, 'receiver', webhookTokenEncrypted);
  return buildReceiverUrl(baseUrl, token);
}

interface WebhookEndpoint {
  organizationId: string;
  /** Null while signing is off. */
  signingSecret: string | null;
}

const findEndpoint = statement({
  name: 'find-webhook-endpoint',
  parameters: { tokenHash: 'bytea' },
  row: { organizationId: 'uuid', encrypted: 'text?' },
  text: `
    SELECT organization_id AS "organizationId", signing_secret_encrypted AS encrypted
    FROM service_credentials WHERE webhook_token_hash = :tokenHash`,
});

/** Returns the endpoint of a webhook token; null if the token is unknown. */
export async function findWebhookEndpoint(db: Database, token: string): Promise<WebhookEndpoint | null> {
  const [row] = await findEndpoint(db, { tokenHash: sha256(token) });
  if (!row) return null;
  const { organizationId, encrypted } = row;
  return { organizationId, signingSecret: getSigningSecret(organizationId, encrypted) };
}

function getSigningSecret(organizationId: string, encrypted: string | null): string | null {
  const { API_KEY, API_SIGNING_SECRET } = getEnv();
  // With the operator's key, deliveries are signed with the operator's secret.
  if (API_KEY !== undefined) return API_SIGNING_SECRET ?? null;
  return encrypted === null ? null : decryptSecret(organizationId, 'signing', encrypted);
}

/** Returns whether all organizations use the operator's key, and so share one organization of the service. */
export function isApiKeyShared(): boolean {
  return getEnv().API_KEY !== undefined;
}

/**
 * Returns the URL of the service and the key for it: the operator's, if one is set, or the organization's.
 * @throws ServiceError RESOURCE_NOT_FOUND without credentials
 */
export async function getApiAccess(context: Context): Promise<{ baseUrl: string; apiKey: string }> {
  const { API_BASE_URL: baseUrl, API_KEY } = getEnv();
  if (API_KEY !== undefined) return { baseUrl, apiKey: API_KEY };
  const { apiKeyEncrypted } = await getCredentials(context);
  return { baseUrl, apiKey: decryptSecret(context.organizationId, 'api-key', apiKeyEncrypted) };
}
