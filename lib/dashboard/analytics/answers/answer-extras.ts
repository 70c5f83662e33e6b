import type { z } from 'zod';
import type { Engine } from '#lib/contract/engines';
import { resultSchemas } from '#lib/contract/results/by-engine';

/** The content of an answer other than its text, for any engine. */
export interface AnswerExtras {
  products: Product[];
  places: Place[];
  /** Videos and images, each with the URL of its page. */
  media: MediaItem[];
  /** Follow-up questions and searches that the engine suggests. */
  related: string[];
}

export interface Product {
  name: string;
  /** In the engine's format; empty if it gives no price. */
  price: string;
  seller: string;
  rating: number | null;
  url: string;
}

export interface Place {
  kind: 'place' | 'hotel';
  name: string;
  address: string;
  rating: number | null;
  url: string;
}

export interface MediaItem {
  kind: 'video' | 'image';
  title: string;
  /** Name of the site or channel; empty if the engine gives none. */
  source: string;
  url: string;
}

const noExtras: AnswerExtras = { products: [], places: [], media: [], related: [] };

/** Parses the extras of an engine's result; empty if the result does not match the contract. */
export function parseAnswerExtras(engine: string, result: unknown): AnswerExtras {
  const readExtras = Object.entries(readers).find(([key]) => key === engine)?.[1];
  return { ...noExtras, ...readExtras?.(result) };
}

/** Reads the extras from the result of each engine. */
const readers: Record<Engine, (result: unknown) => Partial<AnswerExtras>> = {
  chat: createReader(resultSchemas.chat, (result) => ({
    products: removeDuplicates(
      [
        ...(result.shoppingCards ?? []).flatMap(({ products }) => products),
        ...(result.inlineProducts ?? []).map(({ product }) => product),
      ].map(({ title, price, merchant, rating, url }) => toProduct(title, price, merchant, rating, url)),
    ),
    places: (result.map ?? []).map(({ name, address, rating, websiteUrl }) =>
      toPlace('place', name, address, rating, websiteUrl),
    ),
  })),
  gen: () => noExtras,
  social: () => noExtras,
  answer: createReader(resultSchemas.answer, (result) => ({
    products: (result.shopping_cards ?? [])
      .flatMap(({ products }) => products)
      .map(({ title, price, merchant, rating, url }) => toProduct(title, price, merchant, rating, url)),
    places: [
      ...(result.hotels ?? []).map(({ name, address, rating, url }) =>
        toPlace('hotel', name, address?.join(', '), rating, url),
      ),
      ...(result.places ?? []).map(({ name, address, rating, url }) =>
        toPlace('place', name, address?.join(', '), rating, url),
      ),
    ],
    media: [
      ...(result.videos ?? []).map(({ title, source, url }) => toMediaItem('video', title, source, url)),
      ...(result.images ?? []).map(({ title, source, url }) => toMediaItem('image', title, source, url)),
    ],
    related: result.related_queries ?? [],
  })),
  office: createReader(resultSchemas.office, (result) => ({
    products: (result.shoppingCards ?? [])
      .flatMap(({ products }) => products)
      .map(({ name, price, seller, rating, url }) =>
        toProduct(name, price && `${price.currencySymbol ?? ''}${price.amount}`, seller, rating?.value, url),
      ),
    places: (result.map ?? []).map(({ name, location, reviews, url }) =>
      toPlace('place', name, location?.address, reviews?.[0]?.rating, url),
    ),
  })),
  searchai: createReader(resultSchemas.searchai, (result) => ({
    products: [...(result.shopping_cards ?? []), ...(result.inline_products ?? [])].map((card) =>
      toProduct(
        card.title,
        card.price && `${card.price.currency ?? ''} ${card.price.value}`.trim(),
        card.store,
        'rating' in card ? card.rating : null,
        card.product_link,
      ),
    ),
    places: [...(result.places ?? []), ...(result.map ?? [])].map(({ title, address, rating, link }) =>
      toPlace('place', title, address, rating, link),
    ),
    media: (result.videos ?? []).map(({ title, channel, link }) =>
      toMediaItem('video', title, channel, link),
    ),
  })),
  overview: createReader(resultSchemas.overview, (result) => ({
    media: (result.videos ?? []).map(({ title, channel, link }) =>
      toMediaItem('video', title, channel, link),
    ),
  })),
  search: createReader(resultSchemas.search, (result) => ({
    related: [
      ...(result.peopleAlsoAsk ?? []).map(({ question }) => question),
      ...(result.relatedSearches ?? []).map(({ query }) => query),
    ],
  })),
  'search/news': () => noExtras,
};

function createReader<S extends z.ZodType>(schema: S, read: (result: z.output<S>) => Partial<AnswerExtras>) {
  return (result: unknown): Partial<AnswerExtras> => {
    const parsed = schema.safeParse(result);
    return parsed.success ? read(parsed.data) : {};
  };
}

function toProduct(name = '', price = '', seller = '', rating: number | null = null, url = ''): Product {
  return { name, price, seller, rating, url };
}

/** Removes duplicates: a product can appear both on a card and in the text. */
function removeDuplicates(products: readonly Product[]): Product[] {
  const groups = Map.groupBy(products, ({ name, price, seller }) => JSON.stringify([name, price, seller]));
  return [...groups.values()].flatMap(([first]) => first ?? []);
}

function toPlace(
  kind: Place['kind'],
  name = '',
  address = '',
  rating: number | null = null,
  url = '',
): Place {
  return { kind, name, address, rating, url };
}

/** Uses the URL as the title when there is none. */
function toMediaItem(kind: MediaItem['kind'], title = '', source = '', url = ''): MediaItem {
  return { kind, title: title || url, source, url };
}
