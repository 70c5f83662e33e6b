import type { GenResult } from '#lib/contract/results/assistants';
import type { ChatResult } from '#lib/contract/results/chat';
import type { SandboxAnswer } from '#lib/sandbox/answers/answer';
import { listCitations, toCitationPills, toSources } from '#lib/sandbox/answers/draft';
import { renderMarkdown, renderText } from '#lib/sandbox/answers/render';
import { findMapPlaces, type Place } from '#lib/sandbox/catalog/places';
import { listCommonTags, type Product, selectAds, selectProducts } from '#lib/sandbox/catalog/products';
import { categoryByBrand } from '#lib/sandbox/data/market-data';
import { getPublishedDate } from '#lib/sandbox/request/time-context';
import { buildChatCard, buildInlineProduct } from '#lib/sandbox/results/chat-products';

/** Builds the result of `chat` with every field the sandbox can fill. */
export function chatResult(answer: SandboxAnswer): Omit<ChatResult, 'html'> {
  const { draft, time, queries, request } = answer;
  const text = renderText(draft);
  const products = request.include.shopping ? selectProducts(answer, text, 6) : [];
  const places = findMapPlaces(answer);
  const pills = listCitations(draft).map(({ document, pill }) => ({
    ...pill,
    datePublished: getPublishedDate(document, time),
    type: 'searchResult',
  }));
  const entities = listEntities(answer, text, places);
  return {
    text,
    markdown: renderMarkdown(draft, 'links'),
    model: getModelName(time.date),
    sources: toSources(draft).map((source, index) => {
      const document = draft.sources[index];
      return {
        ...source,
        footnote: index >= draft.cited,
        ...(document === undefined ? {} : { datePublished: getPublishedDate(document, time) }),
      };
    }),
    searchQueries: queries,
    ...(pills.length > 0 ? { citationPills: pills } : {}),
    ...(entities.length > 0 ? { entities } : {}),
    ...(places.length > 0 ? { map: places.map(entry) } : {}),
    ...(products.length > 0
      ? {
          shoppingCards: [
            {
              tags: listCommonTags(products),
              products: products.map((each, index) => buildChatCard(each, index, answer)),
            },
          ],
        }
      : {}),
    // These two are lists even if nothing is for sale.
    inlineProducts: products.slice(0, 3).map((each, index) => buildInlineProduct(each, index, answer)),
    ads: request.include.ads ? selectAds(answer, text).map(ad) : [],
  };
}

/** Returns the model of `chat` on a date: a new one each February and August (UTC), counted from 2024. */
export function getModelName(date: Date): string {
  const halves = (date.getUTCFullYear() - 2024) * 2 + Math.floor((date.getUTCMonth() + 5) / 6);
  return `sandbox-chat-${Math.max(0, halves)}`;
}

function listEntities({ parsed }: SandboxAnswer, text: string, places: Place[]) {
  const sold = parsed?.category.brands ?? [...categoryByBrand.keys()];
  const brands = sold.filter((brand) => text.includes(brand.name));
  return [
    ...brands.map((brand) => ({ type: 'brand', name: brand.name })),
    ...places.filter(({ name }) => text.includes(name)).map(({ name }) => ({ type: 'place', name })),
  ];
}

function entry(place: Place, index: number): NonNullable<ChatResult['map']>[number] {
  return {
    id: place.id,
    provider: 'mapsmoth',
    name: place.name,
    position: index + 1,
    address: place.address.join(', '),
    latitude: place.latitude,
    longitude: place.longitude,
    categories: [place.category],
    rating: place.rating,
    reviewCount: place.reviews,
    description: place.description,
    phone: place.phone,
    websiteUrl: place.url,
  };
}

function ad(product: Product): NonNullable<ChatResult['ads']>[number] {
  const { brand, image, name, offers, price } = product;
  const site = `https://${brand.domain}.example`;
  return {
    brand: { name: brand.name, url: `${site}/`, favicon: `${site}/favicon.ico` },
    cards: [
      {
        title: name,
        body: `${brand.character} ${price.text} at ${offers[0].merchant}.`,
        url: offers[0].url,
        image,
      },
    ],
  };
}

/** Builds the result of `gen` with every field the sandbox can fill. */
export function genResult({ draft }: SandboxAnswer): Omit<GenResult, 'html'> {
  return {
    text: renderText(draft),
    markdown: renderMarkdown(draft, 'none'),
    sources: toSources(draft),
    citationPills: toCitationPills(draft),
  };
}
