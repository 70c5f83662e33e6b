import type { NewsResult } from '#lib/contract/results/search';
import { domainOfAddress } from '#lib/core/compared-address';
import { listedItems, readSerp, type SerpItem } from '#lib/engines/dataforseo/item';
import { pageOf } from '#lib/engines/dataforseo/search';

type News = NewsResult['newsResults'][number];
type Told = Pick<SerpItem, 'title' | 'url' | 'source' | 'domain' | 'snippet' | 'timestamp' | 'image_url'> & {
  when?: string | null;
};

/** Pages of news as this interface's `search/news` result: single reports and those of a block of top stories. */
export function newsResult(page: unknown): Omit<NewsResult, 'html'> {
  const told = readSerp(page).items.flatMap((item): [Told, number][] => {
    const number = pageOf(item);
    if (item.type === 'news_search') return [[{ ...item, when: item.time_published }, number]];
    if (item.type !== 'top_stories') return [];
    return (listedItems.parse(item.items) ?? []).map((story) => [{ ...story, when: story.date }, number]);
  });
  const newsResults = told
    .filter(([{ url }]) => url)
    .map(
      ([{ title, url, source, domain, snippet, when, timestamp, image_url }, number], index): News => ({
        position: index + 1,
        title: title ?? '',
        link: url ?? '',
        snippet: snippet ?? '',
        source: source ?? domain ?? domainOfAddress(url ?? ''),
        date: when ?? timestamp ?? '',
        page: number,
        thumbnail: image_url ?? '',
      }),
    );
  return { newsResults };
}
