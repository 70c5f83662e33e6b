import type { Engine } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import type { EngineResult } from '#lib/contract/results/by-engine';
import type { SearchParameters, SerpApiOptions } from '#lib/providers/serpapi/api';
import { readOverview, toOverviewResult } from '#lib/providers/serpapi/cited-answer';
import { createPageFetcher, type FetchedPage, fetchPage } from '#lib/providers/serpapi/fetch-page';
import { responseSchemas } from '#lib/providers/serpapi/response-schemas';
import { toOfficeResult, toSearchAiResult } from '#lib/providers/serpapi/transform-answers';
import { toNewsResult, toSearchResult } from '#lib/providers/serpapi/transform-search';
import { omitEmpty, sanitize } from '#lib/providers/shared/parse-response';
import type { ExternalProvider } from '#lib/providers/shared/provider';
import { findSearchLanguage } from '#lib/providers/shared/search-language';
import languages from './google-languages.json' with { type: 'json' };

export type SerpApiEngine = Extract<Engine, 'office' | 'searchai' | 'overview' | 'search' | 'search/news'>;

interface SearchType<E extends Engine> {
  /** SerpApi's name of the engine. */
  engine: string;
  /** Parameters besides the prompt and, except for Bing, the location. */
  parameters?: SearchParameters;
  isPaged?: boolean;
  needsOverview?(request: MonitorRequest): boolean;
  toResult(pages: FetchedPage[], request: MonitorRequest): Omit<EngineResult<E>, 'html'>;
}

const searchTypes: { [E in SerpApiEngine]: SearchType<E> } = {
  office: {
    engine: 'bing_copilot',
    toResult: ([page], { country }) => toOfficeResult(page?.body, country),
  },
  searchai: {
    engine: 'google_ai_mode',
    toResult: ([page], { country }) => toSearchAiResult(page?.body, country),
  },
  overview: {
    engine: 'google',
    needsOverview: () => true,
    toResult: ([page]) => toOverviewResult(page?.overview?.aiOverview, page?.body),
  },
  search: {
    engine: 'google',
    isPaged: true,
    needsOverview: ({ include }) => include.overview !== undefined,
    toResult(pages) {
      const overview = readOverview(pages[0]?.overview?.aiOverview);
      return { ...toSearchResult(pages.map(({ body }) => body)), ...(overview && { overview }) };
    },
  },
  'search/news': {
    engine: 'google',
    parameters: { tbm: 'nws' },
    isPaged: true,
    toResult: (pages) => toNewsResult(pages.map(({ body }) => body)),
  },
};

const resultsPerPage = 10;

/** Serves an engine through SerpApi, which reads the public page of the engine. */
export function createSerpApiProvider<E extends SerpApiEngine>(
  engine: E,
  options: SerpApiOptions,
): ExternalProvider<E> {
  const fetchResultPages = createPageFetcher();
  const searchType: SearchType<E> = searchTypes[engine];
  return {
    name: 'serpapi',
    engine,
    timeoutMs: 120_000,
    responseSchema: responseSchemas[engine],
    targeting: engine === 'office' ? [] : ['location', 'uule', 'device', 'pages'],
    async query(request, context) {
      const parameters = {
        engine: searchType.engine,
        q: request.prompt,
        ...(engine !== 'office' && getLocationParameters(request)),
        ...searchType.parameters,
      };
      const count = searchType.isPaged ? (request.pages ?? 1) : 1;
      const pages = await fetchResultPages(request, count, (index) =>
        fetchPage(
          { options, request, context },
          { ...parameters, ...(index > 0 && { start: String(index * resultsPerPage) }) },
          index === 0 && searchType.needsOverview?.(request),
        ),
      );
      // All pages or none, because a gap would shift the numbers of the others.
      const html = pages.flatMap((page) => page.html ?? []);
      const hasAllHtml = html.length === pages.length;
      const notes = [
        ...pages.flatMap(({ overview }) => overview?.note ?? []),
        ...(engine === 'office' ? [describeMissingLocation(request)] : []),
        ...(request.include.html && !hasAllHtml ? ['SerpApi’s stored page could not be fetched.'] : []),
      ];
      return sanitize({
        result: searchType.toResult(pages, request),
        raw: pages.flatMap(({ body, overview }) =>
          overview?.body === undefined ? [body] : [body, overview.body],
        ),
        ...(hasAllHtml && { html }),
        ...omitEmpty({ note: notes.join(' ') }),
      });
    },
  };
}

function describeMissingLocation({ country, language }: MonitorRequest): string {
  return language === undefined
    ? `SerpApi’s Bing Copilot has no location parameter, so country ${country} was not sent.`
    : `SerpApi’s Bing Copilot has no parameters for location and language, so country ${country} and language ${language} were not sent.`;
}

/** Languages that Google uses in a country instead of its main language according to CLDR. */
const languagesByCountry: Record<string, string> = languages.byCountry;

/** Google's codes of languages that have another code in CLDR. */
const googleCodes: Record<string, string> = languages.codes;

/**
 * Languages that SerpApi accepts for Google: the main languages of countries, and other languages with many readers.
 * SerpApi rejects requests with languages that it does not know.
 */
const googleLanguages = new Set(languages.supported);

/**
 * Returns Google's code of the language in which people of a country use Google; `en` if the language is unknown or
 * SerpApi does not accept it.
 */
export function getLanguage(country: string): string {
  const exception = languagesByCountry[country];
  if (exception !== undefined) return exception;
  const { language, region } = new Intl.Locale('und', { region: country }).maximize();
  if (region !== country || language === 'und') return 'en';
  const code = googleCodes[language] ?? language;
  return googleLanguages.has(code) ? code : 'en';
}

/**
 * Returns the country, language, location (or uule) and device parameters of a search. Without a language, or with one
 * that SerpApi does not accept, the language is that of the country.
 */
export function getLocationParameters(request: MonitorRequest): SearchParameters {
  const { country, location, uule, device } = request;
  return {
    gl: country === 'GB' ? 'uk' : country.toLowerCase(),
    hl: findSearchLanguage(request, googleLanguages, googleCodes) ?? getLanguage(country),
    ...(uule === undefined ? { location } : { uule }),
    device: device ?? 'desktop',
  };
}
