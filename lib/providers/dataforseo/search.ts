import type { SearchResult } from '#lib/contract/results/search';
import { listedItems, listedWords, readSerp, type SerpItem } from '#lib/providers/dataforseo/item';
import { adsOf } from '#lib/providers/dataforseo/overview';
import { readOverview } from '#lib/providers/dataforseo/overview-item';
import { told } from '#lib/providers/told';

const perPage = 10;
type Organic = SearchResult['organicResults'][number];

/**
 * Pages of results as this interface's `search` result, one without a title or an address left out. Related searches
 * come as words: their links are made from these and the search engine's host, where it is told. An overview that
 * was not loaded is left out.
 */
export function searchResult(page: unknown): Omit<SearchResult, 'html'> {
  const { domain, items } = readSerp(page);
  const { text, markdown, sources, videos } = readOverview(items);
  return {
    organicResults: items.flatMap(organic).map((result, index) => ({ position: index + 1, ...result })),
    peopleAlsoAsk: items.filter(({ type }) => type === 'people_also_ask').flatMap(alsoAsked),
    relatedSearches: items
      .filter(({ type }) => type === 'related_searches')
      .flatMap((item) => listedWords.parse(item.items) ?? [])
      .flatMap((query) => {
        const link = domain && query && `https://www.${domain}/search?q=${encodeURIComponent(query)}`;
        return query ? [{ query, ...told({ link }) }] : [];
      }),
    ads: adsOf(items),
    ...(text !== '' && { overview: { text, markdown, sources, videos } }),
  };
}

function organic(item: SerpItem): Omit<Organic, 'position'>[] {
  const { type, title, url, breadcrumb, description, timestamp, links } = item;
  if (type !== 'organic' || !title || !url) return [];
  const sitelinks = (links ?? []).flatMap((one) =>
    one.title && one.url ? [{ title: one.title, link: one.url }] : [],
  );
  const date = timestamp?.slice(0, 10);
  return [
    {
      title,
      link: url,
      page: pageOf(item),
      ...told({ displayedLink: breadcrumb, snippet: description, date, sitelinks }),
    },
  ];
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
    return [{ question, ...told({ snippet, title, link }) }];
  });
}
