import type { FictionalPage } from '#scripts/mock-providers/fictional-pages';

/** Creates the results of `bing_copilot`: a header, blocks with links in their text, and references. */
export function createCopilotAnswer(pages: FictionalPage[]): object {
  return {
    header: 'Folding kayaks that are worth their money',
    text_blocks: [
      {
        type: 'paragraph',
        ...createPassage(pages, 0),
        snippet_links: [{ text: pages[0]?.kayak, link: pages[0]?.url }],
      },
      { type: 'heading', snippet: 'What to look at', level: 2 },
      createList(pages),
      {
        type: 'table',
        table: [['Kayak', 'Price'], ...pages.map(({ kayak, price }) => [kayak, `$${price}`])],
      },
      { type: 'code_block', language: 'text', code: 'weight = hull + frame' },
    ],
    references: createReferences(pages),
  };
}

/** Creates the results of `google_ai_mode`: blocks and references, then products, places and videos. */
export function createAiModeAnswer(pages: FictionalPage[]): object {
  return {
    subsequent_request_token: 'c3Vic2VxdWVudA',
    text_blocks: [
      { type: 'paragraph', ...createPassage(pages, 0), snippet_highlighted_words: [pages[0]?.kayak] },
      createList(pages),
      createComparison(pages),
    ],
    references: createReferences(pages),
    shopping_results: pages.map((page, index) => ({
      position: index + 1,
      title: page.kayak,
      product_link: page.url,
      price: `$${page.price}.00`,
      extracted_price: page.price,
      ...(index === 0 && { old_price: `$${page.price + 100}.00`, extracted_old_price: page.price + 100 }),
      source: page.site,
      rating: 4.6,
      reviews: 1200,
      thumbnail: `https://${page.domain}/thumbnail.jpg`,
    })),
    local_results: pages.slice(0, 2).map((page, index) => ({
      position: index + 1,
      title: `${page.site} Boathouse`,
      place_id: `ChIJ${index}`,
      rating: 4.5,
      reviews: 87,
      type: 'Canoe shop',
      address: `${index + 1} Quay Street`,
      hours: 'Open ⋅ Closes 6 PM',
      gps_coordinates: { latitude: 48.1 + index, longitude: 11.5 },
      links: { website: `https://${page.domain}/` },
      thumbnail: `https://${page.domain}/boathouse.jpg`,
    })),
    inline_videos: [createVideo(pages)],
  };
}

/** Creates an `ai_overview`, which is part of a results page or fetched with its token. */
export function createOverview(pages: FictionalPage[]): object {
  return {
    text_blocks: [
      { type: 'paragraph', ...createPassage(pages, 0), video: createVideo(pages) },
      { type: 'heading', snippet: 'In short' },
      createList(pages),
      {
        type: 'expandable',
        title: 'How they were tested',
        text_blocks: [{ type: 'paragraph', ...createPassage(pages, 1) }],
      },
    ],
    references: createReferences(pages),
  };
}

function createPassage(pages: FictionalPage[], index: number) {
  return { snippet: `${pages[index]?.sentence}.`, reference_indexes: [index] };
}

function createList(pages: FictionalPage[]) {
  return {
    type: 'list',
    list: pages.map(({ kayak, site }, index) => ({
      title: `${kayak}:`,
      snippet: `recommended by ${site}.`,
      reference_indexes: index === 0 ? [0, 1] : [index],
      ...(index === 1 && { list: [{ snippet: 'Folds into a bag.', reference_indexes: [2] }] }),
    })),
  };
}

function createComparison(pages: FictionalPage[]) {
  return {
    type: 'comparison',
    product_labels: pages.slice(0, 2).map(({ kayak }) => kayak),
    comparison: [{ feature: 'Price', values: pages.slice(0, 2).map(({ price }) => `$${price}`) }],
  };
}

function createReferences(pages: FictionalPage[]) {
  return pages.map(({ title, url, sentence, site }, index) => ({
    title,
    link: `${url}#:~:text=weighs`,
    snippet: sentence,
    source: site,
    index,
  }));
}

function createVideo(pages: FictionalPage[]) {
  return {
    title: `${pages[0]?.kayak} folded in a minute`,
    link: `https://www.youtube.com/watch?v=${pages[0]?.kayak.length}`,
    source: 'YouTube',
    channel: pages[0]?.site,
    duration: '04:12',
    thumbnail: 'https://videos.example/thumbnail.jpg',
  };
}

const resultsPerPage = 10;
const lastPageIndex = 4;

/** Creates a page of `google` results. There are no results after the fifth page. */
export function createSearchPage(pages: FictionalPage[], prompt: string, index: number): object {
  if (index > lastPageIndex) return emptyPage;
  return {
    search_information: { query_displayed: prompt, organic_results_state: 'Results for exact spelling' },
    ...(index === 0 && { ads: createAds(pages) }),
    organic_results: createEntries(pages, index, (page, position) => ({
      position,
      title: `${page.title} (${index * resultsPerPage + position})`,
      link: `${page.url}&result=${index * resultsPerPage + position}`,
      redirect_link: 'https://www.google.com/url?sa=t',
      displayed_link: `https://${page.domain} › kayaks`,
      snippet: page.sentence,
      source: page.site,
      ...(position === 2 && { date: '3 days ago' }),
      ...(position === 1 && {
        sitelinks: { inline: [{ title: 'Prices', link: `https://${page.domain}/prices` }] },
      }),
    })),
    related_questions: pages.map((page) => ({
      question: `Is the ${page.kayak} any good?`,
      snippet: page.sentence,
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

/** Creates a page of `google` news results (`tbm=nws`). */
export function createNewsPage(pages: FictionalPage[], index: number): object {
  if (index > lastPageIndex) return emptyPage;
  return {
    news_results: createEntries(pages, index, (page, position) => ({
      position,
      title: `${page.kayak} makes the news (${index * resultsPerPage + position})`,
      link: `${page.url}&report=${index * resultsPerPage + position}`,
      source: page.site,
      date: `${position} hours ago`,
      snippet: page.sentence,
      thumbnail: `https://${page.domain}/report.jpg`,
    })),
  };
}

const emptyPage = {
  search_information: { organic_results_state: 'Fully empty' },
  error: "Google hasn't returned any results for this query.",
};

/** Creates the entries of a page. Positions start at 1 on every page. */
function createEntries<T>(
  pages: FictionalPage[],
  index: number,
  createEntry: (page: FictionalPage, position: number) => T,
): T[] {
  return Array.from({ length: resultsPerPage }, (_, offset) => pages[(index + offset) % pages.length])
    .filter((page) => page !== undefined)
    .map((page, offset) => createEntry(page, offset + 1));
}

function createAds(pages: FictionalPage[]) {
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
