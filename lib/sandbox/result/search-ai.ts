import type { SearchAiResult } from '#lib/contract/results/search';
import { adsOf } from '#lib/sandbox/ads';
import type { SandboxAnswer } from '#lib/sandbox/ask';
import { pillsOf, sourcesOf } from '#lib/sandbox/cite';
import type { Price } from '#lib/sandbox/currency';
import type { Product } from '#lib/sandbox/goods/product';
import { shelfOf } from '#lib/sandbox/goods/shelf';
import { mapPlaces } from '#lib/sandbox/local/map-places';
import type { Place } from '#lib/sandbox/local/places';
import { renderMarkdown, renderText } from '#lib/sandbox/render';
import { videosOf } from '#lib/sandbox/videos';

/** The AI mode's result, with every field the sandbox can fill. */
export function searchAiResult(answer: SandboxAnswer): Omit<SearchAiResult, 'html'> {
  const { draft, intents } = answer;
  const text = renderText(draft);
  const products = shelfOf(answer, text, 6);
  const advertised = adsOf(answer, text);
  const places = intents.place ? mapPlaces(answer) : [];
  return {
    text,
    markdown: renderMarkdown(draft, 'links'),
    sources: sourcesOf(draft),
    citationPills: pillsOf(draft),
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
              price: money(product.price),
              store: product.offers[0].merchant,
              rating: product.rating,
              reviews: abbreviated(product.reviews),
            })),
          },
        }
      : {}),
    inline_products: products.slice(0, 3).map(inline),
    videos: searchVideos(answer),
    map: mapPlaces(answer).map((entry, index) => {
      const { price_level: _, ...shown } = place(entry, index);
      return { ...shown, gps_coordinates: { latitude: entry.latitude, longitude: entry.longitude } };
    }),
  };
}

/** Videos as the search engine's pages list them. */
export function searchVideos(scene: Parameters<typeof videosOf>[0]): SearchAiResult['videos'] {
  return videosOf(scene).map(({ title, url, domain, channel, duration, thumbnail }) => ({
    title,
    link: url,
    platform: domain.replace('.example', ''),
    channel,
    duration,
    thumbnail,
  }));
}

function money({ amount, currency }: Price) {
  return { value: amount, currency };
}

function card(product: Product): NonNullable<SearchAiResult['shopping_cards']>[number] {
  return {
    title: product.name,
    price: money(product.price),
    store: product.offers[0].merchant,
    rating: product.rating,
    reviews: abbreviated(product.reviews),
    thumbnail: product.image,
    product_link: product.offers[0].url,
    old_price: money(product.listPrice),
    snippet: product.description,
    snippet_links: [{ text: product.brand.name, link: `https://${product.brand.domain}.example/` }],
  };
}

function inline(product: Product, index: number): SearchAiResult['inline_products'][number] {
  return {
    title: product.name,
    position: index + 1,
    price: money(product.price),
    old_price: money(product.listPrice),
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

/** A count as the search engine writes it: 940, 1.2K. */
function abbreviated(count: number): string {
  return count < 1_000 ? String(count) : `${(count / 1_000).toFixed(1)}K`;
}
