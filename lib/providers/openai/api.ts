import { z } from 'zod';
import { buildUrl, type ProviderResponse, postJson } from '#lib/providers/shared/http';
import { lenient } from '#lib/providers/shared/lenient';
import { type ModelError, type ModelOptions, modelErrorSchema } from '#lib/providers/shared/model-api';
import { classifyStatus, type ProviderContext, type ProviderErrorKind } from '#lib/providers/shared/provider';
import { needed } from '#lib/providers/shared/response-fields';

// The schemas have only the fields of the Responses API that are read. Most are lenient: a value of an unexpected type
// counts as absent. Unknown keys are kept.

const annotation = z.preprocess(
  // The Chat Completions API and some gateways nest the fields under `url_citation`.
  (value) =>
    typeof value === 'object' && value !== null && 'url_citation' in value
      ? { ...value, ...z.looseObject({}).catch({}).parse(value.url_citation) }
      : value,
  lenient.object({
    ...lenient.texts('type', 'title'),
    url: needed(lenient.text),
    ...lenient.numbers('start_index', 'end_index'),
  }),
);
export type Annotation = z.infer<typeof annotation>;

const contentPart = z.looseObject({
  text: needed(z.string().nullish()),
  refusal: z.string().nullish(),
  annotations: lenient.array(annotation),
});
export type ContentPart = z.infer<typeof contentPart>;

const outputItemSchema = z.looseObject({
  // Only xAI sends `arguments` and `input`: JSON in a string.
  ...lenient.texts('type', 'phase', 'arguments', 'input'),
  content: needed(z.array(contentPart).nullish().catch(undefined)),
  action: lenient
    .object({
      query: lenient.text,
      queries: lenient.array(lenient.text),
      sources: lenient.array(lenient.object(lenient.texts('url', 'title'))),
    })
    .optional(),
});
export type OutputItem = z.infer<typeof outputItemSchema>;

export const responseSchema = z.looseObject({
  object: z.string().nullish(),
  status: z.string().nullish(),
  model: lenient.text,
  error: modelErrorSchema.nullish(),
  incomplete_details: lenient.object(lenient.texts('reason')).optional(),
  output: needed(z.array(outputItemSchema).nullish()),
  // Only xAI sends the cost and `citations`. 10,000,000,000 ticks are one dollar.
  usage: lenient.object(lenient.numbers('total_tokens', 'cost_in_usd_ticks')).optional(),
  citations: lenient.array(lenient.text),
});
export type ModelResponse = z.infer<typeof responseSchema>;

/** An event of a stream, or a whole body. */
export const eventSchema = z.looseObject({
  type: z.string().nullish(),
  response: needed(responseSchema.nullish()),
  item: outputItemSchema.nullish().catch(undefined),
  error: modelErrorSchema.nullish().catch(undefined),
});

/** Everything that is read of a response: each event of a stream, or the whole body. */
export const streamOrBodySchema = z.union([eventSchema, responseSchema]);

/** Calls the Responses API, which xAI and Perplexity also implement. @throws as `postJson` does */
export function createResponse(
  { baseUrl, apiKey }: ModelOptions,
  body: object,
  context: ProviderContext,
): Promise<ProviderResponse> {
  const headers = { authorization: `Bearer ${apiKey}` };
  return postJson(buildUrl(baseUrl, 'v1', 'responses'), headers, body, context);
}

const quotaCodes = new Set(['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active']);

/** Codes and types that make an error permanent, whatever its HTTP status. */
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

/** Classifies an error by its code or type, or else by its HTTP status. */
export function getErrorKind({ code, type }: ModelError, status: number): ProviderErrorKind {
  const codes = [String(code ?? ''), type ?? ''];
  if (code === 'rate_limit_exceeded' || code === 'server_error') return classifyStatus(status);
  if (codes.some((value) => quotaCodes.has(value))) return 'quota';
  return codes.some((value) => permanentCodes.has(value)) ? 'permanent' : classifyStatus(status);
}

/** Returns whether the provider refused the prompt for safety reasons, which counts as an answer of the engine. */
export function isSafetyError({ code, message }: ModelError): boolean {
  const codeText = String(code ?? '');
  if (/^content_filter$|_policy(?:_violation)?$/.test(codeText)) return true;
  return codeText === 'invalid_prompt' && /flagged|usage polic|safety/i.test(message ?? '');
}
