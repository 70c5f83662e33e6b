import { z } from 'zod';
import { buildUrl, type ProviderResponse, postJson } from '#lib/providers/shared/http';
import {
  lenientArray,
  lenientObject,
  optionalNumber,
  optionalText,
  parseBody,
} from '#lib/providers/shared/parse-response';
import {
  errorKindForStatus,
  formatProviderMessage,
  type ProviderContext,
  ProviderError,
  type ProviderErrorKind,
  parseRetryAfterMs,
} from '#lib/providers/shared/provider';

export interface OpenAiOptions {
  baseUrl: string;
  apiKey: string;
  model: string;
}

/** The parts of the Responses API that are read. Only the answer's text is required; unknown keys are kept. */
const annotation = z.preprocess(
  // The Chat Completions API and some gateways nest the fields under `url_citation`.
  (value) =>
    typeof value === 'object' && value !== null && 'url_citation' in value
      ? { ...value, ...z.looseObject({}).catch({}).parse(value.url_citation) }
      : value,
  lenientObject({
    type: optionalText,
    url: optionalText,
    title: optionalText,
    start_index: optionalNumber,
    end_index: optionalNumber,
  }),
);
export type Annotation = z.infer<typeof annotation>;

const contentPart = z.looseObject({
  type: optionalText,
  text: z.string().nullish(),
  refusal: z.string().nullish(),
  annotations: lenientArray(annotation),
});
export type ContentPart = z.infer<typeof contentPart>;

const action = lenientObject({
  type: optionalText,
  query: optionalText,
  queries: lenientArray(optionalText),
  sources: lenientArray(lenientObject({ type: optionalText, url: optionalText, title: optionalText })),
});

const outputItemSchema = z.looseObject({
  type: optionalText,
  phase: optionalText,
  content: z.array(contentPart).nullish().catch(undefined),
  action: action.optional(),
  // Only xAI: JSON in a string.
  arguments: optionalText,
  input: optionalText,
});
export type OutputItem = z.infer<typeof outputItemSchema>;

export const errorSchema = z.looseObject({
  code: z.union([z.string(), z.number()]).nullish(),
  type: z.string().nullish(),
  message: z.string().nullish(),
});
export type ResponseError = z.infer<typeof errorSchema>;

export const responseSchema = z.looseObject({
  object: z.string().nullish(),
  status: z.string().nullish(),
  model: optionalText,
  error: errorSchema.nullish(),
  incomplete_details: lenientObject({ reason: optionalText }).optional(),
  output: z.array(outputItemSchema).nullish(),
  // Cost and citations: only xAI. 10,000,000,000 ticks are one dollar.
  usage: lenientObject({ total_tokens: optionalNumber, cost_in_usd_ticks: optionalNumber }).optional(),
  citations: lenientArray(optionalText),
});
export type ModelResponse = z.infer<typeof responseSchema>;

/** An event of a stream, or a whole body. */
export const eventSchema = z.looseObject({
  type: z.string().nullish(),
  response: responseSchema.nullish(),
  item: outputItemSchema.nullish().catch(undefined),
  error: errorSchema.nullish().catch(undefined),
});

/** Calls the Responses API, which xAI has too. @throws as `postJson` does */
export function createResponse(
  { baseUrl, apiKey }: OpenAiOptions,
  body: object,
  context: ProviderContext,
): Promise<ProviderResponse> {
  const headers = { authorization: `Bearer ${apiKey}` };
  return postJson(buildUrl(baseUrl, 'v1', 'responses'), headers, body, context);
}

const quotaCodes = new Set(['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active']);

/** Codes that make an error permanent, whatever its HTTP status. */
const permanentCodes = new Set([
  'account_deactivated',
  'invalid_api_key',
  'authentication_error',
  'permission_error',
  'invalid_request_error',
  'invalid_prompt',
  'model_not_found',
  'unsupported_country_region_territory',
  'unsupported_value',
  'unsupported_parameter',
  'context_length_exceeded',
]);

const errorBody = z.looseObject({ error: errorSchema.nullish().catch(undefined) });

function readError(response: ProviderResponse): ResponseError | undefined {
  return errorBody.safeParse(parseBody(response.text)).data?.error ?? undefined;
}

/** Returns the error of a response with a status other than 2xx. */
export function toResponseError(response: ProviderResponse, now: Date): ProviderError {
  const error = readError(response) ?? {};
  const kind = errorKindForCode(error) ?? errorKindForStatus(response.status);
  const retryAfterMs = parseRetryAfterMs(response.headers, now) ?? parseWaitMs(error.message);
  return new ProviderError(kind, `OpenAI returned ${response.status}: ${formatError(error)}`, {
    retryAfterMs,
  });
}

/** Returns the error reported inside a 200 stream. It is transient unless its code says otherwise. */
export function toStreamError(error: ResponseError, provider: string): ProviderError {
  const kind = errorKindForCode(error) ?? 'transient';
  return new ProviderError(kind, `${provider} failed during the stream: ${formatError(error)}`, {
    retryAfterMs: parseWaitMs(error.message),
  });
}

/** Returns whether a response with a status other than 2xx is a refusal for safety reasons. */
export function isSafetyResponse(response: ProviderResponse): boolean {
  const error = readError(response);
  return error !== undefined && isSafetyError(error);
}

/** Returns whether the provider refused the prompt for safety reasons, which is the engine's answer to it. */
export function isSafetyError({ code, message }: ResponseError): boolean {
  const codeText = String(code ?? '');
  if (/^content_filter$|_policy(?:_violation)?$/.test(codeText)) return true;
  return codeText === 'invalid_prompt' && /flagged|usage polic|safety/i.test(message ?? '');
}

/** Returns undefined if the HTTP status decides. */
function errorKindForCode(error: ResponseError): ProviderErrorKind | undefined {
  const code = String(error.code ?? '');
  if (code === 'rate_limit_exceeded' || code === 'server_error') return undefined;
  const codes = [code, error.type ?? ''];
  if (codes.some((one) => quotaCodes.has(one))) return 'quota';
  return codes.some((one) => permanentCodes.has(one)) ? 'permanent' : undefined;
}

function formatError(error: ResponseError): string {
  return formatProviderMessage(error.code ?? error.type, error.message);
}

/** Parses "Please try again in 1.5s", which rate limit errors often contain instead of a header. */
function parseWaitMs(message: string | null | undefined): number | undefined {
  const match = /try again in (\d+(?:\.\d+)?)(ms|s)\b/i.exec(message ?? '');
  if (!match) return undefined;
  return Math.ceil(Number(match[1]) * (match[2]?.toLowerCase() === 's' ? 1000 : 1));
}
