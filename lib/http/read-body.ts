import { invalidField, ServiceError } from '#lib/core/errors';
import { exceedsJsonDepth, readLimitedBody } from '#lib/core/input-limits';

const deepest = 64;

/**
 * Reads a JSON body, counting its bytes as they come.
 * @throws ServiceError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, or VALIDATION_ERROR for what is not JSON, not
 *   UTF-8, or nested more than 64 levels deep
 */
export async function readBody(request: Request, maxBytes: number): Promise<unknown> {
  const type = request.headers.get('content-type');
  if (type && type.split(';', 1)[0]?.trim().toLowerCase() !== 'application/json') {
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE');
  }
  const text = decode(await readBytes(request, maxBytes));
  if (exceedsJsonDepth(text, deepest)) throw invalidField('', 'The body is nested too deeply');
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

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidField('', 'The body is not UTF-8');
  }
}
