import type { VendorBehaviour } from '#scripts/mock-providers/behaviour';
import { kayakPages } from '#scripts/mock-providers/kayaks';
import {
  jsonReply,
  type VendorCall,
  type VendorPlay,
  type VendorReply,
  type VendorRequest,
} from '#scripts/mock-providers/play';
import { aiModeAnswer, copilotAnswer, overviewAnswer } from '#scripts/mock-providers/serpapi-answers';
import { newsListing, searchListing } from '#scripts/mock-providers/serpapi-listings';
import { hasExpired, readToken, writeToken } from '#scripts/mock-providers/serpapi-tokens';

const storedPage = /\/searches\/([\w-]+)\.html$/;

/** SerpApi's search endpoint, below any path, and the pages it stores. */
export const serpApiPlay: VendorPlay = {
  vendor: 'serpapi',
  takes: (method, path) => method === 'GET' && (/\/search(?:\.json)?$/.test(path) || storedPage.test(path)),
  question({ path, query }) {
    const stored = storedPage.exec(path)?.[1];
    if (stored !== undefined) return { prompt: named(stored), country: '', part: 'page' };
    const carried = readToken(query.get('page_token') ?? '');
    return {
      prompt: carried?.q ?? query.get('q') ?? '',
      country: countryOf(carried?.gl ?? query.get('gl') ?? ''),
      part: `${query.get('engine') ?? 'google'} ${query.get('tbm') ?? ''} ${query.get('start') ?? '0'}`,
    };
  },
  reply: async (call) => replyTo(call),
  failures: [
    failed(200, "We couldn't get valid results for this search. Please try again later.", 'Error'),
    failed(429, 'Your account has exceeded the hourly throughput limit.'),
    { kind: 'fail', status: 200, body: { search_metadata: { id: 'a1', status: 'Processing' } } },
    failed(400, 'Unsupported `Atlantis` location - location parameter.'),
  ],
};

function failed(status: number, error: string, searchStatus?: string): VendorBehaviour {
  const search_metadata = searchStatus && { id: 'a1', status: searchStatus };
  return { kind: 'fail', status, body: { ...(search_metadata && { search_metadata }), error } };
}

function replyTo(call: VendorCall): VendorReply {
  const { path, prompt, query } = call;
  if (storedPage.test(path)) return htmlReply(prompt);
  const engine = query.get('engine') ?? 'google';
  if (!query.get('api_key'))
    return refusal(401, 'Invalid API key. Your API key should be here: https://serpapi.com/manage-api-key');
  if (engine === 'google_ai_overview') return overviewReply(call);
  if (prompt === '') return refusal(400, 'Missing query `q` parameter.');
  if (query.has('location') && query.has('uule'))
    return refusal(400, "The `location` and `uule` parameters can't be used together.");
  const pages = kayakPages(prompt, call.country);
  if (/nothing at all/i.test(prompt))
    return answerReply(call, { error: "Google hasn't returned any results for this query." });
  const index = Number(query.get('start') ?? 0) / 10;
  if (engine === 'bing_copilot') return answerReply(call, copilotAnswer(pages));
  if (engine === 'google_ai_mode') return answerReply(call, aiModeAnswer(pages));
  if (query.get('tbm') === 'nws') return answerReply(call, newsListing(pages, index));
  return answerReply(call, { ...searchListing(pages, prompt, index), ...overviewPart(call, index) });
}

/** By question: the overview itself, a token for it, or none. */
function overviewPart({ prompt, country, query, baseUrl }: VendorCall, index: number): object {
  if (index > 0) return {};
  const kind = [...`${prompt}${country}`].reduce((sum, char) => sum + (char.codePointAt(0) ?? 0), 0) % 3;
  const pages = kayakPages(prompt, country);
  if (kind === 0) return { ai_overview: overviewAnswer(pages) };
  if (kind === 1) return {};
  const page_token = writeToken({ q: prompt, gl: query.get('gl') ?? 'us', at: Date.now() });
  const serpapi_link = `${baseUrl}/search.json?engine=google_ai_overview&page_token=${page_token}`;
  return { ai_overview: { page_token, serpapi_link } };
}

function overviewReply(call: VendorCall): VendorReply {
  const carried = readToken(call.query.get('page_token') ?? '');
  if (!carried) return refusal(400, 'Missing or invalid `page_token` parameter.');
  if (hasExpired(carried)) return answerReply(call, { error: 'The `page_token` has expired.' }, 'Error');
  return answerReply(call, { ai_overview: overviewAnswer(kayakPages(call.prompt, call.country)) });
}

function answerReply(
  call: VendorRequest & { prompt: string },
  results: object,
  status = 'Success',
): VendorReply {
  const { api_key: _, ...search_parameters } = Object.fromEntries(call.query);
  const id = Buffer.from(call.prompt).toString('base64url').slice(0, 200);
  return jsonReply({
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

function refusal(status: number, error: string): VendorReply {
  return jsonReply({ error }, status);
}

function htmlReply(prompt: string): VendorReply {
  const page = `<!doctype html><title>Results</title><h1>${prompt.replace(/[&<>"]/g, ' ')}</h1>`;
  return { status: 200, contentType: 'text/html; charset=utf-8', body: Buffer.from(page) };
}

function named(id: string): string {
  return Buffer.from(id, 'base64url').toString('utf8');
}

function countryOf(gl: string): string {
  return gl === 'uk' ? 'GB' : gl.toUpperCase();
}
