import { createMiddleware } from 'hono/factory';
import { ServiceError } from '#lib/core/errors';
import type { HonoEnv } from '#lib/http/request-context';
import { isKeyFormat } from '#lib/service/api-keys/key-format';
import type { Service } from '#lib/service/instance/service';
import { authenticateRequest } from '#lib/service/rate-limits/authenticate-request';

/**
 * Authenticates the API key and counts the request, in one round trip; none if the key is malformed.
 * @throws ServiceError MISSING_API_KEY, INVALID_API_KEY_FORMAT, INVALID_OR_EXPIRED_API_KEY
 */
export function authenticate(db: Service['db']) {
  return createMiddleware<HonoEnv>(async (c, next) => {
    const header = c.req.raw.headers.get('authorization');
    if (!header) throw new ServiceError('MISSING_API_KEY');
    const secret = /^Bearer (\S+)$/.exec(header)?.[1];
    if (secret === undefined || !isKeyFormat(secret)) throw new ServiceError('INVALID_API_KEY_FORMAT');
    c.set('caller', await authenticateRequest(db, secret));
    await next();
  });
}
