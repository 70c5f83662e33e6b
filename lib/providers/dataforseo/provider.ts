import type { MonitorRequest } from '#lib/contract/requests';
import type { EngineResult } from '#lib/contract/results/by-engine';
import { type DataForSeoOptions, postTask, readTask } from '#lib/providers/dataforseo/api';
import { getTaskLocation, hasUnreadableUule } from '#lib/providers/dataforseo/location';
import { toChatResult, toGenResult } from '#lib/providers/dataforseo/transform-scraped';
import {
  toNewsResult,
  toOverviewResult,
  toSearchAiResult,
  toSearchResult,
} from '#lib/providers/dataforseo/transform-serp';
import { omitEmpty } from '#lib/providers/shared/optional-fields';
import { sanitize } from '#lib/providers/shared/parse-response';
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
