import type { FictionalPage } from '#scripts/mock-providers/fictional-pages';

/** Creates a scraped page of ChatGPT or Gemini: citations by link and by reference; for ChatGPT also products, brands and an ad. */
export function createScrapedPage(kind: 'chat_gpt' | 'gemini', pages: FictionalPage[]): object {
  const [first, second, ...others] = pages;
  const toSource = ({ url, domain, title, sentence }: FictionalPage) => ({
    type: `${kind}_source`,
    title,
    snippet: sentence,
    domain,
    url: kind === 'chat_gpt' ? `${url}&utm_source=chatgpt.com` : url,
    publication_date: '2026-04-01 00:00:00 +00:00',
  });
  const cited = pages.slice(0, 2).map(toSource);
  const markdown = [
    `${first?.sentence} ([${first?.domain}](${cited[0]?.url})).`,
    `${second?.sentence} ([${second?.domain}][1]).`,
    `[1]: ${cited[1]?.url} "${second?.title}"`,
  ].join('\n\n');
  const text = { type: `${kind}_text`, rank_group: 1, rank_absolute: 1, markdown, sources: cited };
  if (kind === 'gemini') return { model: 'gemini-2.5', markdown, sources: cited, items: [text] };
  return {
    model: 'gpt-5',
    markdown,
    sources: cited,
    search_results: others.map(({ url, domain, title, sentence }) => ({
      type: 'chat_gpt_search_result',
      url,
      domain,
      title,
      description: sentence,
    })),
    fan_out_queries: [`${first?.kayak} weight`, 'folding kayak test'],
    brand_entities: [{ type: 'chat_gpt_brand_entity', title: first?.kayak, category: 'product', urls: null }],
    items: [
      text,
      {
        type: 'chat_gpt_products',
        rank_group: 1,
        rank_absolute: 2,
        items: pages.map(({ kayak, price, site, url, domain }) => ({
          type: 'chat_gpt_products_element',
          product_id: kayak,
          title: kayak,
          merchants: site,
          price,
          currency: 'USD',
          tag: null,
          url,
          domain,
          images: [`https://${domain}/boat.jpg`],
          rating: { rating_type: 'Max5', value: 4.4, votes_count: 52, rating_max: 5 },
        })),
      },
      {
        type: 'chat_gpt_ad',
        rank_group: 1,
        rank_absolute: 3,
        title: 'Fold it at home',
        snippet: 'Try for a week.',
        url: 'https://shop.example/ad',
        domain: 'shop.example',
        image_url: null,
        advertiser: { name: 'Shop', url: 'https://shop.example/', favicon_url: null },
      },
    ],
  };
}

/** Creates search results, ten per page, with an overview on the first page. */
export function createOrganicItems(
  pages: FictionalPage[],
  depth: number,
  isOverviewLoaded: boolean,
): object[] {
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
      description: page?.sentence,
      timestamp: index === 0 ? '2026-04-01 00:00:00 +00:00' : null,
      links:
        index === 0 ? [{ type: 'link_element', title: 'Tests', url: `https://${page?.domain}/tests` }] : null,
    };
  });
  const [first] = pages;
  return [
    createAiOverview(pages, isOverviewLoaded),
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
              description: first?.sentence,
            },
          ],
        },
      ],
    },
    { type: 'related_searches', rank_group: 1, items: ['folding kayak for two', 'kayak repair tape'] },
  ];
}

/** Creates news results, ten per page, with top stories first. */
export function createNewsItems(pages: FictionalPage[], depth: number): object[] {
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
      snippet: page?.sentence,
      time_published: `${index + 1} days ago`,
      timestamp: '2026-05-01 08:00:00 +00:00',
    };
  });
  return [stories, ...reports];
}

const toReference = ({ url, domain, site, title, sentence }: FictionalPage) => ({
  type: 'ai_overview_reference',
  source: site,
  domain,
  url,
  title,
  text: sentence,
});

/** Creates an AI overview or AI Mode answer, as Markdown and as blocks. */
export function createAiOverview(pages: FictionalPage[], isLoaded = true): object {
  const overviewFields = { type: 'ai_overview', rank_group: 1, rank_absolute: 1, page: 1, position: 'left' };
  if (!isLoaded) {
    return {
      ...overviewFields,
      asynchronous_ai_overview: true,
      markdown: null,
      items: null,
      references: null,
    };
  }
  const [first] = pages;
  const blocks = pages.map((page) => ({
    type: 'ai_overview_element',
    title: null,
    text: `${page.sentence}.`,
    markdown: `${page.sentence}. [[1]](${page.url})`,
    links: null,
    images: null,
    references: [toReference(page)],
  }));
  return {
    ...overviewFields,
    asynchronous_ai_overview: false,
    markdown: blocks.map(({ markdown }) => markdown).join('\n\n'),
    items: [
      ...blocks,
      {
        type: 'ai_overview_video_element',
        title: `${first?.kayak} folded in a minute`,
        snippet: null,
        url: 'https://watch.example/v/7',
        source: 'Watch',
        domain: 'watch.example',
        image_url: 'https://watch.example/v/7.jpg',
      },
      {
        type: 'ai_overview_shopping',
        items: pages.map(({ kayak, url, price, site, sentence }) => ({
          type: 'ai_overview_shopping_element',
          product_id: kayak,
          title: kayak,
          url,
          seller: site,
          snippet: sentence,
          image_url: null,
          rating: { rating_type: 'Max5', value: 4.5, votes_count: 31, rating_max: 5 },
          price: { current: price, regular: price + 50, currency: 'USD', displayed_price: `$${price}` },
        })),
      },
    ],
    references: pages.map(toReference),
  };
}
