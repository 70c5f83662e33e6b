import { engineSpecs } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import type { SearchResult } from '#lib/contract/results/search';
import { answerPrompt } from '#lib/sandbox/answers/answer';
import { getSnippet } from '#lib/sandbox/answers/draft';
import { renderResultPages } from '#lib/sandbox/answers/render';
import { buildSearchQueries, listRelatedQuestions, toSearchQuery } from '#lib/sandbox/answers/search-queries';
import { findMapPlaces, findPlaces, type Place } from '#lib/sandbox/catalog/places';
import { buildSearchAds } from '#lib/sandbox/catalog/products';
import { getSearchIndex } from '#lib/sandbox/market/search-index';
import type { MarketDocument } from '#lib/sandbox/market/write-document';
import { createContext, type RequestContext } from '#lib/sandbox/request/prompt';
import {
  buildNumberedResults,
  findPages,
  formatRelativeDate,
  getPageSize,
  paginate,
} from '#lib/sandbox/results/result-pages';
import { buildOverviewResult } from '#lib/sandbox/results/search-ai';

type OrganicResult = SearchResult['organicResults'][number];

const datedPublisherTypes: readonly string[] = ['news', 'reviews', 'forum', 'video'];
const maxLocalResults = 2;

/** Answers a query with pages of results, as the search engine would on the given date. */
export function answerSearch(
  request: MonitorRequest,
  date: Date,
): { result: Omit<SearchResult, 'html'>; html?: string[] } {
  const { include, prompt } = request;
  const context = createContext('search', request, date);
  const pages = listOrganicResults(context);
  const entries = pages.map((page) => page.map((result) => ({ ...result, details: result.displayedLink })));
  const { ads: _, ...overview } =
    include.overview === undefined
      ? { ads: [], text: '', sources: [], citationPills: [], videos: [] }
      : buildOverviewResult(answerPrompt('overview', request, date));
  return {
    result: {
      organicResults: pages.flat(),
      peopleAlsoAsk: buildPeopleAlsoAsk(context),
      relatedSearches: buildRelatedSearches(context),
      ads: buildSearchAds(context, ''),
      ...(overview.text !== '' && { overview }),
    },
    ...(include.html && { html: renderResultPages(prompt, engineSpecs.search.name, entries) }),
  };
}

function listOrganicResults(context: RequestContext): OrganicResult[][] {
  const { parsed } = context;
  const { pages = 1, device } = context.request;
  const pageSize = getPageSize(device);
  const found = findPages(context, pages * pageSize);
  const ownPages = found.filter(({ publisher }) => publisher.name === parsed?.brands[0]?.name).slice(0, 1);
  const [first = [], ...rest] = paginate([...new Set([...ownPages, ...found])], pages, pageSize);
  const places = findLocalPlaces(context).slice(0, maxLocalResults);
  const placesIndex = parsed === undefined ? 0 : 1;
  const firstPage: (MarketDocument | Place)[] = [
    ...first.slice(0, placesIndex),
    ...places,
    ...first.slice(placesIndex),
  ];
  return buildNumberedResults([firstPage.slice(0, pageSize), ...rest], (item, position, page) =>
    'sentences' in item
      ? toOrganicResult(item, position, page, context)
      : {
          position,
          title: `${item.name}: ${item.category}`,
          link: item.url,
          displayedLink: `${item.domain} › ${item.address[1] ?? ''}`,
          snippet: `${item.description} ${item.address.join(', ')}.`,
          page,
        },
  );
}

function toOrganicResult(
  document: MarketDocument,
  position: number,
  page: number,
  { snapshot, parsed }: RequestContext,
): OrganicResult {
  const { category, publisher, title, url } = document;
  const isBrandOfPrompt = parsed?.brands.some(({ name }) => name === publisher.name) === true;
  return {
    position,
    title,
    link: url,
    displayedLink: `${publisher.domain} › ${category.key}`,
    snippet: getSnippet(document),
    ...(datedPublisherTypes.includes(publisher.type) && { date: formatRelativeDate(document, snapshot) }),
    page,
    ...(isBrandOfPrompt && { sitelinks: listSitelinks(document) }),
  };
}

function listSitelinks({ publisher, url }: MarketDocument): { title: string; link: string }[] {
  return getSearchIndex()
    .documents.filter((other) => other.publisher === publisher && other.url !== url)
    .slice(0, 4)
    .map(({ title, url: link }) => ({ title, link }));
}

/** Finds places to show among the results: those the prompt looks for, or shops if the request targets a city. */
function findLocalPlaces(context: RequestContext): Place[] {
  const places = findMapPlaces(context);
  return places.length > 0 || !context.location.isRequested ? places : findPlaces(context);
}

function buildPeopleAlsoAsk(context: RequestContext): SearchResult['peopleAlsoAsk'] {
  if (context.parsed === undefined) return [];
  const answers = findPages(context, 4);
  return listRelatedQuestions(context.parsed).map((question, index) => {
    const document = answers[index];
    return {
      question,
      ...(document && { snippet: getSnippet(document), title: document.title, link: document.url }),
    };
  });
}

function buildRelatedSearches({
  snapshot,
  parsed,
  request,
}: RequestContext): SearchResult['relatedSearches'] {
  const year = snapshot.date.getUTCFullYear();
  const words = toSearchQuery(request.prompt);
  const queries = parsed
    ? buildSearchQueries(parsed, 'searchai', year).slice(1)
    : [`${words} reviews`, `${words} ${year}`, `${words} explained`];
  return queries.map((query) => ({
    query,
    link: `https://lookaroo.example/search?q=${encodeURIComponent(query)}`,
  }));
}
