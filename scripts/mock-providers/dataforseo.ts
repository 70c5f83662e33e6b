import { z } from 'zod';
import {
  createAiOverview,
  createNewsItems,
  createOrganicItems,
  createScrapedPage,
} from '#scripts/mock-providers/dataforseo-results';
import { createPages } from '#scripts/mock-providers/fictional-pages';
import { createJsonResponse, type MockProvider } from '#scripts/mock-providers/mock-provider';

const requestSchema = z.tuple([
  z.looseObject({
    keyword: z.string(),
    location_code: z.number().optional(),
    location_name: z.string().optional(),
    location_coordinate: z.string().optional(),
    language_code: z.string(),
    depth: z.number().optional(),
    load_async_ai_overview: z.boolean().optional(),
  }),
]);
type Task = z.infer<typeof requestSchema>[0];

const endpoint =
  /^\/v3\/(?:serp\/google\/(ai_mode|organic|news)|ai_optimization\/(chat_gpt|gemini)\/llm_scraper)\/live\/advanced$/;

/** Mocks the live endpoints of DataForSEO that the product uses. */
export const mockDataForSeo: MockProvider = {
  name: 'dataforseo',
  matches: (method, path) => method === 'POST' && endpoint.test(path),
  parseRequest({ body, path }) {
    const [task] = requestSchema.parse(body);
    return { prompt: decodeKeyword(task), country: getLocation(task), part: path };
  },
  respond: async ({ body, path, prompt, country }) => {
    const [task] = requestSchema.parse(body);
    const kind = endpoint.exec(path)?.slice(1).find(Boolean) ?? '';
    return createJsonResponse(createEnvelope(20_000, 'Ok.', createResult(kind, task, prompt, country)));
  },
  failures: [
    { kind: 'response', status: 200, body: createEnvelope(40_101, 'Internal SE Server Error.') },
    { kind: 'response', status: 200, body: createEnvelope(40_202, 'Rate limit per minute exceeded.') },
    {
      kind: 'response',
      status: 200,
      body: createEnvelope(40_501, 'Invalid Field: injected refusal.'),
    },
  ],
};

function createResult(kind: string, task: Task, prompt: string, country: string): object {
  const pages = createPages(prompt, country);
  const metadata = {
    keyword: prompt,
    location_code: task.location_code ?? null,
    language_code: task.language_code,
    check_url: 'https://search.example/?q=kayak',
    datetime: '2026-05-04 10:00:00 +00:00',
  };
  if (kind === 'chat_gpt' || kind === 'gemini') return { ...metadata, ...createScrapedPage(kind, pages) };
  const serp = { ...metadata, type: kind, se_domain: 'google.com', spell: null, se_results_count: 9000 };
  const depth = task.depth ?? 10;
  const items =
    kind === 'ai_mode'
      ? [createAiOverview(pages)]
      : kind === 'news'
        ? createNewsItems(pages, depth)
        : createOrganicItems(pages, depth, task.load_async_ai_overview === true);
  return { ...serp, items_count: items.length, items };
}

/** Wraps a task in a response. A task without a result has failed. */
function createEnvelope(status_code: number, status_message: string, result?: object) {
  const cost = result ? 0.004 : 0;
  return {
    version: '0.1.20260501',
    status_code: 20_000,
    status_message: 'Ok.',
    time: '0.1 sec.',
    cost,
    tasks_count: 1,
    tasks_error: result ? 0 : 1,
    tasks: [
      {
        id: '05041000-0000-0066-0000-0123456789ab',
        status_code,
        status_message,
        time: '0.1 sec.',
        cost,
        result_count: result ? 1 : 0,
        path: ['v3'],
        data: {},
        result: result ? [result] : null,
      },
    ],
  };
}

/** Decodes the keyword as DataForSEO does: `+` is a space, `%2B` a plus. */
function decodeKeyword({ keyword }: Task): string {
  return decodeURIComponent(keyword.replaceAll('+', ' ').replace(/%(?![0-9a-f]{2})/gi, '%25'));
}

function getLocation({ location_code, location_name, location_coordinate }: Task): string {
  return location_name ?? location_coordinate ?? String(location_code ?? '');
}
