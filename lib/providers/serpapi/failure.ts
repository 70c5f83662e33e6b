import { type FailureKind, ProviderFailure } from '#lib/providers/provider';
import { type Envelope, readEnvelope } from '#lib/providers/serpapi/envelope';
import { kindOfStatus, retryAfterOf, vendorWords } from '#lib/providers/vendor-failure';
import type { VendorReply } from '#lib/providers/vendor-http';
import { parsedBody } from '#lib/providers/vendor-json';

/** The vendor tells its failures in English sentences only (serpapi.com/api-status-and-error-codes). */
const kindsOfWords: [RegExp, FailureKind][] = [
  [/run out of searches|searches? (?:left|remaining)|upgrade your plan|payment/i, 'quota'],
  [/token.*expired|expired.*token/i, 'transient'],
  [/throughput|too many|rate limit/i, 'transient'],
  [
    /api key|missing .*parameter|unsupported|can't be used together|account .*(?:deleted|suspended)/i,
    'permanent',
  ],
];

/** What the vendor says when the engine had nothing to show, which is an answer. */
const nothingFound = /hasn['’]?t returned any results|no results|fully empty/i;

/** A full hour's limit is over when the hour is; asking sooner than this is in vain. */
const throughputWaitMs = 60_000;

/** The failure an answer with a status other than 2xx stands for. */
export function failureOfReply(reply: VendorReply, now: Date): ProviderFailure {
  const words = errorOf(reply.text);
  const kind = kindOfReply(reply.status, words);
  const limited = reply.status === 429 && kind === 'transient';
  return new ProviderFailure(kind, `SerpApi answered ${reply.status}: ${vendorWords(words)}`, {
    retryAfterMs:
      retryAfterOf(reply.headers, now) ??
      (limited && /throughput/i.test(words ?? '') ? throughputWaitMs : undefined),
  });
}

/** The failure told inside a 200, or undefined where the search went well, with results or without. */
export function failureOfBody(envelope: Envelope): ProviderFailure | undefined {
  const { error } = envelope;
  const status = envelope.search_metadata?.status ?? 'Success';
  if (/processing|queued/i.test(status)) {
    return new ProviderFailure('transient', `SerpApi’s search is still ${status.toLowerCase()}.`);
  }
  if (error == null && status !== 'Error') return undefined;
  if (error != null && isNothingFound(error)) return undefined;
  if (status === 'Success' && hasResults(envelope)) return undefined;
  const kind = kindOfWords(error ?? '') ?? 'transient';
  return new ProviderFailure(kind, `SerpApi’s search failed: ${vendorWords(error)}`);
}

/** Whether there is something to read, so that an error beside it speaks of another part of the page. */
function hasResults(envelope: Envelope): boolean {
  const lists = [envelope.text_blocks, envelope.organic_results, envelope.news_results];
  return lists.some((list) => Array.isArray(list) && list.length > 0);
}

/** Whether an error sentence says that there was nothing to show. */
export function isNothingFound(error: string): boolean {
  return nothingFound.test(error);
}

function kindOfReply(status: number, words: string | undefined): FailureKind {
  const byWords = words === undefined ? undefined : kindOfWords(words);
  const tellsMore = byWords === 'quota' || byWords === 'transient';
  return tellsMore && status >= 400 && status < 500 ? byWords : kindOfStatus(status);
}

function kindOfWords(words: string): FailureKind | undefined {
  return kindsOfWords.find(([pattern]) => pattern.test(words))?.[1];
}

function errorOf(text: string): string | undefined {
  try {
    return readEnvelope(parsedBody(text)).error ?? undefined;
  } catch {
    return undefined;
  }
}
