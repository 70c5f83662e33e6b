import { sha256 } from '#lib/core/crypto';
import { getEnv } from '#lib/core/env';
import { decryptSecret, missingApiCredentials } from '#lib/dashboard/api-credentials/credentials';
import type { Database } from '#lib/db/client';
import { type Context, scoped } from '#lib/db/context';

/**
 * Where the service delivers this organization's answers. This instance's own service reaches the receiver on
 * the machine itself; one elsewhere needs the public address.
 * @throws ServiceError RESOURCE_NOT_FOUND when the organization has no connection
 */
export async function getWebhookUrl(context: Context): Promise<string> {
  const sealed = await scoped(context, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<{ webhook_token_encrypted: string }>(
      'SELECT webhook_token_encrypted FROM service_credentials WHERE organization_id = $1',
      [organizationId],
    );
    return rows[0]?.webhook_token_encrypted;
  });
  if (!sealed) throw missingApiCredentials(context.organizationId);
  const { API_BASE_URL, APP_URL, PORT } = getEnv();
  const ownService = `http://127.0.0.1:${PORT}`;
  const base = API_BASE_URL === ownService ? ownService : APP_URL;
  return `${base}/webhooks/answers/${decryptSecret(context.organizationId, 'receiver', sealed)}`;
}

export interface WebhookEndpoint {
  organizationId: string;
  /** What deliveries must be signed with; null while signing is off. */
  signingSecret: string | null;
}

/** Whose receiver an address is, by the token in it; null when it is nobody's. */
export async function findWebhookEndpoint(db: Database, token: string): Promise<WebhookEndpoint | null> {
  const { rows } = await db.$client.query<{ organizationId: string; sealed: string | null }>({
    name: 'connection-by-receiver-token',
    text: `SELECT organization_id AS "organizationId", signing_secret_encrypted AS sealed
           FROM service_credentials WHERE webhook_token_hash = $1`,
    values: [sha256(token)],
  });
  const found = rows[0];
  if (!found) return null;
  const { organizationId, sealed } = found;
  return { organizationId, signingSecret: secretOf(organizationId, sealed) };
}

/** With the operator's key, deliveries come from the operator's account, and so does what they are signed with. */
function secretOf(organizationId: string, sealed: string | null): string | null {
  const { API_KEY, API_SIGNING_SECRET } = getEnv();
  if (API_KEY !== undefined) return API_SIGNING_SECRET ?? null;
  return sealed === null ? null : decryptSecret(organizationId, 'signing', sealed);
}
