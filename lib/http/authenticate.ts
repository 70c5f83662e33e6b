import { ServiceError } from '#lib/core/errors';
import { isKeyFormat } from '#lib/service/api-keys/key-format';
import { admit, type Caller } from '#lib/service/rate-limits/admit';
import type { Service } from '#lib/service/service';

/**
 * Finds out who asks and counts the request (one round trip, none for a key that is not well formed).
 * @throws ServiceError MISSING_API_KEY, INVALID_API_KEY_FORMAT, INVALID_OR_EXPIRED_API_KEY
 */
export async function authenticate(db: Service['db'], header: string | undefined): Promise<Caller> {
  if (!header) throw new ServiceError('MISSING_API_KEY');
  const secret = /^Bearer (\S+)$/.exec(header)?.[1];
  if (secret === undefined || !isKeyFormat(secret)) throw new ServiceError('INVALID_API_KEY_FORMAT');
  return admit(db, secret);
}
