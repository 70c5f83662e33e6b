import { sha256 } from '#lib/core/crypto';
import { settings } from '#lib/core/settings';
import { unsealSecret } from '#lib/dashboard/api-credentials/sealed';
import type { Database } from '#lib/db/client';

export interface ReceivingConnection {
  organizationId: string;
  /** What deliveries must be signed with; null while signing is off. */
  signingSecret: string | null;
}

/** Whose receiver an address is, by the token in it; null when it is nobody's. */
export async function connectionByReceiverToken(
  db: Database,
  token: string,
): Promise<ReceivingConnection | null> {
  const { rows } = await db.$client.query<{ organizationId: string; sealed: string | null }>({
    name: 'connection-by-receiver-token',
    text: `SELECT organization_id AS "organizationId", signing_secret AS sealed
           FROM api_connections WHERE receiver_token_hash = $1`,
    values: [sha256(token)],
  });
  const found = rows[0];
  if (!found) return null;
  const { organizationId, sealed } = found;
  return { organizationId, signingSecret: secretOf(organizationId, sealed) };
}

/** With the operator's key, deliveries come from the operator's account, and so does what they are signed with. */
function secretOf(organizationId: string, sealed: string | null): string | null {
  const { API_KEY, API_SIGNING_SECRET } = settings();
  if (API_KEY !== undefined) return API_SIGNING_SECRET ?? null;
  return sealed === null ? null : unsealSecret(organizationId, 'signing', sealed);
}
