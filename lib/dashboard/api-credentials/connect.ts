import { randomToken, sha256 } from '#lib/core/crypto';
import { requirePermission } from '#lib/core/permissions';
import { sealSecret } from '#lib/dashboard/api-credentials/sealed';
import { type Context, scoped } from '#lib/db/context';

/**
 * Gives the dashboard what it needs to speak to the service for the organization. A connection that is there
 * gets the new key and secret and keeps its receiver's address, which deliveries under way are bound for.
 * @param input `signingSecret` is null while the service signs nothing
 * @throws ServiceError INSUFFICIENT_PERMISSIONS
 */
export async function connect(
  context: Context,
  { apiKey, signingSecret }: { apiKey: string; signingSecret: string | null },
): Promise<void> {
  requirePermission(context.actor, 'keys.manage');
  const token = randomToken();
  const { organizationId: id, clock } = context;
  await scoped(context, ({ db }) =>
    db.$client.query(
      `INSERT INTO api_connections
         (organization_id, api_key, signing_secret, receiver_token_hash, receiver_token, created_at)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (organization_id) DO UPDATE
       SET api_key = excluded.api_key, signing_secret = excluded.signing_secret`,
      [
        id,
        sealSecret(id, 'api-key', apiKey),
        signingSecret === null ? null : sealSecret(id, 'signing', signingSecret),
        sha256(token),
        sealSecret(id, 'receiver', token),
        clock.now(),
      ],
    ),
  );
}
