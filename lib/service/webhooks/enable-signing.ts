import { ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { type Context, scoped } from '#lib/database/context';
import { generateSigningSecret, sealSigningSecret } from '#lib/service/webhooks/signing-secret';
import { readSigning } from '#lib/service/webhooks/signing-state';

/**
 * Turns webhook signing on.
 * @returns the secret, which is shown this once
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; RESOURCE_NOT_FOUND; RESOURCE_ALREADY_EXISTS when it is on
 */
export async function enableSigning(context: Context): Promise<{ secret: string }> {
  requirePermission(context.actor, 'webhooks.manage');
  const secret = generateSigningSecret();
  const sealed = sealSigningSecret(context.organizationId, secret);
  const { organizationId } = context;
  await scoped(context, async ({ connection }) => {
    const { rowCount } = await connection.query(
      'UPDATE organizations SET signing_secret = $2 WHERE id = $1 AND signing_secret IS NULL',
      [organizationId, sealed],
    );
    if (rowCount) return;
    await readSigning(connection, organizationId);
    throw new ServiceError('RESOURCE_ALREADY_EXISTS', {
      message: 'Webhook signing is already on. Rotate its secret to get a new one.',
    });
  });
  return { secret };
}
