import { engineSpecs } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import type { NewsResult } from '#lib/contract/results/search';
import { getSnippet } from '#lib/sandbox/answers/draft';
import { renderResultPages } from '#lib/sandbox/answers/render';
import { getProximity } from '#lib/sandbox/market/prices';
import type { MarketDocument } from '#lib/sandbox/market/write-document';
import { createContext, type RequestContext } from '#lib/sandbox/request/prompt';
import {
  buildNumberedResults,
  findPages,
  formatRelativeDate,
  getPageSize,
  paginate,
} from '#lib/sandbox/results/result-pages';

/** Answers a query with pages of news, dated relative to the request. */
export function answerNewsSearch(
  request: MonitorRequest,
  date: Date,
): { result: Omit<NewsResult, 'html'>; html?: string[] } {
  const { device, include, pages = 1, prompt } = request;
  const { parsed, ...rest } = createContext('search/news', request, date);
  const context: RequestContext = { ...rest, parsed: parsed && { ...parsed, intent: 'news' } };
  const pageSize = getPageSize(device);
  const found = findPages(context, pages * pageSize, ({ publisher }) => publisher.type === 'news');
  const results = buildNumberedResults(
    paginate(sortNewsFirst(found, context), pages, pageSize),
    (document, position, page) => ({
      position,
      title: document.title,
      link: document.url,
      snippet: getSnippet(document),
      source: document.publisher.name,
      date: formatRelativeDate(document, context.snapshot),
      page,
      thumbnail: `https://${document.publisher.domain}/thumbnails/${document.id}.jpg`,
    }),
  );
  const entries = results.map((page) =>
    page.map((result) => ({ ...result, details: `${result.source} · ${result.date}` })),
  );
  return {
    result: { newsResults: results.flat() },
    ...(include.html && { html: renderResultPages(prompt, engineSpecs['search/news'].name, entries) }),
  };
}

const halfLifeDays = 21;

/** Puts news articles about the category first, nearby and recent ones before others. */
function sortNewsFirst(documents: MarketDocument[], { snapshot, parsed }: RequestContext): MarketDocument[] {
  const getWeight = (document: MarketDocument) =>
    getProximity(document.publisher.region, snapshot.region) *
    0.5 ** (snapshot.getAgeDays(document) / halfLifeDays);
  const articles = documents
    .filter(({ category, kind }) => kind === 'news' && category === parsed?.category)
    .sort((a, b) => getWeight(b) - getWeight(a) || a.id - b.id);
  return [...new Set([...articles, ...documents])];
}
