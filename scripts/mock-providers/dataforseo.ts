import { z } from 'zod';
import { newsItems, organicItems } from '#scripts/mock-providers/dataforseo-listings';
import { aiOverview } from '#scripts/mock-providers/dataforseo-overview';
import { scraped } from '#scripts/mock-providers/dataforseo-scraped';
import { kayakPages } from '#scripts/mock-providers/kayaks';
import { jsonReply, type VendorPlay } from '#scripts/mock-providers/play';

const posted = z.tuple([
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
type Task = z.infer<typeof posted>[0];

const endpoint =
  /^\/v3\/(?:serp\/google\/(ai_mode|organic|news)|ai_optimization\/(chat_gpt|gemini)\/llm_scraper)\/live\/advanced$/;

/** DataForSEO's live endpoints, as far as there is a provider for them. */
export const dataForSeoPlay: VendorPlay = {
  vendor: 'dataforseo',
  takes: (method, path) => method === 'POST' && endpoint.test(path),
  question({ body, path }) {
    const [task] = posted.parse(body);
    return { prompt: keywordOf(task), country: placeOf(task), part: path };
  },
  reply: async ({ body, path, prompt, country }) => {
    const [task] = posted.parse(body);
    const kind = endpoint.exec(path)?.slice(1).find(Boolean) ?? '';
    return jsonReply(envelope(20_000, 'Ok.', resultOf(kind, task, prompt, country)));
  },
  failures: [
    { kind: 'fail', status: 200, body: envelope(40_101, 'Internal SE Server Error.') },
    { kind: 'fail', status: 200, body: envelope(40_202, 'Rate limit per minute exceeded.') },
    { kind: 'fail', status: 200, body: envelope(40_501, 'Invalid Field: the stand-in was told to refuse.') },
  ],
};

function resultOf(kind: string, task: Task, prompt: string, country: string): object {
  const pages = kayakPages(prompt, country);
  const about = {
    keyword: prompt,
    location_code: task.location_code ?? null,
    language_code: task.language_code,
    check_url: 'https://search.example/?q=kayak',
    datetime: '2026-05-04 10:00:00 +00:00',
  };
  if (kind === 'chat_gpt' || kind === 'gemini') return { ...about, ...scraped(kind, pages) };
  const serp = { ...about, type: kind, se_domain: 'google.com', spell: null, se_results_count: 9000 };
  const depth = task.depth ?? 10;
  const items =
    kind === 'ai_mode'
      ? [aiOverview(pages)]
      : kind === 'news'
        ? newsItems(pages, depth)
        : organicItems(pages, depth, task.load_async_ai_overview === true);
  return { ...serp, items_count: items.length, items };
}

/** The vendor's envelope around one task, which failed if it brings no result. */
function envelope(status_code: number, status_message: string, result?: object) {
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

/** The vendor decodes what it is sent: `+` is a blank, `%2B` a plus. */
function keywordOf({ keyword }: Task): string {
  return decodeURIComponent(keyword.replaceAll('+', ' ').replace(/%(?![0-9a-f]{2})/gi, '%25'));
}

/** A country by its number, else the place as it was named. */
function placeOf({ location_code, location_name, location_coordinate }: Task): string {
  return location_name ?? location_coordinate ?? String(location_code ?? '');
}
