import { ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { type Context, scoped } from '#lib/database/context';
import { generateSigningSecret, sealSigningSecret } from '#lib/service/webhooks/signing-secret';
import { readSigning } from '#lib/service/webhooks/signing-state';

/**
 * Replaces the signing secret at once: the next delivery is signed with the new one.
 * @returns the new secret, which is shown this once
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; RESOURCE_NOT_FOUND, also when signing is off
 */
export async function rotateSigning(context: Context): Promise<{ secret: string }> {
  requirePermission(context.actor, 'webhooks.manage');
  const secret = generateSigningSecret();
  const sealed = sealSigningSecret(context.organizationId, secret);
  const { organizationId } = context;
  await scoped(context, async ({ connection }) => {
    const { rowCount } = await connection.query(
      'UPDATE organizations SET signing_secret = $2 WHERE id = $1 AND signing_secret IS NOT NULL',
      [organizationId, sealed],
    );
    if (rowCount) return;
    await readSigning(connection, organizationId);
    throw new ServiceError('RESOURCE_NOT_FOUND', {
      message: 'Webhook signing is off, so there is no secret to rotate. Enable it first.',
    });
  });
  return { secret };
}
