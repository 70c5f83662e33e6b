import { aiOverview } from '#scripts/mock-providers/dataforseo-overview';
import type { KayakPage } from '#scripts/mock-providers/kayaks';

/** Pages of results, ten a page, with an overview on the first. */
export function organicItems(pages: KayakPage[], depth: number, loadsOverview: boolean): object[] {
  const organic = Array.from({ length: depth }, (_, index) => {
    const page = pages[index % pages.length];
    return {
      type: 'organic',
      rank_group: index + 1,
      rank_absolute: index + 4,
      page: 1 + Math.floor(index / 10),
      domain: page?.domain,
      title: page?.title,
      url: `${page?.url}&n=${index}`,
      breadcrumb: `https://${page?.domain} › boats`,
      website_name: page?.site,
      description: page?.says,
      timestamp: index === 0 ? '2026-04-01 00:00:00 +00:00' : null,
      links:
        index === 0 ? [{ type: 'link_element', title: 'Tests', url: `https://${page?.domain}/tests` }] : null,
    };
  });
  const [first] = pages;
  return [
    aiOverview(pages, loadsOverview),
    {
      type: 'paid',
      rank_group: 1,
      rank_absolute: 2,
      title: `${first?.kayak}, in stock`,
      url: 'https://shop.example/fold',
      domain: 'shop.example',
      description: 'Ships today.',
    },
    ...organic,
    {
      type: 'people_also_ask',
      rank_group: 1,
      items: [
        {
          type: 'people_also_ask_element',
          title: 'Do folding kayaks last?',
          seed_question: null,
          expanded_element: [
            {
              type: 'people_also_ask_expanded_element',
              title: first?.title,
              url: first?.url,
              domain: first?.domain,
              description: first?.says,
            },
          ],
        },
      ],
    },
    { type: 'related_searches', rank_group: 1, items: ['folding kayak for two', 'kayak repair tape'] },
  ];
}

/** Pages of news, ten a page, the first after a block of top stories. */
export function newsItems(pages: KayakPage[], depth: number): object[] {
  const [first] = pages;
  const stories = {
    type: 'top_stories',
    rank_group: 1,
    rank_absolute: 1,
    items: [
      {
        type: 'top_stories_element',
        source: first?.site,
        domain: first?.domain,
        title: first?.title,
        date: '2 hours ago',
        timestamp: '2026-05-04 08:00:00 +00:00',
        url: first?.url,
        image_url: `https://${first?.domain}/top.jpg`,
      },
    ],
  };
  const reports = Array.from({ length: depth - 1 }, (_, index) => {
    const page = pages[index % pages.length];
    return {
      type: 'news_search',
      rank_group: index + 1,
      rank_absolute: index + 2,
      page: 1 + Math.floor((index + 1) / 10),
      domain: page?.domain,
      title: page?.title,
      url: `${page?.url}&n=${index}`,
      image_url: null,
      snippet: page?.says,
      time_published: `${index + 1} days ago`,
      timestamp: '2026-05-01 08:00:00 +00:00',
    };
  });
  return [stories, ...reports];
}
