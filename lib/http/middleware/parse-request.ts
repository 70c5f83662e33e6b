import { createMiddleware } from 'hono/factory';
import type { Route } from '#lib/contract/routes';
import { invalidField, ServiceError } from '#lib/core/errors';
import { exceedsJsonDepth, readLimitedBody } from '#lib/core/input-limits';
import { toFieldErrors, validationError } from '#lib/core/validation';
import type { HonoEnv } from '#lib/http/request-context';

const maxJsonDepth = 64;

/**
 * Validates path parameters and query, and reads the JSON body, whose schema the handler applies.
 * @throws ServiceError VALIDATION_ERROR, UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE
 */
export function parseRequest(route: Route) {
  return createMiddleware<HonoEnv>(async (c, next) => {
    const params = c.req.param();
    const query = Object.fromEntries(new URL(c.req.url).searchParams);
    const invalid = [
      ...toFieldErrors(route.params?.safeParse(params).error),
      ...toFieldErrors(route.query?.safeParse(query).error),
    ];
    if (invalid.length > 0) throw validationError(invalid);
    const body = route.bodyBytes === undefined ? undefined : await readJson(c.req.raw, route.bodyBytes);
    c.set('input', { params, query, body });
    await next();
  });
}

async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const type = request.headers.get('content-type');
  if (type && type.split(';', 1)[0]?.trim().toLowerCase() !== 'application/json') {
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE');
  }
  const text = decodeUtf8(await readBytes(request, maxBytes));
  if (exceedsJsonDepth(text, maxJsonDepth)) throw invalidField('', 'The body is nested too deeply');
  try {
    return JSON.parse(text);
  } catch {
    throw invalidField('', 'The body is not valid JSON');
  }
}

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const isTooLarge = Number(request.headers.get('content-length') ?? 0) > maxBytes;
  const bytes = isTooLarge ? undefined : await readLimitedBody(request.body, maxBytes);
  if (bytes) return bytes;
  throw new ServiceError('PAYLOAD_TOO_LARGE', {
    message: `The request body is larger than ${maxBytes / 1024} KiB. Send less at once.`,
    details: { limit: maxBytes },
  });
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidField('', 'The body is not UTF-8');
  }
}
