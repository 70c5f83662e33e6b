import type { KayakPage } from '#scripts/mock-providers/kayaks';

const perPage = 10;
const lastPage = 4;

/** One page of `google`: from its fifth page on there are no more results. */
export function searchListing(pages: KayakPage[], prompt: string, index: number): object {
  if (index > lastPage) return none;
  return {
    search_information: { query_displayed: prompt, organic_results_state: 'Results for exact spelling' },
    ...(index === 0 && { ads: ads(pages) }),
    organic_results: entries(pages, index, (page, position) => ({
      position,
      title: `${page.title} (${index * perPage + position})`,
      link: `${page.url}&result=${index * perPage + position}`,
      redirect_link: 'https://www.google.com/url?sa=t',
      displayed_link: `https://${page.domain} › kayaks`,
      snippet: page.says,
      source: page.site,
      ...(position === 2 && { date: '3 days ago' }),
      ...(position === 1 && {
        sitelinks: { inline: [{ title: 'Prices', link: `https://${page.domain}/prices` }] },
      }),
    })),
    related_questions: pages.map((page) => ({
      question: `Is the ${page.kayak} any good?`,
      snippet: page.says,
      title: page.title,
      link: page.url,
      displayed_link: page.domain,
    })),
    related_searches: pages.map(({ kayak }, block) => ({
      block_position: block + 1,
      query: `${kayak} review`,
      link: `https://www.google.com/search?q=${encodeURIComponent(kayak)}+review`,
    })),
  };
}

/** One page of `google` with `tbm=nws`. */
export function newsListing(pages: KayakPage[], index: number): object {
  if (index > lastPage) return none;
  return {
    news_results: entries(pages, index, (page, position) => ({
      position,
      title: `${page.kayak} makes the news (${index * perPage + position})`,
      link: `${page.url}&report=${index * perPage + position}`,
      source: page.site,
      date: `${position} hours ago`,
      snippet: page.says,
      thumbnail: `https://${page.domain}/report.jpg`,
    })),
  };
}

const none = {
  search_information: { organic_results_state: 'Fully empty' },
  error: "Google hasn't returned any results for this query.",
};

/** Positions begin at 1 on every page. */
function entries<T>(pages: KayakPage[], index: number, entry: (page: KayakPage, position: number) => T): T[] {
  return Array.from({ length: perPage }, (_, place) => pages[(index + place) % pages.length])
    .filter((page) => page !== undefined)
    .map((page, place) => entry(page, place + 1));
}

function ads(pages: KayakPage[]) {
  return (['top', 'bottom'] as const).map((block_position, index) => ({
    position: 1,
    block_position,
    title: `Buy the ${pages[index]?.kayak}`,
    link: `https://shop.example/${index}`,
    displayed_link: 'https://shop.example',
    tracking_link: 'https://www.google.com/aclk?sa=L',
    description: `Now $${pages[index]?.price}`,
  }));
}
