import type { KayakPage } from '#scripts/mock-providers/kayaks';

/** `bing_copilot`: a header, blocks with links in their words, references at the end. */
export function copilotAnswer(pages: KayakPage[]): object {
  return {
    header: 'Folding kayaks that are worth their money',
    text_blocks: [
      {
        type: 'paragraph',
        ...passage(pages, 0),
        snippet_links: [{ text: pages[0]?.kayak, link: pages[0]?.url }],
      },
      { type: 'heading', snippet: 'What to look at', level: 2 },
      list(pages),
      {
        type: 'table',
        table: [['Kayak', 'Price'], ...pages.map(({ kayak, price }) => [kayak, `$${price}`])],
      },
      { type: 'code_block', language: 'text', code: 'weight = hull + frame' },
    ],
    references: references(pages),
  };
}

/** `google_ai_mode`: blocks and references at the top, products, places and videos beside them. */
export function aiModeAnswer(pages: KayakPage[]): object {
  return {
    subsequent_request_token: 'c3Vic2VxdWVudA',
    text_blocks: [
      { type: 'paragraph', ...passage(pages, 0), snippet_highlighted_words: [pages[0]?.kayak] },
      list(pages),
      comparison(pages),
    ],
    references: references(pages),
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
    inline_videos: [video(pages)],
  };
}

/** `ai_overview`, as it stands in a page or comes by its token. */
export function overviewAnswer(pages: KayakPage[]): object {
  return {
    text_blocks: [
      { type: 'paragraph', ...passage(pages, 0), video: video(pages) },
      { type: 'heading', snippet: 'In short' },
      list(pages),
      {
        type: 'expandable',
        title: 'How they were tested',
        text_blocks: [{ type: 'paragraph', ...passage(pages, 1) }],
      },
    ],
    references: references(pages),
  };
}

function passage(pages: KayakPage[], index: number) {
  return { snippet: `${pages[index]?.says}.`, reference_indexes: [index] };
}

function list(pages: KayakPage[]) {
  return {
    type: 'list',
    list: pages.map(({ kayak, site }, index) => ({
      title: `${kayak}:`,
      snippet: `named by ${site}.`,
      reference_indexes: index === 0 ? [0, 1] : [index],
      ...(index === 1 && { list: [{ snippet: 'Folds into a bag.', reference_indexes: [2] }] }),
    })),
  };
}

function comparison(pages: KayakPage[]) {
  return {
    type: 'comparison',
    product_labels: pages.slice(0, 2).map(({ kayak }) => kayak),
    comparison: [{ feature: 'Price', values: pages.slice(0, 2).map(({ price }) => `$${price}`) }],
  };
}

function references(pages: KayakPage[]) {
  return pages.map(({ title, url, says, site }, index) => ({
    title,
    link: `${url}#:~:text=weighs`,
    snippet: says,
    source: site,
    index,
  }));
}

function video(pages: KayakPage[]) {
  return {
    title: `${pages[0]?.kayak} folded in a minute`,
    link: `https://www.youtube.com/watch?v=${pages[0]?.kayak.length}`,
    source: 'YouTube',
    channel: pages[0]?.site,
    duration: '04:12',
    thumbnail: 'https://videos.example/thumbnail.jpg',
  };
}
