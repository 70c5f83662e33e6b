import type { ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { type Context, scoped } from '#lib/db/context';
import { getOrganization } from '#lib/service/organizations/get-organization';
import { encryptSigningSecret, generateSigningSecret } from '#lib/service/webhooks/signing-secret';

/**
 * Stores a new signing secret, on condition of whether signing is on now; decided by one UPDATE.
 * @param refusal what is thrown when it is the other way round
 * @returns the secret, which is shown this once
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; RESOURCE_NOT_FOUND for an organization that is not there
 */
export async function issueSigningSecret(
  context: Context,
  { signing, refusal }: { signing: 'on' | 'off'; refusal: ServiceError },
): Promise<{ secret: string }> {
  requirePermission(context.actor, 'webhooks.manage');
  const secret = generateSigningSecret();
  const sealed = encryptSigningSecret(context.organizationId, secret);
  await scoped(context, async (inside) => {
    const { db, organizationId } = inside;
    const { rowCount } = await db.$client.query(
      'UPDATE organizations SET signing_secret_encrypted = $2 WHERE id = $1 AND (signing_secret_encrypted IS NOT NULL) = $3',
      [organizationId, sealed, signing === 'on'],
    );
    if (rowCount) return;
    await getOrganization(inside);
    throw refusal;
  });
  return { secret };
}
