import type { Engine } from '#lib/contract/engines';
import type { ResultOf } from '#lib/contract/results/by-engine';
import type { Provider, ProviderAnswer } from '#lib/providers/provider';
import type { SerpApiAccess } from '#lib/providers/serpapi/api';
import { type AskedPage, type Asking, askPage } from '#lib/providers/serpapi/ask-page';
import { newsResult } from '#lib/providers/serpapi/news-result';
import { officeResult } from '#lib/providers/serpapi/office-result';
import { overviewOf, overviewResult } from '#lib/providers/serpapi/overview-result';
import { pageMemory, type ReadPages } from '#lib/providers/serpapi/page-memory';
import { placeParameters } from '#lib/providers/serpapi/place-parameters';
import { searchAiResult } from '#lib/providers/serpapi/search-ai-result';
import { searchResult } from '#lib/providers/serpapi/search-result';
import { storable } from '#lib/providers/storable';

/** The engines SerpApi reads. */
export type SerpApiEngine = Extract<Engine, 'office' | 'searchai' | 'overview' | 'search' | 'search/news'>;

/** Five engines by SerpApi, which reads the engines' public pages. */
export function serpApiProvider<E extends SerpApiEngine>(engine: E, access: SerpApiAccess): Provider<E> {
  const readPages = pageMemory<AskedPage>();
  return {
    name: 'serpapi',
    engine,
    timeoutMs: 120_000,
    answersPast: false,
    async ask(request, context) {
      return storable(await asks[engine]({ access, request, context }, readPages));
    },
  };
}

type Ask<E extends Engine> = (asking: Asking, readPages: ReadPages<AskedPage>) => Promise<ProviderAnswer<E>>;

const asks: { [E in SerpApiEngine]: Ask<E> } = {
  async office(asking) {
    const { prompt, country } = asking.request;
    const page = await askPage(asking, { engine: 'bing_copilot', q: prompt });
    const note = `Bing Copilot takes no location from SerpApi, so ${placeOf(asking)} was not sent.`;
    return answerOf(asking, officeResult(page.body, country), [page], note);
  },
  async searchai(asking) {
    const { prompt, country } = asking.request;
    const parameters = { engine: 'google_ai_mode', q: prompt, ...placeParameters(asking.request) };
    const page = await askPage(asking, parameters);
    return answerOf(asking, searchAiResult(page.body, country), [page]);
  },
  async overview(asking) {
    const page = await askPage(asking, googleParameters(asking), true);
    return answerOf(asking, overviewResult(page.overview?.aiOverview, page.body), [page]);
  },
  async search(asking, readPages) {
    const { pages = 1, include } = asking.request;
    const read = await readPages(asking.request, pages, (index) =>
      askPage(asking, googleParameters(asking, index), index === 0 && include.overview !== undefined),
    );
    const overview = overviewOf(read[0]?.overview?.aiOverview);
    const result = { ...searchResult(read.map(({ body }) => body)), ...(overview && { overview }) };
    return answerOf(asking, result, read);
  },
  async 'search/news'(asking, readPages) {
    const { pages = 1 } = asking.request;
    const read = await readPages(asking.request, pages, (index) =>
      askPage(asking, { ...googleParameters(asking, index), tbm: 'nws' }),
    );
    return answerOf(asking, newsResult(read.map(({ body }) => body)), read);
  },
};

const resultsPerPage = 10;

function googleParameters({ request }: Asking, index = 0) {
  return {
    engine: 'google',
    q: request.prompt,
    ...placeParameters(request),
    ...(index > 0 && { start: String(index * resultsPerPage) }),
  };
}

function placeOf({ request: { country, state } }: Asking): string {
  return state === undefined ? `country ${country}` : `state ${state} of country ${country}`;
}

/** The answer with its pages, all of them or none, for a list with a gap would number the others wrongly. */
function answerOf<E extends Engine>(
  { request }: Asking,
  result: Omit<ResultOf<E>, 'html'>,
  pages: AskedPage[],
  ...notes: string[]
): ProviderAnswer<E> {
  const html = pages.flatMap((page) => page.html ?? []);
  const isWhole = html.length === pages.length;
  const told = pages.flatMap(({ overview }) => overview?.note ?? []);
  const missing = request.include.html && !isWhole ? ['SerpApi’s stored page could not be fetched.'] : [];
  const note = [...notes, ...told, ...missing].join(' ');
  return {
    result,
    raw: pages.flatMap(({ body, overview }) =>
      overview?.body === undefined ? [body] : [body, overview.body],
    ),
    ...(isWhole && { html }),
    ...(note !== '' && { note }),
  };
}
