import type { GenResult } from '#lib/contract/results/assistants';
import type { ChatResult } from '#lib/contract/results/chat';
import type { SandboxAnswer } from '#lib/sandbox/answers/answer';
import { listCitations, toCitationPills, toSources } from '#lib/sandbox/answers/draft';
import { renderMarkdown } from '#lib/sandbox/answers/render';
import { findMapPlaces, type Place } from '#lib/sandbox/catalog/places';
import { listCommonTags, type Product, selectAds, selectProducts } from '#lib/sandbox/catalog/products';
import { categoryByBrand } from '#lib/sandbox/data/market-data';
import { buildChatCard, buildInlineProduct } from '#lib/sandbox/results/chat-products';

/** Builds the result of `chat` with every field the sandbox supports. */
export function buildChatResult(answer: SandboxAnswer): Omit<ChatResult, 'html'> {
  const { draft, parsed, queries, request, text, snapshot } = answer;
  const products = request.include.shopping ? selectProducts(answer, text, 6) : [];
  const places = findMapPlaces(answer);
  const citations = listCitations(draft).map(({ document, pill }) => ({
    ...pill,
    datePublished: snapshot.getUpdatedDate(document),
    type: 'searchResult',
  }));
  const brands = parsed?.category.brands ?? [...categoryByBrand.keys()];
  const entities = [
    ...brands.map(({ name }) => ({ type: 'brand', name })),
    ...places.map(({ name }) => ({ type: 'place', name })),
  ].filter(({ name }) => text.includes(name));
  const cards = products.map((product, index) => buildChatCard(product, index, answer));
  return {
    text,
    markdown: renderMarkdown(draft, 'links'),
    model: getModelName(snapshot.date),
    sources: toSources(draft).map((source, index) => {
      const document = draft.sources[index];
      return {
        ...source,
        footnote: index >= draft.citedCount,
        ...(document && { datePublished: snapshot.getUpdatedDate(document) }),
      };
    }),
    searchQueries: queries,
    ...(citations.length > 0 && { citationPills: citations }),
    ...(entities.length > 0 && { entities }),
    ...(places.length > 0 && { map: places.map(toMapEntry) }),
    ...(cards.length > 0 && { shoppingCards: [{ tags: listCommonTags(products), products: cards }] }),
    // These two are empty lists rather than absent if there is nothing to show.
    inlineProducts: products.slice(0, 3).map((product, index) => buildInlineProduct(product, index, answer)),
    ads: request.include.ads ? selectAds(answer, text).map(toAd) : [],
  };
}

/** Returns the model of `chat` on a date: a new one each February and August (UTC); January 2024 has number 0. */
export function getModelName(date: Date): string {
  const halfYears = (date.getUTCFullYear() - 2024) * 2 + Math.floor((date.getUTCMonth() + 5) / 6);
  return `sandbox-chat-${Math.max(0, halfYears)}`;
}

function toMapEntry(place: Place, index: number): NonNullable<ChatResult['map']>[number] {
  const { id, name, address, latitude, longitude, category, rating, reviews, description, phone, url } =
    place;
  return {
    id,
    provider: 'mapsmoth',
    name,
    position: index + 1,
    address: address.join(', '),
    latitude,
    longitude,
    categories: [category],
    rating,
    reviewCount: reviews,
    description,
    phone,
    websiteUrl: url,
  };
}

function toAd({
  brand,
  image,
  name,
  offers: [offer],
  price,
}: Product): NonNullable<ChatResult['ads']>[number] {
  const site = `https://${brand.domain}.example`;
  const body = `${brand.description} ${price.text} at ${offer.merchant}.`;
  return {
    brand: { name: brand.name, url: `${site}/`, favicon: `${site}/favicon.ico` },
    cards: [{ title: name, body, url: offer.url, image }],
  };
}

/** Builds the result of `gen` with every field the sandbox supports. */
export function buildGenResult({ draft, text }: SandboxAnswer): Omit<GenResult, 'html'> {
  return {
    text,
    markdown: renderMarkdown(draft, 'none'),
    sources: toSources(draft),
    citationPills: toCitationPills(draft),
  };
}
