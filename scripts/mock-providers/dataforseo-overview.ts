import type { KayakPage } from '#scripts/mock-providers/kayaks';

const reference = ({ url, domain, site, title, says }: KayakPage) => ({
  type: 'ai_overview_reference',
  source: site,
  domain,
  url,
  title,
  text: says,
});

/** An overview, or an answer of AI Mode: the whole in Markdown, and the same again in blocks. */
export function aiOverview(pages: KayakPage[], loaded = true): object {
  const head = { type: 'ai_overview', rank_group: 1, rank_absolute: 1, page: 1, position: 'left' };
  if (!loaded) {
    return { ...head, asynchronous_ai_overview: true, markdown: null, items: null, references: null };
  }
  const [first] = pages;
  const blocks = pages.map((page) => ({
    type: 'ai_overview_element',
    title: null,
    text: `${page.says}.`,
    markdown: `${page.says}. [[1]](${page.url})`,
    links: null,
    images: null,
    references: [reference(page)],
  }));
  return {
    ...head,
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
        items: pages.map(({ kayak, url, price, site, says }) => ({
          type: 'ai_overview_shopping_element',
          product_id: kayak,
          title: kayak,
          url,
          seller: site,
          snippet: says,
          image_url: null,
          rating: { rating_type: 'Max5', value: 4.5, votes_count: 31, rating_max: 5 },
          price: { current: price, regular: price + 50, currency: 'USD', displayed_price: `$${price}` },
        })),
      },
    ],
    references: pages.map(reference),
  };
}
