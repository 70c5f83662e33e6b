import iso from 'i18n-iso-countries/codes.json' with { type: 'json' };
import type { z } from 'zod';
import { getStateName } from '#lib/contract/countries';
import type { MonitorRequest } from '#lib/contract/requests';
import type { EngineResult } from '#lib/contract/results/by-engine';
import { decodeUule } from '#lib/core/uule';
import {
  createResponseSchema,
  type DataForSeoOptions,
  postTask,
  readTask,
} from '#lib/providers/dataforseo/api';
import { scrapedPage, toChatResult, toGenResult } from '#lib/providers/dataforseo/transform-scraped';
import {
  answerPage,
  linksPage,
  toNewsResult,
  toOverviewResult,
  toSearchAiResult,
  toSearchResult,
} from '#lib/providers/dataforseo/transform-serp';
import { omitEmpty, sanitize } from '#lib/providers/shared/parse-response';
import type { ExternalProvider } from '#lib/providers/shared/provider';
import { findSearchLanguage } from '#lib/providers/shared/search-language';
import languageCodes from './languages.json' with { type: 'json' };

export type DataForSeoEngine = 'chat' | 'gen' | 'searchai' | 'overview' | 'search' | 'search/news';

interface Endpoint<E extends DataForSeoEngine> {
  path: string;
  /** Parameters of the task besides keyword and location. */
  taskOptions?: (request: MonitorRequest) => object;
  /** @param page DataForSEO's result, or undefined if it found nothing */
  toResult: (page: unknown) => Omit<EngineResult<E>, 'html'>;
  /** Everything that `toResult` reads of the page. */
  pageSchema: z.ZodType;
}

const getDevice = ({ device = 'desktop' }: MonitorRequest) => ({ device });
const getPaging = ({ device = 'desktop', pages = 1 }: MonitorRequest) => ({ device, depth: 10 * pages });

const endpoints: { [E in DataForSeoEngine]: Endpoint<E> } = {
  chat: {
    path: 'ai_optimization/chat_gpt/llm_scraper',
    taskOptions: () => ({ force_web_search: true }),
    toResult: toChatResult,
    pageSchema: scrapedPage,
  },
  gen: { path: 'ai_optimization/gemini/llm_scraper', toResult: toGenResult, pageSchema: scrapedPage },
  searchai: {
    path: 'serp/google/ai_mode',
    taskOptions: getDevice,
    toResult: toSearchAiResult,
    pageSchema: answerPage,
  },
  overview: {
    path: 'serp/google/organic',
    taskOptions: (request) => ({ ...getPaging(request), load_async_ai_overview: true }),
    toResult: toOverviewResult,
    pageSchema: linksPage,
  },
  search: {
    path: 'serp/google/organic',
    taskOptions: (request) => ({
      ...getPaging(request),
      ...(request.include.overview && { load_async_ai_overview: true }),
    }),
    toResult: toSearchResult,
    pageSchema: linksPage,
  },
  'search/news': {
    path: 'serp/google/news',
    taskOptions: getPaging,
    toResult: toNewsResult,
    pageSchema: linksPage,
  },
};

/** Serves an engine with DataForSEO, which reads the engine's public page. */
export function createDataForSeoProvider<E extends DataForSeoEngine>(
  engine: E,
  options: DataForSeoOptions,
): ExternalProvider<E> {
  const { path, taskOptions, toResult, pageSchema }: Endpoint<E> = endpoints[engine];
  return {
    name: 'dataforseo',
    engine,
    timeoutMs: engine === 'chat' || engine === 'gen' ? 180_000 : 120_000,
    responseSchema: createResponseSchema(pageSchema),
    targeting: engine === 'chat' || engine === 'gen' ? ['state'] : ['location', 'uule', 'device', 'pages'],
    listUnsupportedValues: (request) =>
      request.uule !== undefined && 'location_code' in getTaskLocation(request) ? ['uule'] : [],
    async query(request, context) {
      const location = getTaskLocation(request);
      const task = { keyword: encodeKeyword(request.prompt), ...location, ...taskOptions?.(request) };
      const response = await postTask(options, `${path}/live/advanced`, task, context);
      const { result, raw, cost } = readTask(response, context.clock.now());
      const note = request.include.html ? 'DataForSEO returns no HTML page with this answer.' : undefined;
      return sanitize({
        result: toResult(result),
        raw: [raw],
        ...(cost && { cost }),
        ...omitEmpty({ note }),
      });
    },
  };
}

/** Encodes `%` and `+`, because DataForSEO decodes percent-encoded characters, and `+` as a space, in keywords. */
function encodeKeyword(prompt: string): string {
  return prompt.replaceAll('%', '%25').replaceAll('+', '%2B');
}

/** Google's criteria IDs of countries: 2000 plus the numeric code of ISO 3166-1. */
const locationCodes = new Map(iso.map(([alpha2, , number]) => [alpha2, 2000 + Number(number)]));

/** The smallest radius that DataForSEO accepts around coordinates. */
const radiusMeters = 200;

/**
 * Returns the language and the most precise location of a request: city, state, coordinates or country. Without a
 * language, or with one that DataForSEO does not support, the language is that of the country.
 */
function getTaskLocation(request: MonitorRequest) {
  const { country, state, location, uule } = request;
  const language_code = findSearchLanguage(request, languages, otherCodes) ?? getLanguage(country);
  const { name, latitude, longitude } = uule === undefined ? {} : decodeUule(uule);
  const fullName = location ?? name ?? (state && `${getStateName(state)},United States`);
  if (fullName !== undefined) {
    // DataForSEO's location names have the form `City,Region,Country`.
    return { location_name: fullName.replace(/\s*,\s*/g, ',').trim(), language_code };
  }
  if (latitude !== undefined && longitude !== undefined) {
    const location_coordinate = `${latitude.toFixed(7)},${longitude.toFixed(7)},${radiusMeters}`;
    return { location_coordinate, language_code };
  }
  return { location_code: locationCodes.get(country), language_code };
}

/** Google languages that DataForSEO supports: the main languages of countries, and a few others. */
const languages = new Set(languageCodes);

/** DataForSEO's codes of languages that have another code in BCP 47. */
const otherCodes: Record<string, string> = { nb: 'no', nn: 'no' };

/** Returns the main language of a country; English if DataForSEO does not support it. */
function getLanguage(country: string): string {
  const { language, script } = new Intl.Locale(`und-${country}`).maximize();
  if (language === 'zh') return script === 'Hant' ? 'zh-TW' : 'zh-CN';
  const code = otherCodes[language] ?? language;
  // The main language of India is Hindi, but Google's page for India opens in English.
  return country !== 'IN' && languages.has(code) ? code : 'en';
}
