import type { NewsResult, OverviewResult, SearchAiResult, SearchResult } from '#lib/contract/results/search';
import { readOverview } from '#lib/providers/dataforseo/overview';
import { parseListEntries, parseSerp, parseTexts, type SerpItem } from '#lib/providers/dataforseo/schema';
import { omitEmpty } from '#lib/providers/shared/parse-response';
import { ProviderError } from '#lib/providers/shared/provider';

/**
 * Converts a page of AI Mode to a `searchai` result. DataForSEO returns no places, no map, no ads with prices and
 * no products inside the text.
 */
export function toSearchAiResult(page: unknown): Omit<SearchAiResult, 'html'> {
  const { text, markdown, sources, citationPills, videos, shoppingCards } = readOverview(
    parseSerp(page).items,
  );
  return {
    text,
    markdown,
    sources,
    citationPills,
    videos,
    inline_products: [],
    map: [],
    ...omitEmpty({ shopping_cards: shoppingCards }),
  };
}

/**
 * Converts a results page to an `overview` result; its text is empty if the page has no overview.
 * @throws ProviderError transient if DataForSEO could not load the overview
 */
export function toOverviewResult(page: unknown): Omit<OverviewResult, 'html'> {
  const { items } = parseSerp(page);
  const { text, markdown, sources, videos } = readOverview(items);
  if (text === '' && items.some(isUnloadedOverview)) {
    throw new ProviderError('transient', 'DataForSEO found an overview but could not load it.');
  }
  return { text, markdown, sources, videos, ads: readAds(items) };
}

/** Google loads such an overview after the page. */
function isUnloadedOverview(item: SerpItem): boolean {
  return item.type === 'ai_overview' && item.asynchronous_ai_overview === true && !item.markdown;
}

/**
 * Converts results pages to a `search` result. Results without a title or URL are dropped. DataForSEO returns
 * related searches as text; their links are derived from the text and the search engine's host.
 */
export function toSearchResult(page: unknown): Omit<SearchResult, 'html'> {
  const { domain, items } = parseSerp(page);
  const { text, markdown, sources, videos } = readOverview(items);
  return {
    organicResults: addPositions(items.flatMap(toOrganicResult)),
    peopleAlsoAsk: items.filter(({ type }) => type === 'people_also_ask').flatMap(toQuestions),
    relatedSearches: items
      .filter(({ type }) => type === 'related_searches')
      .flatMap(parseTexts)
      .flatMap((query) => {
        const link = domain && query && `https://www.${domain}/search?q=${encodeURIComponent(query)}`;
        return query ? [{ query, ...omitEmpty({ link }) }] : [];
      }),
    ads: readAds(items),
    ...(text !== '' && { overview: { text, markdown, sources, videos } }),
  };
}

function toOrganicResult(item: SerpItem) {
  const { type, title, url, breadcrumb, description, timestamp, links } = item;
  if (type !== 'organic' || !title || !url) return [];
  const sitelinks = (links ?? []).flatMap((link) =>
    link.title && link.url ? [{ title: link.title, link: link.url }] : [],
  );
  const date = timestamp?.slice(0, 10);
  const details = { displayedLink: breadcrumb, snippet: description, date, sitelinks };
  return [{ title, link: url, page: getPageNumber(item), ...omitEmpty(details) }];
}

function toQuestions(item: SerpItem): SearchResult['peopleAlsoAsk'] {
  return parseListEntries(item).flatMap(({ title: question, expanded_element }) => {
    if (!question) return [];
    const [answer] = expanded_element ?? [];
    const [reference] = answer?.references ?? [];
    const text = (answer?.items ?? []).flatMap((part) => part.text || []).join('\n\n');
    const details = {
      snippet: answer?.description || text,
      title: answer?.title || reference?.title,
      link: answer?.url || reference?.url,
    };
    return [{ question, ...omitEmpty(details) }];
  });
}

/** Converts results pages to a `search/news` result: single articles and those of top stories. */
export function toNewsResult(page: unknown): Omit<NewsResult, 'html'> {
  const articles = parseSerp(page).items.flatMap((item) => {
    const number = getPageNumber(item);
    if (item.type === 'news_search') return toArticle({ ...item, date: item.time_published }, number);
    if (item.type !== 'top_stories') return [];
    return parseListEntries(item).flatMap((story) => toArticle({ ...story, snippet: undefined }, number));
  });
  return { newsResults: addPositions(articles) };
}

type Article = Pick<
  SerpItem,
  'title' | 'url' | 'source' | 'domain' | 'snippet' | 'timestamp' | 'image_url'
> & { date?: string | null | undefined };

function toArticle(article: Article, page: number) {
  const { title, url, source, domain, snippet, date, timestamp, image_url } = article;
  if (!title || !url) return [];
  const details = { snippet, source: source || domain, date: date || timestamp, thumbnail: image_url };
  return [{ title, link: url, page, ...omitEmpty(details) }];
}

function readAds(items: SerpItem[]): OverviewResult['ads'] {
  const ads = items
    .filter(({ type }) => type === 'paid')
    .flatMap(({ title, url, description }) =>
      title && url ? [{ title, link: url, ...omitEmpty({ snippet: description }) }] : [],
    );
  return addPositions(ads);
}

function addPositions<T extends object>(entries: T[]): (T & { position: number })[] {
  return entries.map((entry, index) => ({ position: index + 1, ...entry }));
}

const resultsPerPage = 10;

/** Returns the page of an item, from 1; derived from its rank if DataForSEO does not say. */
function getPageNumber({ page, rank_group }: SerpItem): number {
  return Math.max(1, Math.trunc(page ?? Math.ceil((rank_group ?? 1) / resultsPerPage)));
}
