import type { OverviewResult, SearchAiResult } from '#lib/contract/results/search';
import type { SandboxAnswer } from '#lib/sandbox/answers/answer';
import { toCitationPills, toSources } from '#lib/sandbox/answers/draft';
import { renderMarkdown } from '#lib/sandbox/answers/render';
import { findMapPlaces, type Place } from '#lib/sandbox/catalog/places';
import { buildSearchAds, type Product, selectAds, selectProducts } from '#lib/sandbox/catalog/products';
import type { Price } from '#lib/sandbox/market/prices';
import { findVideos } from '#lib/sandbox/results/videos';

/** Builds the result of `searchai` with every field the sandbox supports. */
export function buildSearchAiResult(answer: SandboxAnswer): Omit<SearchAiResult, 'html'> {
  const { draft, text, verticals } = answer;
  const products = selectProducts(answer, text, 6);
  const ads = selectAds(answer, text);
  const mapPlaces = findMapPlaces(answer);
  const places = verticals.local ? mapPlaces.map(toPlace) : [];
  return {
    text,
    markdown: renderMarkdown(draft, 'links'),
    sources: toSources(draft),
    citationPills: toCitationPills(draft),
    ...(places.length > 0 && { places }),
    ...(products.length > 0 && { shopping_cards: products.map(toCard) }),
    ...(ads.length > 0 && { ads: { title: 'Sponsored', ads: ads.map(toAd) } }),
    inline_products: products.slice(0, 3).map(toInlineProduct),
    videos: toVideos(answer),
    map: mapPlaces.map((place, index) => {
      const { price_level: _, ...entry } = toPlace(place, index);
      return { ...entry, gps_coordinates: { latitude: place.latitude, longitude: place.longitude } };
    }),
  };
}

function toVideos(answer: SandboxAnswer): SearchAiResult['videos'] {
  return findVideos(answer).map(({ title, url, domain, channel, duration, thumbnail }) => ({
    title,
    link: url,
    platform: domain.replace('.example', ''),
    channel,
    duration,
    thumbnail,
  }));
}

function toMoney({ amount, currency }: Price) {
  return { value: amount, currency };
}

function toAd({ name, offers: [offer], price, rating, reviews }: Product, index: number) {
  return {
    title: name,
    url: offer.url,
    position: index + 1,
    price: toMoney(price),
    store: offer.merchant,
    rating,
    reviews: abbreviateCount(reviews),
  };
}

function toCard(product: Product): NonNullable<SearchAiResult['shopping_cards']>[number] {
  const { brand, image, listPrice, name, offers, price, rating, reviews } = product;
  return {
    title: name,
    price: toMoney(price),
    store: offers[0].merchant,
    rating,
    reviews: abbreviateCount(reviews),
    thumbnail: image,
    product_link: offers[0].url,
    old_price: toMoney(listPrice),
    snippet: brand.description,
    snippet_links: [{ text: brand.name, link: `https://${brand.domain}.example/` }],
  };
}

function toInlineProduct({ image, listPrice, name, offers: [offer], price }: Product, index: number) {
  return {
    title: name,
    position: index + 1,
    price: toMoney(price),
    old_price: toMoney(listPrice),
    store: offer.merchant,
    thumbnail: image,
    product_link: offer.url,
  };
}

function toPlace(place: Place, index: number): NonNullable<SearchAiResult['places']>[number] {
  return {
    title: place.name,
    link: place.url,
    place_id: place.id,
    index: index + 1,
    thumbnail: place.image,
    rating: place.rating,
    reviews: place.reviews,
    type: place.category,
    price_level: place.priceLevel,
    address: place.address.join(', '),
    status: place.isOpen ? 'Open' : 'Closed',
  };
}

/** Formats a count as 940 or 1.2K. */
function abbreviateCount(count: number): string {
  return count < 1_000 ? String(count) : `${(count / 1_000).toFixed(1)}K`;
}

/** Builds the result of `overview`. Without an overview, the result has only ads. */
export function buildOverviewResult(answer: SandboxAnswer): Omit<OverviewResult, 'html'> {
  const { draft, text } = answer;
  return {
    text,
    markdown: renderMarkdown(draft, 'links'),
    sources: toSources(draft),
    citationPills: toCitationPills(draft),
    videos: draft.blocks.length > 0 ? toVideos(answer) : [],
    ads: buildSearchAds(answer, text),
  };
}
