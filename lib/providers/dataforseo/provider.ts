import type { MonitorRequest } from '#lib/contract/requests';
import type { ResultOf } from '#lib/contract/results/by-engine';
import { type DataForSeoAccess, postTask } from '#lib/providers/dataforseo/api';
import { chatResult } from '#lib/providers/dataforseo/chat';
import { genResult } from '#lib/providers/dataforseo/gen';
import { newsResult } from '#lib/providers/dataforseo/news';
import { overviewResult } from '#lib/providers/dataforseo/overview';
import { lostPlace, placeOf } from '#lib/providers/dataforseo/place';
import { readTask } from '#lib/providers/dataforseo/read-task';
import { searchResult } from '#lib/providers/dataforseo/search';
import { searchAiResult } from '#lib/providers/dataforseo/search-ai';
import type { Provider } from '#lib/providers/provider';
import { storable } from '#lib/providers/storable';

/** The engines whose public pages the vendor reads. */
export type DataForSeoEngine = 'chat' | 'gen' | 'searchai' | 'overview' | 'search' | 'search/news';

interface Endpoint<E extends DataForSeoEngine> {
  path: string;
  timeoutMs: number;
  /** What a task says beside question and place. */
  task?: (request: MonitorRequest) => object;
  /** Pure: the vendor's one result, or undefined where it found nothing, as this interface's. */
  result: (page: unknown) => Omit<ResultOf<E>, 'html'>;
}

const device = ({ device: asked = 'desktop' }: MonitorRequest) => ({ device: asked });
const pages = (request: MonitorRequest) => ({ ...device(request), depth: 10 * (request.pages ?? 1) });

const endpoints: { [E in DataForSeoEngine]: Endpoint<E> } = {
  chat: {
    path: 'ai_optimization/chat_gpt/llm_scraper/live/advanced',
    timeoutMs: 180_000,
    task: () => ({ force_web_search: true }),
    result: chatResult,
  },
  gen: {
    path: 'ai_optimization/gemini/llm_scraper/live/advanced',
    timeoutMs: 180_000,
    result: genResult,
  },
  searchai: {
    path: 'serp/google/ai_mode/live/advanced',
    timeoutMs: 120_000,
    task: device,
    result: searchAiResult,
  },
  overview: {
    path: 'serp/google/organic/live/advanced',
    timeoutMs: 120_000,
    task: (request) => ({ ...pages(request), load_async_ai_overview: true }),
    result: overviewResult,
  },
  search: {
    path: 'serp/google/organic/live/advanced',
    timeoutMs: 120_000,
    task: (request) => ({
      ...pages(request),
      ...(request.include.overview && { load_async_ai_overview: true }),
    }),
    result: searchResult,
  },
  'search/news': {
    path: 'serp/google/news/live/advanced',
    timeoutMs: 120_000,
    task: pages,
    result: newsResult,
  },
};

/** An engine by DataForSEO, which reads its public page. */
export function dataForSeoProvider<E extends DataForSeoEngine>(
  engine: E,
  access: DataForSeoAccess,
): Provider<E> {
  const endpoint: Endpoint<E> = endpoints[engine];
  return {
    name: 'dataforseo',
    engine,
    timeoutMs: endpoint.timeoutMs,
    answersPast: false,
    async ask(request, { signal, clock }) {
      const task = { keyword: keywordOf(request.prompt), ...placeOf(request), ...endpoint.task?.(request) };
      const reply = await postTask(access, endpoint.path, task, signal);
      const { result, raw, cost } = readTask(reply, clock.now());
      const note = notesOn(request).join(' ');
      return storable({
        result: endpoint.result(result),
        raw: [raw],
        ...(cost && { cost }),
        ...(note !== '' && { note }),
      });
    },
  };
}

/** The vendor decodes `%41` and `+` in what it is sent. */
function keywordOf(prompt: string): string {
  return prompt.replaceAll('%', '%25').replaceAll('+', '%2B');
}

function notesOn(request: MonitorRequest): string[] {
  return [
    ...(request.include.html ? ['DataForSEO’s structured answers come without the page.'] : []),
    ...(lostPlace(request) ? ['The uule cannot be read, so the country was asked as a whole.'] : []),
  ];
}
