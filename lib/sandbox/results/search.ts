import { engineSpecs } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import type { SearchResult } from '#lib/contract/results/search';
import { answerPrompt } from '#lib/sandbox/answers/answer';
import { snippet } from '#lib/sandbox/answers/draft';
import { renderResultPage } from '#lib/sandbox/answers/render';
import { buildSearchQueries, listRelatedQuestions, toSearchQuery } from '#lib/sandbox/answers/search-queries';
import { findMapPlaces, findPlaces, type Place } from '#lib/sandbox/catalog/places';
import { buildSearchAds } from '#lib/sandbox/catalog/products';
import type { PublisherType } from '#lib/sandbox/data/market-data';
import type { MarketDocument } from '#lib/sandbox/market/documents';
import { searchIndex } from '#lib/sandbox/market/search-index';
import { createContext, type RequestContext } from '#lib/sandbox/request/prompt';
import { findPages, formatRelativeDate, getPageSize, paginate } from '#lib/sandbox/results/result-pages';
import { overviewResult } from '#lib/sandbox/results/search-ai';

type Organic = SearchResult['organicResults'][number];

const dated: ReadonlySet<PublisherType> = new Set<PublisherType>(['news', 'reviews', 'forum', 'video']);
const localResults = 2;

/** Answers a query with pages of results, as the search engine would at a date. */
export function search(
  request: MonitorRequest,
  instant: Date,
): { result: Omit<SearchResult, 'html'>; html?: string[] } {
  const context = createContext('search', request, instant);
  const pages = listResultPages(context);
  return {
    result: {
      organicResults: pages.flat(),
      peopleAlsoAsk: buildPeopleAlsoAsk(context),
      relatedSearches: buildRelatedSearches(context),
      ads: buildSearchAds(context, ''),
      ...buildOverview(request, instant),
    },
    ...(request.include.html ? { html: pages.map((page, index) => html(context, page, index + 1)) } : {}),
  };
}

function listResultPages(context: RequestContext): Organic[][] {
  const { pages = 1, device } = context.request;
  const size = getPageSize(device);
  const local = findLocalPlaces(context).slice(0, localResults);
  const found = putOwnSiteFirst(
    findPages(context, pages * size, () => true),
    context,
  );
  const [first = [], ...rest] = paginate(found, pages, size);
  const top = first.map((document) => organic(document, context));
  const before = context.parsed === undefined ? 0 : 1;
  const firstPage = [...top.slice(0, before), ...local.map(branch), ...top.slice(before)].slice(0, size);
  let position = 0;
  return [firstPage, ...rest.map((page) => page.map((document) => organic(document, context)))].map(
    (page, index) =>
      page.map((result): Organic => {
        position += 1;
        return { ...result, position, page: index + 1 };
      }),
  );
}

/** Puts the site of a mentioned brand first. */
function putOwnSiteFirst(found: MarketDocument[], { parsed }: RequestContext): MarketDocument[] {
  const [brand] = parsed?.brands ?? [];
  const own = found.find(({ publisher }) => publisher.name === brand?.name);
  return own === undefined ? found : [own, ...found.filter((document) => document !== own)];
}

function organic(document: MarketDocument, { time, parsed }: RequestContext): Organic {
  const { category, publisher, title, url } = document;
  const asked = parsed?.brands.some(({ name }) => name === publisher.name) === true;
  return {
    position: 0,
    title,
    link: url,
    displayedLink: `${publisher.domain} › ${category.key}`,
    snippet: snippet(document),
    ...(dated.has(publisher.type) ? { date: formatRelativeDate(document, time) } : {}),
    page: 0,
    ...(asked ? { sitelinks: sitelinks(document) } : {}),
  };
}

/** Lists further pages of a brand's own site, if the query mentions the brand. */
function sitelinks({ publisher, url }: MarketDocument): { title: string; link: string }[] {
  return searchIndex()
    .market.documents.filter((other) => other.publisher === publisher && other.url !== url)
    .slice(0, 4)
    .map(({ title, url: link }) => ({ title, link }));
}

/** Finds places to show among the results: those the prompt looks for, or shops if the request targets a city. */
function findLocalPlaces(context: RequestContext): Place[] {
  const asked = findMapPlaces(context);
  return asked.length > 0 || !context.location.asked ? asked : findPlaces(context);
}

function branch({ address, category, description, domain, name, url }: Place): Organic {
  return {
    position: 0,
    title: `${name}: ${category}`,
    link: url,
    displayedLink: `${domain} › ${address[1] ?? ''}`,
    snippet: `${description} ${address.join(', ')}.`,
    page: 0,
  };
}

function buildPeopleAlsoAsk(context: RequestContext): SearchResult['peopleAlsoAsk'] {
  if (context.parsed === undefined) return [];
  const answers = findPages(context, 4, () => true);
  return listRelatedQuestions(context.parsed).map((question, index) => {
    const document = answers[index];
    return {
      question,
      ...(document === undefined
        ? {}
        : { snippet: snippet(document), title: document.title, link: document.url }),
    };
  });
}

function buildRelatedSearches({ time, parsed, request }: RequestContext): SearchResult['relatedSearches'] {
  const year = time.date.getUTCFullYear();
  const words = toSearchQuery(request.prompt);
  const queries =
    parsed === undefined
      ? [`${words} reviews`, `${words} ${year}`, `${words} explained`]
      : buildSearchQueries(parsed, 'searchai', year).slice(1);
  return queries.map((query) => ({
    query,
    link: `https://lookaroo.example/search?q=${encodeURIComponent(query)}`,
  }));
}

function buildOverview(request: MonitorRequest, instant: Date): Pick<SearchResult, 'overview'> {
  if (request.include.overview === undefined) return {};
  const { ads: _, ...overview } = overviewResult(answerPrompt('overview', request, instant));
  return overview.text === '' ? {} : { overview };
}

function html({ request }: RequestContext, page: Organic[], number: number): string {
  const entries = page.map(({ displayedLink, link, snippet: said, title }) => ({
    title,
    url: link,
    about: displayedLink,
    snippet: said,
  }));
  return renderResultPage(request.prompt, engineSpecs.search.label, number, entries);
}
