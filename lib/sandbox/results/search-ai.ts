import type { OverviewResult, SearchAiResult } from '#lib/contract/results/search';
import type { SandboxAnswer } from '#lib/sandbox/answers/answer';
import { toCitationPills, toSources } from '#lib/sandbox/answers/draft';
import { renderMarkdown, renderText } from '#lib/sandbox/answers/render';
import { findVideos } from '#lib/sandbox/answers/videos';
import { findMapPlaces, type Place } from '#lib/sandbox/catalog/places';
import { buildSearchAds, type Product, selectAds, selectProducts } from '#lib/sandbox/catalog/products';
import type { Price } from '#lib/sandbox/market/prices';

/** Builds the result of `searchai` with every field the sandbox can fill. */
export function searchAiResult(answer: SandboxAnswer): Omit<SearchAiResult, 'html'> {
  const { draft, intents } = answer;
  const text = renderText(draft);
  const products = selectProducts(answer, text, 6);
  const advertised = selectAds(answer, text);
  const places = intents.place ? findMapPlaces(answer) : [];
  return {
    text,
    markdown: renderMarkdown(draft, 'links'),
    sources: toSources(draft),
    citationPills: toCitationPills(draft),
    ...(places.length > 0 ? { places: places.map(place) } : {}),
    ...(products.length > 0 ? { shopping_cards: products.map(card) } : {}),
    ...(advertised.length > 0
      ? {
          ads: {
            title: 'Sponsored',
            ads: advertised.map((product, index) => ({
              title: product.name,
              url: product.offers[0].url,
              position: index + 1,
              price: writePrice(product.price),
              store: product.offers[0].merchant,
              rating: product.rating,
              reviews: abbreviateCount(product.reviews),
            })),
          },
        }
      : {}),
    inline_products: products.slice(0, 3).map(inline),
    videos: searchVideos(answer),
    map: findMapPlaces(answer).map((entry, index) => {
      const { price_level: _, ...shown } = place(entry, index);
      return { ...shown, gps_coordinates: { latitude: entry.latitude, longitude: entry.longitude } };
    }),
  };
}

/** Lists videos as the search engine's pages do. */
function searchVideos(context: Parameters<typeof findVideos>[0]): SearchAiResult['videos'] {
  return findVideos(context).map(({ title, url, domain, channel, duration, thumbnail }) => ({
    title,
    link: url,
    platform: domain.replace('.example', ''),
    channel,
    duration,
    thumbnail,
  }));
}

function writePrice({ amount, currency }: Price) {
  return { value: amount, currency };
}

function card(product: Product): NonNullable<SearchAiResult['shopping_cards']>[number] {
  return {
    title: product.name,
    price: writePrice(product.price),
    store: product.offers[0].merchant,
    rating: product.rating,
    reviews: abbreviateCount(product.reviews),
    thumbnail: product.image,
    product_link: product.offers[0].url,
    old_price: writePrice(product.listPrice),
    snippet: product.description,
    snippet_links: [{ text: product.brand.name, link: `https://${product.brand.domain}.example/` }],
  };
}

function inline(product: Product, index: number): SearchAiResult['inline_products'][number] {
  return {
    title: product.name,
    position: index + 1,
    price: writePrice(product.price),
    old_price: writePrice(product.listPrice),
    store: product.offers[0].merchant,
    thumbnail: product.image,
    product_link: product.offers[0].url,
  };
}

function place(entry: Place, index: number): NonNullable<SearchAiResult['places']>[number] {
  return {
    title: entry.name,
    link: entry.url,
    place_id: entry.id,
    index: index + 1,
    thumbnail: entry.image,
    rating: entry.rating,
    reviews: entry.reviews,
    type: entry.category,
    price_level: entry.priceLevel,
    address: entry.address.join(', '),
    status: entry.open ? 'Open' : 'Closed',
  };
}

/** Formats a count as 940 or 1.2K. */
function abbreviateCount(count: number): string {
  return count < 1_000 ? String(count) : `${(count / 1_000).toFixed(1)}K`;
}

/** Builds the result of `overview`; empty if the search engine shows none. */
export function overviewResult(answer: SandboxAnswer): Omit<OverviewResult, 'html'> {
  const shown = answer.draft.blocks.length > 0;
  const text = renderText(answer.draft);
  return {
    text,
    markdown: renderMarkdown(answer.draft, 'links'),
    sources: toSources(answer.draft),
    videos: shown ? searchVideos(answer) : [],
    ads: buildSearchAds(answer, text),
  };
}
