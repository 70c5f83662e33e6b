import type { IncomingMessage } from 'node:http';
import { invalidField, ServiceError } from '#lib/core/errors';
import { findJsonExcess } from '#lib/core/json-limits';
import { type BufferedRequest, bufferRequest, hasBody } from '#lib/web/buffered-request';
import { isAction, isDelivery, maxActionBytes } from '#lib/web/receive-body';

/** Forms send at most 10,000 prompts with about five values each. React takes about a microsecond per value. */
const limits = { maxDepth: 64, maxValues: 100_000 };

/** Email clients unsubscribe with a form of this type (RFC 8058), which the handler does not read. */
const unsubscribePath = /^\/unsubscribe\//;

/**
 * Checks the body of a request before Next.js decodes it, which would fail with 500 or take seconds: JSON and the arguments
 * of server actions must be valid and within limits. Forms in several parts are not accepted, because no page sends them.
 * @returns a request whose body can be read
 * @throws ServiceError VALIDATION_ERROR, UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE
 */
export async function checkAction(request: IncomingMessage): Promise<IncomingMessage> {
  const { headers, url = '/' } = request;
  if (headers['content-type']?.trim().toLowerCase().startsWith('multipart/') && !unsubscribePath.test(url)) {
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', {
      message: 'Forms of this type are not accepted. Reload the page and try again.',
    });
  }
  const isCall = isAction(request);
  const isJson =
    isCall || (hasBody(request) && /^\s*application\/json\b/i.test(headers['content-type'] ?? ''));
  if (!isJson || isDelivery(request)) return request;
  const buffered = await bufferRequest(request, maxActionBytes);
  checkJsonLimits(buffered);
  const value = parseJson(buffered.body);
  if (isCall) checkArguments(value);
  return buffered;
}

/**
 * Throws an error if the JSON of a body is too complex. Takes a few milliseconds per MB.
 * @throws ServiceError VALIDATION_ERROR
 */
export function checkJsonLimits({ body }: BufferedRequest): void {
  // The punctuation of JSON has the same bytes in every encoding that extends ASCII, and Latin-1 is decoded fastest.
  if (!findJsonExcess(body.toString('latin1'), limits)) return;
  throw invalidField('', 'The request has too many values. Nothing was changed. Send less at a time.');
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw damagedRequest();
  }
}

/** Throws an error unless a value is a list of arguments that React can decode. */
function checkArguments(list: unknown): void {
  if (!Array.isArray(list)) throw damagedRequest();
  const values: object[] = [list];
  for (let value = values.pop(); value !== undefined; value = values.pop()) {
    for (const item of Object.values(value)) {
      if (typeof item === 'object' && item !== null) values.push(item);
      else if (typeof item === 'string' && !isDecodable(item)) throw damagedRequest();
    }
  }
}

/** An object that occurs twice in the arguments is sent once, and then as the path to it, such as `$0:0:promptIds`. */
const repeatedObject = /^\$0(?::(?!(?:__proto__|constructor|prototype)(?::|$))[^:]+)+$/;

/**
 * Returns whether React decodes a string without other parts of the body: an ordinary one, an escaped `$`, a date, undefined, a
 * special number, a placeholder for something that stays in the browser, or a repeated object.
 */
function isDecodable(value: string): boolean {
  return (
    !value.startsWith('$') ||
    /^\$(?:\$|D|T|undefined$|NaN$|-?Infinity$|-0$)/.test(value) ||
    repeatedObject.test(value)
  );
}

function damagedRequest(): ServiceError {
  return invalidField(
    '',
    'The request is incomplete or damaged. Nothing was changed. Reload the page and try again.',
  );
}
