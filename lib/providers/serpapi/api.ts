import { z } from 'zod';
import {
  buildUrl,
  createResponseError,
  getJson,
  isSuccess,
  type ProviderResponse,
} from '#lib/providers/shared/http';
import { lenient } from '#lib/providers/shared/lenient';
import { parseBody } from '#lib/providers/shared/parse-response';
import {
  formatProviderMessage,
  type ProviderContext,
  ProviderError,
  type ProviderErrorKind,
} from '#lib/providers/shared/provider';
import { describeRetirement, findRetirement, RetirementError } from '#lib/providers/shared/retirement';

export interface SerpApiOptions {
  baseUrl: string;
  apiKey: string;
  /** Waits before each further request for an overview that arrived empty. */
  overviewWaitsMs?: readonly number[];
}

/** Parameters of SerpApi; undefined ones are not sent. */
export type SearchParameters = Record<string, string | undefined>;

export interface SerpApiResponse {
  /** The parsed body, without the API key and without characters that PostgreSQL cannot store. */
  body: unknown;
  envelope: Envelope;
}

/**
 * Makes one search without SerpApi's cache. The API key is removed from errors and bodies that repeat it.
 * @throws ProviderError if there is no answer; an empty result is an answer
 */
export async function search(
  { baseUrl, apiKey }: SerpApiOptions,
  parameters: SearchParameters,
  context: ProviderContext,
): Promise<SerpApiResponse> {
  const url = new URL(buildUrl(baseUrl.replace(/\/search(?:\.json)?\/*$/, ''), '', 'search.json'));
  for (const [name, value] of Object.entries({ ...parameters, no_cache: 'true', api_key: apiKey })) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  const response = await getJson(url.href, context);
  const text = removeApiKey(response.text, apiKey);
  if (!isSuccess(response)) throw toResponseError({ ...response, text }, context.clock.now());
  const body = parseBody(text);
  const envelope = readEnvelope(body);
  const error = findBodyError(envelope);
  if (error) throw error;
  return { body, envelope };
}

/** Replaces the API key in a text. Short test keys stay, because replacing them would damage words. */
function removeApiKey(text: string, apiKey: string): string {
  if (apiKey.length < 8) return text;
  return text.replaceAll(apiKey, '[key]').replaceAll(encodeURIComponent(apiKey), '[key]');
}

export const envelopeSchema = z.looseObject({
  search_metadata: lenient.object(lenient.texts('status', 'raw_html_file', 'prettify_html_file')).optional(),
  error: z
    .union([z.string(), z.looseObject({ message: z.string() }).transform(({ message }) => message)])
    .nullish()
    .catch(undefined),
});

/** The metadata of a response; its results stay as received. */
export type Envelope = z.infer<typeof envelopeSchema>;

/** Keys by which a response without `search_metadata` is recognized. */
const resultKeys = [
  'ai_overview',
  'text_blocks',
  'references',
  'organic_results',
  'news_results',
  'search_parameters',
  'search_information',
];

/** Reads the metadata of a body. @throws ProviderError transient if it is not a response of SerpApi */
export function readEnvelope(body: unknown): Envelope {
  const { success, data } = envelopeSchema.safeParse(body);
  const isResponse =
    success &&
    (Object.keys(data.search_metadata ?? {}).length > 0 ||
      data.error != null ||
      resultKeys.some((key) => typeof data[key] === 'object' && data[key] !== null));
  if (!isResponse) throw new ProviderError('transient', 'SerpApi’s response has an unexpected format.');
  return data;
}

/** SerpApi reports errors only as sentences (serpapi.com/api-status-and-error-codes). */
const errorPatterns: [RegExp, ProviderErrorKind][] = [
  [/run out of searches|searches? (?:left|remaining)|upgrade your plan|payment/i, 'quota'],
  [/token.*expired|expired.*token/i, 'transient'],
  [/throughput|too many|rate limit/i, 'transient'],
  [
    /api key|missing .*parameter|unsupported|can't be used together|account .*(?:deleted|suspended)/i,
    'permanent',
  ],
];

const emptyResultPattern = /hasn['’]?t returned any results|no results|fully empty/i;

/** Returns whether an error says that the engine showed nothing, which is an empty result. */
export function isEmptyResult(error: string): boolean {
  return emptyResultPattern.test(error);
}

/** SerpApi's message about an engine that it does not have, or no longer. */
const missingEnginePattern = /unsupported .*\bengine\b/i;

/** The throughput limit counts the requests of the last hour. Within a minute, some of them usually no longer count. */
const throughputRetryMs = 60_000;

function toResponseError(response: ProviderResponse, now: Date): ProviderError {
  const message = envelopeSchema.safeParse(parseBody(response.text)).data?.error ?? '';
  const kind = classifyMessage(message);
  const isThroughputLimit = response.status === 429 && kind === 'transient' && /throughput/i.test(message);
  return createResponseError('SerpApi', response, now, {
    kind: response.status < 500 && kind !== 'permanent' ? kind : undefined,
    reason: formatProviderMessage(message),
    waitMs: isThroughputLimit ? throughputRetryMs : undefined,
    retired: missingEnginePattern.test(message) ? 'endpoint' : undefined,
  });
}

/** Returns the error reported inside a 200 response, or undefined if the search succeeded, even without results. */
export function findBodyError(envelope: Envelope): ProviderError | undefined {
  const { error } = envelope;
  const status = envelope.search_metadata?.status ?? 'Success';
  if (/processing|queued/i.test(status)) {
    return new ProviderError('transient', `SerpApi’s search is still ${status.toLowerCase()}.`);
  }
  if (error == null && status !== 'Error') return undefined;
  if (error != null && isEmptyResult(error)) return undefined;
  if (status === 'Success' && hasResults(envelope)) return undefined;
  const kind = classifyMessage(error ?? '');
  const reason = formatProviderMessage(error);
  const message = `SerpApi’s search failed: ${reason}`;
  const retired = missingEnginePattern.test(reason) ? 'endpoint' : findRetirement(undefined, reason);
  const isRejected =
    kind === 'permanent' || (kind === undefined && /\b(?:engine|endpoint|api)\b/i.test(reason));
  if (retired && isRejected) {
    return new RetirementError(retired, describeRetirement('SerpApi', retired), message);
  }
  return new ProviderError(kind ?? 'transient', message);
}

/** Returns whether a response has results; an error is then about another part of the page. */
function hasResults(envelope: Envelope): boolean {
  const lists = [envelope.text_blocks, envelope.organic_results, envelope.news_results];
  return lists.some((list) => Array.isArray(list) && list.length > 0);
}

function classifyMessage(message: string): ProviderErrorKind | undefined {
  return errorPatterns.find(([pattern]) => pattern.test(message))?.[1];
}
