import type { ChatResult } from '#lib/contract/results/chat';
import { adsOf } from '#lib/sandbox/ads';
import type { SandboxAnswer } from '#lib/sandbox/ask';
import { pillsAndPages, sourcesOf } from '#lib/sandbox/cite';
import type { Product } from '#lib/sandbox/goods/product';
import { shelfOf, tagsOfAll } from '#lib/sandbox/goods/shelf';
import { mapPlaces } from '#lib/sandbox/local/map-places';
import type { Place } from '#lib/sandbox/local/places';
import { categoryOfBrand } from '#lib/sandbox/market/categories';
import { publishedOn } from '#lib/sandbox/moment';
import { renderMarkdown, renderText } from '#lib/sandbox/render';
import { chatCard, inlineProduct } from '#lib/sandbox/result/chat-products';

/** The chat assistant's result, with every field the sandbox can fill. */
export function chatResult(answer: SandboxAnswer): Omit<ChatResult, 'html'> {
  const { draft, moment, queries, request } = answer;
  const text = renderText(draft);
  const products = request.include.shopping ? shelfOf(answer, text, 6) : [];
  const places = mapPlaces(answer);
  const pills = pillsAndPages(draft).map(({ document, pill }) => ({
    ...pill,
    datePublished: publishedOn(document, moment),
    type: 'searchResult',
  }));
  const entities = entitiesOf(answer, text, places);
  return {
    text,
    markdown: renderMarkdown(draft, 'links'),
    model: modelOn(moment.date),
    sources: sourcesOf(draft).map((source, index) => {
      const document = draft.sources[index];
      return {
        ...source,
        footnote: index >= draft.cited,
        ...(document === undefined ? {} : { datePublished: publishedOn(document, moment) }),
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
              tags: tagsOfAll(products),
              products: products.map((each, index) => chatCard(each, index, answer)),
            },
          ],
        }
      : {}),
    // interface.md hangs these two on their flags alone, so they are lists even where nothing is for sale.
    inlineProducts: products.slice(0, 3).map((each, index) => inlineProduct(each, index, answer)),
    ads: request.include.ads ? adsOf(answer, text).map(ad) : [],
  };
}

/** The model of the sandbox's chat assistant: a new one each February and August (UTC), counted from 2024. */
export function modelOn(date: Date): string {
  const halves = (date.getUTCFullYear() - 2024) * 2 + Math.floor((date.getUTCMonth() + 5) / 6);
  return `sandbox-chat-${Math.max(0, halves)}`;
}

function entitiesOf({ question }: SandboxAnswer, text: string, places: Place[]) {
  const sold = question?.category.brands ?? [...categoryOfBrand.keys()];
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
