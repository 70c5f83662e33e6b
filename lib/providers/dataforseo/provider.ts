import iso from 'i18n-iso-countries/codes.json' with { type: 'json' };
import { getStateName } from '#lib/contract/countries';
import type { MonitorRequest } from '#lib/contract/requests';
import type { EngineResult } from '#lib/contract/results/by-engine';
import { decodeUule } from '#lib/core/uule';
import { type DataForSeoOptions, postTask, readTask } from '#lib/providers/dataforseo/api';
import { toChatResult, toGenResult } from '#lib/providers/dataforseo/transform-scraped';
import {
  toNewsResult,
  toOverviewResult,
  toSearchAiResult,
  toSearchResult,
} from '#lib/providers/dataforseo/transform-serp';
import { omitEmpty, sanitize } from '#lib/providers/shared/parse-response';
import type { Provider } from '#lib/providers/shared/provider';

export type DataForSeoEngine = 'chat' | 'gen' | 'searchai' | 'overview' | 'search' | 'search/news';

interface Endpoint<E extends DataForSeoEngine> {
  path: string;
  timeoutMs: number;
  /** Parameters of the task besides keyword and location. */
  taskOptions?: (request: MonitorRequest) => object;
  /** @param page DataForSEO's result, or undefined if it found nothing */
  toResult: (page: unknown) => Omit<EngineResult<E>, 'html'>;
}

const getDevice = ({ device = 'desktop' }: MonitorRequest) => ({ device });
const getPaging = ({ device = 'desktop', pages = 1 }: MonitorRequest) => ({ device, depth: 10 * pages });

const endpoints: { [E in DataForSeoEngine]: Endpoint<E> } = {
  chat: {
    path: 'ai_optimization/chat_gpt/llm_scraper/live/advanced',
    timeoutMs: 180_000,
    taskOptions: () => ({ force_web_search: true }),
    toResult: toChatResult,
  },
  gen: {
    path: 'ai_optimization/gemini/llm_scraper/live/advanced',
    timeoutMs: 180_000,
    toResult: toGenResult,
  },
  searchai: {
    path: 'serp/google/ai_mode/live/advanced',
    timeoutMs: 120_000,
    taskOptions: getDevice,
    toResult: toSearchAiResult,
  },
  overview: {
    path: 'serp/google/organic/live/advanced',
    timeoutMs: 120_000,
    taskOptions: (request) => ({ ...getPaging(request), load_async_ai_overview: true }),
    toResult: toOverviewResult,
  },
  search: {
    path: 'serp/google/organic/live/advanced',
    timeoutMs: 120_000,
    taskOptions: (request) => ({
      ...getPaging(request),
      ...(request.include.overview && { load_async_ai_overview: true }),
    }),
    toResult: toSearchResult,
  },
  'search/news': {
    path: 'serp/google/news/live/advanced',
    timeoutMs: 120_000,
    taskOptions: getPaging,
    toResult: toNewsResult,
  },
};

/** Serves an engine with DataForSEO, which reads its public page. */
export function dataForSeoProvider<E extends DataForSeoEngine>(
  engine: E,
  options: DataForSeoOptions,
): Provider<E> {
  const endpoint: Endpoint<E> = endpoints[engine];
  return {
    name: 'dataforseo',
    engine,
    timeoutMs: endpoint.timeoutMs,
    async query(request, context) {
      const task = {
        keyword: encodeKeyword(request.prompt),
        ...getTaskLocation(request),
        ...endpoint.taskOptions?.(request),
      };
      const response = await postTask(options, endpoint.path, task, context);
      const { result, raw, cost } = readTask(response, context.clock.now());
      return sanitize({
        result: endpoint.toResult(result),
        raw: [raw],
        ...(cost && { cost }),
        ...omitEmpty({ note: describeIgnoredParts(request) }),
      });
    },
  };
}

/** DataForSEO decodes `%41` and `+` in keywords. */
function encodeKeyword(prompt: string): string {
  return prompt.replaceAll('%', '%25').replaceAll('+', '%2B');
}

function describeIgnoredParts(request: MonitorRequest): string {
  return [
    ...(request.include.html ? ['DataForSEO’s structured answers come without the page.'] : []),
    ...(hasUnreadableUule(request) ? ['The uule cannot be read, so the country was used.'] : []),
  ].join(' ');
}

/** Google's criteria IDs of countries: 2000 plus the number of ISO 3166-1. */
const locationCodes = new Map(iso.map(([alpha2, , number]) => [alpha2, 2000 + Number(number)]));

/** The smallest radius around coordinates that DataForSEO accepts. */
const radiusMeters = 200;

/** The languages of Google that DataForSEO supports and that are the main language of a country. */
const languages = new Set(
  'af am ar az be bg bn bs ca cs da de el en es et fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mg mk ml mn mr ms mt my ne nl no pa pl ps pt qu ro ru rw si sk sl so sq sr sv sw ta te tg th tk tr uk ur uz vi zh-CN zh-TW'.split(
    ' ',
  ),
);

/** The location and language parameters of a task. */
export interface TaskLocation {
  location_code?: number | undefined;
  location_name?: string;
  location_coordinate?: string;
  language_code: string;
}

/** Returns the most precise location of a request: coordinates, city, state or country. */
function getTaskLocation({ country, state, location, uule }: MonitorRequest): TaskLocation {
  const language_code = getLanguage(country);
  const decoded = uule === undefined ? {} : decodeUule(uule);
  const name = location ?? decoded.name ?? (state && `${getStateName(state)},United States`);
  if (name !== undefined) return { location_name: removeSpacesAroundCommas(name), language_code };
  if (decoded.latitude !== undefined && decoded.longitude !== undefined) {
    const coordinates = [decoded.latitude, decoded.longitude].map((degrees) => degrees.toFixed(7));
    return { location_coordinate: [...coordinates, radiusMeters].join(','), language_code };
  }
  return { location_code: locationCodes.get(country), language_code };
}

/** Returns whether the request has a uule that cannot be read, so that the country is used. */
function hasUnreadableUule(request: MonitorRequest): boolean {
  return request.uule !== undefined && getTaskLocation(request).location_code !== undefined;
}

/** DataForSEO's location names have the form `City,Region,Country`. */
function removeSpacesAroundCommas(name: string): string {
  return name
    .split(',')
    .map((part) => part.trim())
    .join(',');
}

/** Returns the main language of a country; English if DataForSEO does not support it. */
function getLanguage(country: string): string {
  const { language, script } = new Intl.Locale(`und-${country}`).maximize();
  if (language === 'zh') return script === 'Hant' ? 'zh-TW' : 'zh-CN';
  const code = language === 'nb' || language === 'nn' ? 'no' : language;
  // The main language of India is Hindi, but its Google opens in English.
  return country !== 'IN' && languages.has(code) ? code : 'en';
}
