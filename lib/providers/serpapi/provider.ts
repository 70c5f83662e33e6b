import type { Engine } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import type { EngineResult } from '#lib/contract/results/by-engine';
import type { SearchParameters, SerpApiOptions } from '#lib/providers/serpapi/api';
import { readOverview, toOverviewResult } from '#lib/providers/serpapi/cited-answer';
import {
  type Attempt,
  createPageFetcher,
  type FetchedPage,
  type FetchPages,
  fetchPage,
} from '#lib/providers/serpapi/fetch-page';
import { toOfficeResult, toSearchAiResult } from '#lib/providers/serpapi/transform-answers';
import { toNewsResult, toSearchResult } from '#lib/providers/serpapi/transform-search';
import { omitEmpty, sanitize } from '#lib/providers/shared/parse-response';
import type { Provider, ProviderAnswer } from '#lib/providers/shared/provider';
import languages from './google-languages.json' with { type: 'json' };

export type SerpApiEngine = Extract<Engine, 'office' | 'searchai' | 'overview' | 'search' | 'search/news'>;

/** Serves an engine with SerpApi, which reads its public page. */
export function serpApiProvider<E extends SerpApiEngine>(engine: E, options: SerpApiOptions): Provider<E> {
  const fetchPages = createPageFetcher<FetchedPage>();
  return {
    name: 'serpapi',
    engine,
    timeoutMs: 120_000,
    async query(request, context) {
      return sanitize(await queries[engine]({ options, request, context }, fetchPages));
    },
  };
}

type Query<E extends Engine> = (
  attempt: Attempt,
  fetchPages: FetchPages<FetchedPage>,
) => Promise<ProviderAnswer<E>>;

const queries: { [E in SerpApiEngine]: Query<E> } = {
  async office(attempt) {
    const { prompt, country, state } = attempt.request;
    const page = await fetchPage(attempt, { engine: 'bing_copilot', q: prompt });
    const location = state === undefined ? `country ${country}` : `state ${state} of country ${country}`;
    const note = `SerpApi’s Bing Copilot has no location parameter, so ${location} was not sent.`;
    return toAnswer(attempt, toOfficeResult(page.body, country), [page], note);
  },
  async searchai(attempt) {
    const { prompt, country } = attempt.request;
    const parameters = { engine: 'google_ai_mode', q: prompt, ...getLocationParameters(attempt.request) };
    const page = await fetchPage(attempt, parameters);
    return toAnswer(attempt, toSearchAiResult(page.body, country), [page]);
  },
  async overview(attempt) {
    const page = await fetchPage(attempt, getGoogleParameters(attempt.request), true);
    return toAnswer(attempt, toOverviewResult(page.overview?.aiOverview, page.body), [page]);
  },
  async search(attempt, fetchPages) {
    const { request } = attempt;
    const pages = await fetchPages(request, request.pages ?? 1, (index) =>
      fetchPage(
        attempt,
        getGoogleParameters(request, index),
        index === 0 && request.include.overview !== undefined,
      ),
    );
    const overview = readOverview(pages[0]?.overview?.aiOverview);
    const result = { ...toSearchResult(pages.map(({ body }) => body)), ...(overview && { overview }) };
    return toAnswer(attempt, result, pages);
  },
  async 'search/news'(attempt, fetchPages) {
    const { request } = attempt;
    const pages = await fetchPages(request, request.pages ?? 1, (index) =>
      fetchPage(attempt, { ...getGoogleParameters(request, index), tbm: 'nws' }),
    );
    return toAnswer(attempt, toNewsResult(pages.map(({ body }) => body)), pages);
  },
};

const resultsPerPage = 10;

function getGoogleParameters(request: MonitorRequest, pageIndex = 0) {
  return {
    engine: 'google',
    q: request.prompt,
    ...getLocationParameters(request),
    ...(pageIndex > 0 && { start: String(pageIndex * resultsPerPage) }),
  };
}

/** Returns the HTML of all pages or of none, because a gap would shift the numbers of the others. */
function toAnswer<E extends Engine>(
  { request }: Attempt,
  result: Omit<EngineResult<E>, 'html'>,
  pages: FetchedPage[],
  ...notes: string[]
): ProviderAnswer<E> {
  const html = pages.flatMap((page) => page.html ?? []);
  const hasAllHtml = html.length === pages.length;
  if (request.include.html && !hasAllHtml) notes.push('SerpApi’s stored page could not be fetched.');
  const overviewNotes = pages.flatMap(({ overview }) => overview?.note ?? []);
  return {
    result,
    raw: pages.flatMap(({ body, overview }) =>
      overview?.body === undefined ? [body] : [body, overview.body],
    ),
    ...(hasAllHtml && { html }),
    ...omitEmpty({ note: [...overviewNotes, ...notes].join(' ') }),
  };
}

/** Languages that Google uses in a country instead of the main one by CLDR. */
const languagesByCountry: Record<string, string> = languages.byCountry;

/** Google's codes of languages that have another code in CLDR. */
const googleCodes: Record<string, string> = languages.codes;

/** The languages of Google that are the main language of a country. SerpApi rejects others. */
const googleLanguages = new Set(languages.supported);

/** Returns the language in which people of a country use Google. */
export function getLanguage(country: string): string {
  const exception = languagesByCountry[country];
  if (exception !== undefined) return exception;
  const { language, region } = new Intl.Locale('und', { region: country }).maximize();
  if (region !== country || language === 'und') return 'en';
  const code = googleCodes[language] ?? language;
  return googleLanguages.has(code) ? code : 'en';
}

/** Returns the country, language, location (or uule) and device parameters of a search. */
export function getLocationParameters({ country, location, uule, device }: MonitorRequest): SearchParameters {
  return {
    gl: country === 'GB' ? 'uk' : country.toLowerCase(),
    hl: getLanguage(country),
    // The padding of a uule may be encoded already, and is encoded again as a parameter.
    ...(uule === undefined ? { location } : { uule: uule.replaceAll('%3D', '=') }),
    device: device ?? 'desktop',
  };
}
