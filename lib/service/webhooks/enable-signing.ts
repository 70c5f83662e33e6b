import { ServiceError } from '#lib/core/errors';
import type { Context } from '#lib/db/context';
import { issueSigningSecret } from '#lib/service/webhooks/issue-signing-secret';

/**
 * Turns webhook signing on.
 * @returns the secret, which is shown this once
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; RESOURCE_NOT_FOUND; RESOURCE_ALREADY_EXISTS when it is on
 */
export function enableSigning(context: Context): Promise<{ secret: string }> {
  const message = 'Webhook signing is already on. Rotate its secret to get a new one.';
  const refusal = new ServiceError('RESOURCE_ALREADY_EXISTS', { message });
  return issueSigningSecret(context, { signing: 'off', refusal });
}
