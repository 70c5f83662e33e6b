import { z } from 'zod';
import type { Engine } from '#lib/contract/engines';
import { errorKindForStatus, formatProviderMessage, parseRetryAfterMs } from '#lib/providers/shared/errors';
import { buildUrl, type ProviderResponse, postJson } from '#lib/providers/shared/http';
import { lenientObject, optionalNumber, optionalText } from '#lib/providers/shared/optional-fields';
import { parseBody } from '#lib/providers/shared/parse-response';
import { type ProviderContext, ProviderError, type ProviderErrorKind } from '#lib/providers/shared/provider';

export interface RemoteOptions {
  baseUrl: string;
  apiKey: string;
}

/** Calls the monitor endpoint of another service with this API. @throws as `postJson` does */
export function postMonitorRequest(
  { baseUrl, apiKey }: RemoteOptions,
  engine: Engine,
  body: object,
  context: ProviderContext,
): Promise<ProviderResponse> {
  const headers = { authorization: `Bearer ${apiKey}`, accept: 'application/json' };
  return postJson(buildUrl(baseUrl, 'v1', `monitor/${engine}`), headers, body, context);
}

/** The error envelope, or the older format whose `error` is a sentence. */
const errorBody = z.looseObject({
  error: z.preprocess(
    (error) => (typeof error === 'string' ? { message: error } : error),
    lenientObject({
      code: optionalText,
      message: optionalText,
      details: lenientObject({ attempts: optionalNumber, window: optionalText }).optional(),
    }),
  ),
});
type RemoteError = z.infer<typeof errorBody>['error'];

/** Returns the error of a response with a status other than 200. */
export function toResponseError(response: ProviderResponse, now: Date): ProviderError {
  const error = errorBody.safeParse(parseBody(response.text)).data?.error ?? {};
  const message = formatProviderMessage(error.code, error.message);
  return new ProviderError(
    getErrorKind(response.status, error),
    `The remote service returned ${response.status}: ${message}`,
    { retryAfterMs: parseRetryAfterMs(response.headers, now) ?? parseWindowMs(error) },
  );
}

function getErrorKind(status: number, error: RemoteError): ProviderErrorKind {
  if (error.code === 'INSUFFICIENT_CREDITS' || status === 402) return 'quota';
  // A 502 with a number of attempts: the remote service has already made its retries.
  if (status === 502 && typeof error.details?.attempts === 'number') return 'permanent';
  // The remote service saw this connection close.
  if (status === 499) return 'transient';
  return errorKindForStatus(status);
}

/** Parses the window of a rate limit (`1s`, `1h`), the longest useful wait. */
function parseWindowMs(error: RemoteError): number | undefined {
  const match = /^(\d+)(s|m|h)$/.exec(error.details?.window ?? '');
  const unitMs = { s: 1000, m: 60_000, h: 3_600_000 }[match?.[2] ?? ''];
  return match && unitMs !== undefined ? Number(match[1]) * unitMs : undefined;
}
