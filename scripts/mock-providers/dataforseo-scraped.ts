import type { KayakPage } from '#scripts/mock-providers/kayaks';

/** A page of ChatGPT or Gemini: marks by link and by reference, products, brands, an ad. */
export function scraped(kind: 'chat_gpt' | 'gemini', pages: KayakPage[]): object {
  const [first, second, ...others] = pages;
  const source = ({ url, domain, title, says }: KayakPage) => ({
    type: `${kind}_source`,
    title,
    snippet: says,
    domain,
    url: kind === 'chat_gpt' ? `${url}&utm_source=chatgpt.com` : url,
    publication_date: '2026-04-01 00:00:00 +00:00',
  });
  const cited = pages.slice(0, 2).map(source);
  const markdown = [
    `${first?.says} ([${first?.domain}](${cited[0]?.url})).`,
    `${second?.says} ([${second?.domain}][1]).`,
    `[1]: ${cited[1]?.url} "${second?.title}"`,
  ].join('\n\n');
  const text = { type: `${kind}_text`, rank_group: 1, rank_absolute: 1, markdown, sources: cited };
  if (kind === 'gemini') return { model: 'gemini-2.5', markdown, sources: cited, items: [text] };
  return {
    model: 'gpt-5',
    markdown,
    sources: cited,
    search_results: others.map(({ url, domain, title, says }) => ({
      type: 'chat_gpt_search_result',
      url,
      domain,
      title,
      description: says,
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
