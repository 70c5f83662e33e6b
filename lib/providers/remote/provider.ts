import { z } from 'zod';
import { type Engine, engineSpecs } from '#lib/contract/engines';
import { type MonitorRequest, targetingFields } from '#lib/contract/requests';
import type { EngineResult } from '#lib/contract/results/by-engine';
import { createResponseSchema, readRemoteResult } from '#lib/providers/remote/transform';
import { fetchPages } from '#lib/providers/shared/fetch-pages';
import { buildUrl, createResponseError, type ProviderResponse, postJson } from '#lib/providers/shared/http';
import { lenient } from '#lib/providers/shared/lenient';
import { omitEmpty, parseBody, sanitize } from '#lib/providers/shared/parse-response';
import {
  classifyStatus,
  type ExternalProvider,
  formatProviderMessage,
  type ProviderError,
  type ProviderErrorKind,
} from '#lib/providers/shared/provider';

export interface RemoteOptions {
  baseUrl: string;
  apiKey: string;
}

/** The error envelope, or the older format whose `error` is a sentence. */
const errorBody = z.looseObject({
  error: z.preprocess(
    (error) => (typeof error === 'string' ? { message: error } : error),
    lenient.object({
      ...lenient.texts('code', 'message'),
      details: lenient.object({ attempts: lenient.number, window: lenient.text }).optional(),
    }),
  ),
});
type RemoteError = z.infer<typeof errorBody>['error'];

function toResponseError(response: ProviderResponse, now: Date): ProviderError {
  const error = errorBody.safeParse(parseBody(response.text)).data?.error ?? {};
  return createResponseError('The other Answerscope instance', response, now, {
    kind: getErrorKind(response.status, error),
    reason: formatProviderMessage(error.code, error.message),
    waitMs: parseWindowMs(error),
  });
}

function getErrorKind(status: number, error: RemoteError): ProviderErrorKind {
  if (error.code === 'INSUFFICIENT_CREDITS' || status === 402) return 'quota';
  // A 502 with a number of attempts: the other instance has already made its retries.
  if (status === 502 && typeof error.details?.attempts === 'number') return 'permanent';
  // The other instance saw this connection close.
  if (status === 499) return 'transient';
  return classifyStatus(status);
}

/** Parses the window of a rate limit (`1s`, `1h`), the longest useful wait, into milliseconds. */
function parseWindowMs(error: RemoteError): number | undefined {
  const match = /^(\d+)(s|m|h)$/.exec(error.details?.window ?? '');
  const unitMs = { s: 1000, m: 60_000, h: 3_600_000 }[match?.[2] ?? ''];
  return match && unitMs !== undefined ? Number(match[1]) * unitMs : undefined;
}

/** Serves any engine with another service that implements this API. The timeout leaves that service time for retries. */
export function createRemoteProvider<E extends Engine>(
  engine: E,
  { baseUrl, apiKey }: RemoteOptions,
): ExternalProvider<E> {
  const url = buildUrl(baseUrl, 'v1', `monitor/${engine}`);
  const headers = { authorization: `Bearer ${apiKey}`, accept: 'application/json' };
  return {
    name: 'remote',
    engine,
    timeoutMs: 180_000,
    responseSchema: createResponseSchema(engine),
    targeting: targetingFields,
    async query(request, context) {
      const response = await postJson(url, headers, toRequestBody(engine, request), context);
      if (response.status !== 200) throw toResponseError(response, context.clock.now());
      const { result, html, raw } = readRemoteResult(engine, response.text);
      const pages = request.include.html ? await fetchPages(html, baseUrl, context.signal) : [];
      return sanitize({
        // Validated with the schema of this engine.
        result: result as Omit<EngineResult<E>, 'html'>,
        ...(raw && { raw }),
        ...omitEmpty({
          html: pages,
          note: pages
            ? undefined
            : 'The stored pages of the other Answerscope instance could not be fetched.',
        }),
      });
    },
  };
}

/** Builds the body of a request. It adds no include flags to the requested ones, because some flags cost credits. */
function toRequestBody(engine: Engine, request: MonitorRequest) {
  const { prompt, country, language: hl, state, location, uule, device, pages, include } = request;
  const { promptField } = engineSpecs[engine];
  return { [promptField]: prompt, country, hl, state, location, uule, device, pages, include };
}
