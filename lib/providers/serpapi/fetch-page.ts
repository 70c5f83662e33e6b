import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { MonitorRequest } from '#lib/contract/requests';
import {
  isEmptyResult,
  type SearchParameters,
  type SerpApiOptions,
  type SerpApiResponse,
  search,
} from '#lib/providers/serpapi/api';
import { readOverview } from '#lib/providers/serpapi/cited-answer';
import { fetchPages } from '#lib/providers/shared/fetch-pages';
import { lenient } from '#lib/providers/shared/lenient';
import { omitEmpty } from '#lib/providers/shared/parse-response';
import { type ProviderContext, ProviderError } from '#lib/providers/shared/provider';

/** One attempt at a request. */
export interface Attempt {
  options: SerpApiOptions;
  request: MonitorRequest;
  context: ProviderContext;
}

export interface FetchedPage {
  body: unknown;
  /** Only if it was requested and could be fetched. */
  html?: string;
  /** Only if it was requested. */
  overview?: Awaited<ReturnType<typeof fetchOverview>> | undefined;
}

/** Fetches a results page, then its overview and its HTML if they are requested. */
export async function fetchPage(
  attempt: Attempt,
  parameters: SearchParameters,
  needsOverview = false,
): Promise<FetchedPage> {
  const response = await search(attempt.options, parameters, attempt.context);
  const overview = needsOverview ? await fetchOverview(attempt, response) : undefined;
  const html = attempt.request.include.html ? await fetchHtml(attempt, response) : undefined;
  return { body: response.body, ...omitEmpty({ html }), overview };
}

export const overviewContainer = lenient.object({
  ai_overview: lenient.object(lenient.texts('page_token', 'error')).optional(),
});

/** Waits before an overview that the page announced but that arrived empty is requested again, with the same token. */
const defaultOverviewWaitsMs = [1_000, 3_000];

/**
 * Fetches the overview with a second request if Google loads it after the page. SerpApi's token for that request expires
 * after about a minute. An empty overview is requested again before it counts as none.
 * @returns the value of `ai_overview`, the body of the second response if there was one, and a note that says why there
 *   is no overview
 */
async function fetchOverview({ options, context }: Attempt, { body }: SerpApiResponse) {
  const describeError = (error: string | null | undefined) =>
    error ? `The engine showed no overview: ${error}` : undefined;
  const first = overviewContainer.parse(body).ai_overview;
  if (!first?.page_token) return { aiOverview: first, note: describeError(first?.error) };
  const parameters = { engine: 'google_ai_overview', page_token: first.page_token };
  let second = await search(options, parameters, context);
  let aiOverview = overviewContainer.parse(second.body).ai_overview;
  for (const waitMs of options.overviewWaitsMs ?? defaultOverviewWaitsMs) {
    if (readOverview(aiOverview) !== undefined) break;
    await delay(waitMs, undefined, { signal: context.signal });
    second = await search(options, parameters, context);
    aiOverview = overviewContainer.parse(second.body).ai_overview;
  }
  if (readOverview(aiOverview) !== undefined) return { aiOverview, body: second.body };
  const error = aiOverview?.error ?? second.envelope.error;
  const note = error && isEmptyResult(error) ? undefined : describeError(error);
  return { aiOverview: first, body: second.body, note };
}

async function fetchHtml(
  { options, context }: Attempt,
  { envelope }: SerpApiResponse,
): Promise<string | undefined> {
  const { raw_html_file, prettify_html_file } = envelope.search_metadata ?? {};
  const url = raw_html_file ?? prettify_html_file;
  if (!url || !/^https?:\/\//i.test(url)) return undefined;
  const pages = await fetchPages([url], options.baseUrl, context.signal);
  return pages?.[0];
}

const maxConcurrency = 4;

/**
 * Creates a function that fetches pages 0 to `count - 1` concurrently and caches them until all are fetched: if one
 * of ten pages fails, the next attempt fetches, and pays for, only that one.
 */
export function createPageFetcher() {
  const pagesByRequest = new WeakMap<object, Map<number, FetchedPage>>();
  return async (request: object, count: number, fetch: (index: number) => Promise<FetchedPage>) => {
    const cached = pagesByRequest.get(request) ?? new Map<number, FetchedPage>();
    pagesByRequest.set(request, cached);
    const limit = pLimit(maxConcurrency);
    let permanentError: ProviderError | undefined;
    const fetchOnce = async (index: number) => {
      const cachedPage = cached.get(index);
      if (cachedPage !== undefined) return cachedPage;
      if (permanentError) throw permanentError;
      const page = await fetch(index).catch((error: unknown) => {
        if (error instanceof ProviderError && error.kind !== 'transient') permanentError = error;
        throw error;
      });
      cached.set(index, page);
      return page;
    };
    const results = await Promise.allSettled(
      Array.from({ length: count }, (_, index) => limit(() => fetchOnce(index))),
    );
    const pages = results.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    });
    pagesByRequest.delete(request);
    return pages;
  };
}
