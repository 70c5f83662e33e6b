import type { ServiceError } from '#lib/core/errors';
import { recordSecurityEvent } from '#lib/core/security-events';
import type { Caller } from '#lib/service/rate-limits/authenticate-request';

/** Records that a request of an API key was refused because of a limit or an ID that its organization does not have. */
export function recordRefusal(
  { code, status, details }: ServiceError,
  { organizationId, keyId }: Pick<Caller, 'organizationId' | 'keyId'>,
): void {
  if (status === 429) recordSecurityEvent('limit.reached', { organizationId, keyId, limit: code });
  if (code === 'RESOURCE_NOT_FOUND' && details?.id !== undefined) {
    recordSecurityEvent('id.unknown', { organizationId, keyId });
  }
}
