import { z } from 'zod';
import { someNumber, someObject, someText } from '#lib/providers/lenient';
import { type FailureKind, ProviderFailure } from '#lib/providers/provider';
import { kindOfStatus, retryAfterOf, vendorWords } from '#lib/providers/vendor-failure';
import type { VendorReply } from '#lib/providers/vendor-http';
import { parsedBody } from '#lib/providers/vendor-json';

/** The error envelope, or the older shape whose `error` is a sentence (interface.md, "Errors"). */
const errorBody = z.looseObject({
  error: z.preprocess(
    (error) => (typeof error === 'string' ? { message: error } : error),
    someObject({
      code: someText,
      message: someText,
      details: someObject({ attempts: someNumber, window: someText }).optional(),
    }),
  ),
});
type RemoteError = z.infer<typeof errorBody>['error'];

/** The failure an answer with a status other than 200 stands for. */
export function failureOfRemoteReply(reply: VendorReply, now: Date): ProviderFailure {
  const error = errorBody.safeParse(parsedBody(reply.text)).data?.error ?? {};
  return new ProviderFailure(
    kindOf(reply.status, error),
    `The remote service answered ${reply.status}: ${vendorWords(error.code, error.message)}`,
    { retryAfterMs: retryAfterOf(reply.headers, now) ?? windowMs(error) },
  );
}

/**
 * A 502 that counts its attempts comes from a service that has tried as often as it makes sense, or has seen that
 * no other attempt would help: asking it again would multiply its attempts by ours.
 */
function kindOf(status: number, error: RemoteError): FailureKind {
  if (error.code === 'INSUFFICIENT_CREDITS' || status === 402) return 'quota';
  if (status === 502 && typeof error.details?.attempts === 'number') return 'permanent';
  // The connection from us to it broke in its sight, though not in ours.
  if (status === 499) return 'transient';
  return kindOfStatus(status);
}

/** The window of a rate limit (`1s`, `1h`): no longer than that has to be waited. */
function windowMs(error: RemoteError): number | undefined {
  const found = /^(\d+)(s|m|h)$/.exec(error.details?.window ?? '');
  const unitMs = { s: 1000, m: 60_000, h: 3_600_000 }[found?.[2] ?? ''];
  return found && unitMs !== undefined ? Number(found[1]) * unitMs : undefined;
}
