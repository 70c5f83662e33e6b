import type { NewsResult } from '#lib/contract/results/search';
import { listedItems, readSerp, type SerpItem } from '#lib/providers/dataforseo/item';
import { pageOf } from '#lib/providers/dataforseo/search';
import { told } from '#lib/providers/told';

type News = NewsResult['newsResults'][number];
type Report = Pick<
  SerpItem,
  'title' | 'url' | 'source' | 'domain' | 'snippet' | 'timestamp' | 'image_url'
> & {
  when?: string | null;
};

/**
 * Pages of news as this interface's `search/news` result: single reports and those of a block of top stories. One
 * without a title or an address is none.
 */
export function newsResult(page: unknown): Omit<NewsResult, 'html'> {
  const found = readSerp(page).items.flatMap((item): [Report, number][] => {
    const number = pageOf(item);
    if (item.type === 'news_search') return [[{ ...item, when: item.time_published }, number]];
    if (item.type !== 'top_stories') return [];
    return (listedItems.parse(item.items) ?? []).map((story) => [{ ...story, when: story.date }, number]);
  });
  return { newsResults: found.flatMap(newsOf).map((news, index) => ({ position: index + 1, ...news })) };
}

function newsOf([report, page]: [Report, number]): Omit<News, 'position'>[] {
  const { title, url, source, domain, snippet, when, timestamp, image_url } = report;
  if (!title || !url) return [];
  const details = { snippet, source: source || domain, date: when || timestamp, thumbnail: image_url };
  return [{ title, link: url, page, ...told(details) }];
}
