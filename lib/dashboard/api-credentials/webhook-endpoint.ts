import { sha256 } from '#lib/core/crypto';
import { getEnv } from '#lib/core/env';
import {
  decryptSecret,
  missingApiCredentials,
  readCredentials,
} from '#lib/dashboard/api-credentials/credentials';
import type { Context, Database } from '#lib/db/client';

/**
 * Returns the webhook URL of the organization: a loopback URL for this instance's service, otherwise a public one.
 * @throws ServiceError RESOURCE_NOT_FOUND without credentials
 */
export async function getWebhookUrl(context: Context): Promise<string> {
  const credentials = await readCredentials(context);
  if (!credentials) throw missingApiCredentials(context.organizationId);
  const { API_BASE_URL, APP_URL, PORT } = getEnv();
  const localUrl = `http://127.0.0.1:${PORT}`;
  const baseUrl = API_BASE_URL === localUrl ? localUrl : APP_URL;
  const token = decryptSecret(context.organizationId, 'receiver', credentials.webhookTokenEncrypted);
  return `${baseUrl}/webhooks/answers/${token}`;
}

export interface WebhookEndpoint {
  organizationId: string;
  /** Null while signing is off. */
  signingSecret: string | null;
}

/** Returns the endpoint of a webhook token; null if the token is unknown. */
export async function findWebhookEndpoint(db: Database, token: string): Promise<WebhookEndpoint | null> {
  const { rows } = await db.$client.query<{ organizationId: string; encrypted: string | null }>({
    name: 'find-webhook-endpoint',
    text: `SELECT organization_id AS "organizationId", signing_secret_encrypted AS encrypted
           FROM service_credentials WHERE webhook_token_hash = $1`,
    values: [sha256(token)],
  });
  const [row] = rows;
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
