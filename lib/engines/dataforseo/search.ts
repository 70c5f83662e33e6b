import type { SearchResult } from '#lib/contract/results/search';
import { listedItems, listedWords, readSerp, type SerpItem } from '#lib/engines/dataforseo/item';
import { adsOf } from '#lib/engines/dataforseo/overview';
import { readOverview } from '#lib/engines/dataforseo/overview-item';

const perPage = 10;
type Organic = SearchResult['organicResults'][number];

/**
 * Pages of results as this interface's `search` result. Related searches come as words: their links are made from
 * these and the search engine's host. An overview that was not loaded is left out.
 */
export function searchResult(page: unknown): Omit<SearchResult, 'html'> {
  const { domain, items } = readSerp(page);
  const { text, markdown, sources, videos } = readOverview(items);
  return {
    organicResults: items.filter(({ type, url }) => type === 'organic' && url).map(organic),
    peopleAlsoAsk: items.filter(({ type }) => type === 'people_also_ask').flatMap(alsoAsked),
    relatedSearches: items
      .filter(({ type }) => type === 'related_searches')
      .flatMap((item) => listedWords.parse(item.items) ?? [])
      .flatMap((query) =>
        query
          ? [{ query, link: `https://www.${domain ?? 'google.com'}/search?q=${encodeURIComponent(query)}` }]
          : [],
      ),
    ads: adsOf(items),
    ...(text !== '' && { overview: { text, markdown, sources, videos } }),
  };
}

function organic(item: SerpItem, index: number): Organic {
  const { title, url, breadcrumb, domain, description, timestamp, links } = item;
  const sitelinks = (links ?? []).flatMap((one) =>
    one.url ? [{ title: one.title ?? '', link: one.url }] : [],
  );
  return {
    position: index + 1,
    title: title ?? '',
    link: url ?? '',
    displayedLink: breadcrumb ?? domain ?? '',
    snippet: description ?? '',
    ...(timestamp && { date: timestamp.slice(0, 10) }),
    page: pageOf(item),
    ...(sitelinks.length > 0 && { sitelinks }),
  };
}

/** The page an item stood on, from 1: as told, or by its rank where the vendor does not say. */
export function pageOf({ page, rank_group }: SerpItem): number {
  return Math.max(1, Math.trunc(page ?? Math.ceil((rank_group ?? 1) / perPage)));
}

function alsoAsked(item: SerpItem): SearchResult['peopleAlsoAsk'] {
  return (listedItems.parse(item.items) ?? []).flatMap(({ title: question, expanded_element }) => {
    if (!question) return [];
    const [answer] = expanded_element ?? [];
    const words = (answer?.items ?? []).flatMap(({ text }) => text || []).join('\n\n');
    const snippet = answer?.description || words;
    const title = answer?.title || answer?.references?.[0]?.title;
    const link = answer?.url || answer?.references?.[0]?.url;
    return [{ question, ...(snippet && { snippet }), ...(title && { title }), ...(link && { link }) }];
  });
}
