import { engineSpecs } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import type { NewsResult } from '#lib/contract/results/search';
import { snippet } from '#lib/sandbox/answers/draft';
import { renderResultPage } from '#lib/sandbox/answers/render';
import type { MarketDocument } from '#lib/sandbox/market/documents';
import { getProximity } from '#lib/sandbox/market/prices';
import { createContext, type RequestContext } from '#lib/sandbox/request/prompt';
import { findPages, formatRelativeDate, getPageSize, paginate } from '#lib/sandbox/results/result-pages';

/** Answers a query with pages of news, dated relative to the request. */
export function news(
  request: MonitorRequest,
  instant: Date,
): { result: Omit<NewsResult, 'html'>; html?: string[] } {
  const context = createContext('search/news', request, instant);
  const { device, include, pages = 1, prompt } = request;
  const size = getPageSize(device);
  const found = putReportsFirst(
    findPages(withNewsIntent(context), pages * size, ({ publisher }) => publisher.type === 'news'),
    context,
  );
  let position = 0;
  const results = paginate(found, pages, size).map((page, index) =>
    page.map((document): NewsResult['newsResults'][number] => {
      position += 1;
      const { id, publisher, title, url } = document;
      return {
        position,
        title,
        link: url,
        snippet: snippet(document),
        source: publisher.name,
        date: formatRelativeDate(document, context.time),
        page: index + 1,
        thumbnail: `https://${publisher.domain}/thumbnails/${id}.jpg`,
      };
    }),
  );
  return {
    result: { newsResults: results.flat() },
    ...(include.html
      ? {
          html: results.map((page, index) =>
            renderResultPage(
              prompt,
              engineSpecs['search/news'].label,
              index + 1,
              page.map(({ date, link, snippet: said, source, title }) => ({
                title,
                url: link,
                about: `${source} · ${date}`,
                snippet: said,
              })),
            ),
          ),
        }
      : {}),
  };
}

/** Treats every query as one for news. */
function withNewsIntent(context: RequestContext): RequestContext {
  return context.parsed === undefined
    ? context
    : { ...context, parsed: { ...context.parsed, intent: 'news' } };
}

const halfLifeDays = 21;

/** Puts reports about the category first, close and recent ones before others. */
function putReportsFirst(papers: MarketDocument[], { time, parsed }: RequestContext): MarketDocument[] {
  const weight = (document: MarketDocument) =>
    getProximity(document.publisher.region, time.region) * 0.5 ** (time.age(document) / halfLifeDays);
  const reports = papers
    .filter(({ category, kind }) => kind === 'news' && category === parsed?.category)
    .sort((a, b) => weight(b) - weight(a) || a.id - b.id);
  return [...reports, ...papers.filter((document) => !reports.includes(document))];
}
