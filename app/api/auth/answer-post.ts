import { envelopeOf } from '#lib/core/envelope';
import { describeError, ServiceError } from '#lib/core/errors';
import { failureOf } from '#lib/core/failure-of';
import { log } from '#lib/core/log';
import { readLimited } from '#lib/core/read-limited';
import { settings } from '#lib/core/settings';
import { place } from '#lib/dashboard/session/place';
import { addressOf } from './address-of';

/** The largest form about an account that is read. */
export const formBytes = 16 * 1024;

/**
 * Answers a form's post from this site: `work` gets its fields and the visitor's network address, and its
 * result is sent beside `success: true`. Failures are sent in the envelope of /v1.
 */
export async function answerPost(
  request: Request,
  work: (fields: Record<string, unknown>, address: string) => Promise<Record<string, unknown>>,
): Promise<Response> {
  try {
    if (!isFromHere(request)) {
      throw new ServiceError('INSUFFICIENT_PERMISSIONS', {
        message: 'This request came from another site. Open the page itself and try again.',
      });
    }
    const fields = await readFields(request);
    const result = await work(fields, addressOf(request.headers.get('x-forwarded-for')));
    return Response.json({ success: true, ...result }, { headers: { 'Cache-Control': 'no-store' } });
  } catch (error) {
    return refuse(error);
  }
}

/** Browsers name the origin of every post; `null` and another site's are refused. */
function isFromHere(request: Request): boolean {
  const origin = request.headers.get('origin');
  if (!origin || !URL.canParse(origin)) return false;
  const from = new URL(origin);
  return from.origin === new URL(settings().APP_URL).origin || from.host === request.headers.get('host');
}

async function readFields(request: Request): Promise<Record<string, unknown>> {
  const bytes = await readLimited(request.body, formBytes);
  if (!bytes) throw new ServiceError('PAYLOAD_TOO_LARGE');
  const text = new TextDecoder().decode(bytes);
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(text));
  if (type !== 'application/json') throw new ServiceError('UNSUPPORTED_MEDIA_TYPE');
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed };
  } catch {
    // Told below, as for JSON that is not an object.
  }
  throw new ServiceError('VALIDATION_ERROR', { message: 'The request body must be a JSON object.' });
}

/** The envelope of a failure; what is our own fault is logged. */
export function refuse(error: unknown): Response {
  const known = failureOf(error);
  if (known.status >= 500) log.error({ error: describeError(error) }, 'a request about an account failed');
  return Response.json(envelopeOf(known, place().clock.now()), { status: known.status });
}
