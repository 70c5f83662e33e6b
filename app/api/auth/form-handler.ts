import { getEnv } from '#lib/core/env';
import { describeError, ServiceError, toErrorResponse, toServiceError } from '#lib/core/errors';
import { readClientAddress } from '#lib/core/ip-address';
import { log } from '#lib/core/log';
import { readLimitedBody } from '#lib/core/validation';
import { getDependencies } from '#lib/dashboard/session/session';

export const maxFormBytes = 16 * 1024;

/**
 * Handles a form posted from this site. `handle` receives the form's fields, and the IP address and user agent of the
 * client. The response contains what `handle` returns, and `success: true`. Failures use the error envelope of /v1.
 */
export async function handleFormPost(
  request: Request,
  handle: (
    fields: Record<string, unknown>,
    clientIp: string,
    userAgent: string,
  ) => Promise<Record<string, unknown>>,
): Promise<Response> {
  try {
    if (!isSameOrigin(request)) {
      throw new ServiceError('INSUFFICIENT_PERMISSIONS', {
        message: 'This request came from another site. Open the page on this site and try again.',
      });
    }
    const fields = await readFields(request);
    const clientIp = readClientAddress(request.headers.get('x-forwarded-for'));
    const result = await handle(fields, clientIp, request.headers.get('user-agent') ?? '');
    return Response.json({ success: true, ...result }, { headers: { 'Cache-Control': 'no-store' } });
  } catch (error) {
    return respondWithError(error);
  }
}

/** Returns whether a form was posted from this site. Browsers send the origin with every POST. */
function isSameOrigin(request: Request): boolean {
  const origin = request.headers.get('origin');
  if (!origin || !URL.canParse(origin)) return false;
  const originUrl = new URL(origin);
  return (
    originUrl.origin === new URL(getEnv().APP_URL).origin || originUrl.host === request.headers.get('host')
  );
}

async function readFields(request: Request): Promise<Record<string, unknown>> {
  const bytes = await readLimitedBody(request.body, maxFormBytes);
  if (!bytes) throw new ServiceError('PAYLOAD_TOO_LARGE');
  const text = new TextDecoder().decode(bytes);
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(text));
  if (type !== 'application/json') throw new ServiceError('UNSUPPORTED_MEDIA_TYPE');
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed };
  } catch {
    // Reported below, like JSON that is not an object.
  }
  throw new ServiceError('VALIDATION_ERROR', { message: 'The request body must be a JSON object.' });
}

/** Returns the error envelope of /v1 for a failure; logs unexpected ones. */
export function respondWithError(error: unknown): Response {
  const serviceError = toServiceError(error);
  if (serviceError.status >= 500) log.error({ error: describeError(error) }, 'account request failed');
  return Response.json(toErrorResponse(serviceError, getDependencies().clock.now()), {
    status: serviceError.status,
  });
}
