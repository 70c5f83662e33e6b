import { z } from 'zod';
import { createPages } from '#scripts/mock-providers/fictional-pages';
import {
  createJsonResponse,
  type MockBehavior,
  type MockCall,
  type MockProvider,
  type MockRequest,
  type MockResponse,
} from '#scripts/mock-providers/mock-provider';
import {
  createAiModeAnswer,
  createCopilotAnswer,
  createNewsPage,
  createOverview,
  createSearchPage,
} from '#scripts/mock-providers/serpapi-results';

const storedPage = /\/searches\/([\w-]+)\.html$/;

/** Mocks the search endpoint and the stored pages of SerpApi. */
export const mockSerpApi: MockProvider = {
  name: 'serpapi',
  matches: (method, path) => method === 'GET' && (/\/search(?:\.json)?$/.test(path) || storedPage.test(path)),
  parseRequest({ path, query }) {
    const stored = storedPage.exec(path)?.[1];
    if (stored !== undefined) return { prompt: decodePageId(stored), country: '', part: 'page' };
    const pageToken = readToken(query.get('page_token') ?? '');
    return {
      prompt: pageToken?.q ?? query.get('q') ?? '',
      country: toCountry(pageToken?.gl ?? query.get('gl') ?? ''),
      part: `${query.get('engine') ?? 'google'} ${query.get('tbm') ?? ''} ${query.get('start') ?? '0'}`,
    };
  },
  respond: async (call) => respond(call),
  failures: [
    createFailure(200, "We couldn't get valid results for this search. Please try again later.", 'Error'),
    createFailure(429, 'Your account has exceeded the hourly throughput limit.'),
    { kind: 'response', status: 200, body: { search_metadata: { id: 'a1', status: 'Processing' } } },
    createFailure(400, 'Unsupported `Atlantis` location - location parameter.'),
  ],
};

function createFailure(status: number, error: string, searchStatus?: string): MockBehavior {
  const search_metadata = searchStatus && { id: 'a1', status: searchStatus };
  return { kind: 'response', status, body: { ...(search_metadata && { search_metadata }), error } };
}

function respond(call: MockCall): MockResponse {
  const { path, prompt, query } = call;
  if (storedPage.test(path)) return createHtmlResponse(prompt);
  const engine = query.get('engine') ?? 'google';
  if (!query.get('api_key'))
    return createErrorResponse(
      401,
      'Invalid API key. Your API key should be here: https://serpapi.com/manage-api-key',
    );
  if (engine === 'google_ai_overview') return respondWithOverview(call);
  if (prompt === '') return createErrorResponse(400, 'Missing query `q` parameter.');
  if (query.has('location') && query.has('uule'))
    return createErrorResponse(400, "The `location` and `uule` parameters can't be used together.");
  const pages = createPages(prompt, call.country);
  if (/nothing at all/i.test(prompt))
    return createSearchResponse(call, { error: "Google hasn't returned any results for this query." });
  const index = Number(query.get('start') ?? 0) / 10;
  if (engine === 'bing_copilot') return createSearchResponse(call, createCopilotAnswer(pages));
  if (engine === 'google_ai_mode') return createSearchResponse(call, createAiModeAnswer(pages));
  if (query.get('tbm') === 'nws') return createSearchResponse(call, createNewsPage(pages, index));
  return createSearchResponse(call, {
    ...createSearchPage(pages, prompt, index),
    ...createOverviewPart(call, index),
  });
}

/** Returns the overview, a token for it, or neither, depending on the prompt and country. */
function createOverviewPart({ prompt, country, query, baseUrl }: MockCall, index: number): object {
  if (index > 0) return {};
  const kind = [...`${prompt}${country}`].reduce((sum, char) => sum + (char.codePointAt(0) ?? 0), 0) % 3;
  const pages = createPages(prompt, country);
  if (kind === 0) return { ai_overview: createOverview(pages) };
  if (kind === 1) return {};
  const page_token = writeToken({ q: prompt, gl: query.get('gl') ?? 'us', at: Date.now() });
  const serpapi_link = `${baseUrl}/search.json?engine=google_ai_overview&page_token=${page_token}`;
  return { ai_overview: { page_token, serpapi_link } };
}

function respondWithOverview(call: MockCall): MockResponse {
  const pageToken = readToken(call.query.get('page_token') ?? '');
  if (!pageToken) return createErrorResponse(400, 'Missing or invalid `page_token` parameter.');
  if (hasExpired(pageToken))
    return createSearchResponse(call, { error: 'The `page_token` has expired.' }, 'Error');
  return createSearchResponse(call, { ai_overview: createOverview(createPages(call.prompt, call.country)) });
}

function createSearchResponse(
  call: MockRequest & { prompt: string },
  results: object,
  status = 'Success',
): MockResponse {
  const { api_key: _, ...search_parameters } = Object.fromEntries(call.query);
  const id = Buffer.from(call.prompt).toString('base64url').slice(0, 200);
  return createJsonResponse({
    search_metadata: {
      id,
      status,
      json_endpoint: `${call.baseUrl}/searches/${id}.json`,
      created_at: '2026-05-04 10:00:00 UTC',
      processed_at: '2026-05-04 10:00:00 UTC',
      raw_html_file: `${call.baseUrl}/searches/${id}.html`,
      total_time_taken: 1.11,
    },
    search_parameters,
    ...results,
  });
}

function createErrorResponse(status: number, error: string): MockResponse {
  return createJsonResponse({ error }, status);
}

function createHtmlResponse(prompt: string): MockResponse {
  const page = `<!doctype html><title>Results</title><h1>${prompt.replace(/[&<>"]/g, ' ')}</h1>`;
  return { status: 200, contentType: 'text/html; charset=utf-8', body: Buffer.from(page) };
}

function decodePageId(id: string): string {
  return Buffer.from(id, 'base64url').toString('utf8');
}

function toCountry(gl: string): string {
  return gl === 'uk' ? 'GB' : gl.toUpperCase();
}

const token = z.object({ q: z.string(), gl: z.string(), at: z.number() });
type Token = z.infer<typeof token>;

/** SerpApi’s own tokens expire after about a minute. */
const tokenTtlMs = 60_000;

/** Creates a `page_token` that contains the query. */
function writeToken(value: Token): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Returns undefined for an invalid token. */
function readToken(text: string): Token | undefined {
  try {
    return token.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch {
    return undefined;
  }
}

function hasExpired({ at }: Token): boolean {
  return Date.now() - at > tokenTtlMs;
}
