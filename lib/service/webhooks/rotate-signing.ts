import { ServiceError } from '#lib/core/errors';
import type { Context } from '#lib/db/context';
import { issueSigningSecret } from '#lib/service/webhooks/issue-signing-secret';

/**
 * Replaces the signing secret at once: the next delivery is signed with the new one.
 * @returns the new secret, which is shown this once
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; RESOURCE_NOT_FOUND, also when signing is off
 */
export function rotateSigning(context: Context): Promise<{ secret: string }> {
  const message = 'Webhook signing is off, so there is no secret to rotate. Enable it first.';
  const refusal = new ServiceError('RESOURCE_NOT_FOUND', { message });
  return issueSigningSecret(context, { signing: 'on', refusal });
}
