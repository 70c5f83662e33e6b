import type { z } from 'zod';
import { ratingSchema } from '#lib/providers/dataforseo/item';
import { someList, someNumber, someObject, someText } from '#lib/providers/lenient';

const source = someObject({
  url: someText,
  title: someText,
  domain: someText,
  source_name: someText,
  snippet: someText,
  publication_date: someText,
  // `search_results` write it so.
  description: someText,
});
export type ScrapedSource = z.infer<typeof source>;

const entity = someObject({ title: someText, category: someText });

const product = someObject({
  product_id: someText,
  title: someText,
  merchants: someText,
  price: someNumber,
  currency: someText,
  tag: someText,
  url: someText,
  images: someList(someText),
  rating: ratingSchema,
});
export type ScrapedProduct = z.infer<typeof product>;

const item = someObject({
  type: someText,
  markdown: someText,
  text: someText,
  sources: someList(source),
  brand_entities: someList(entity),
  items: someList(product),
  // Of an ad.
  title: someText,
  snippet: someText,
  url: someText,
  image_url: someText,
  advertiser: someObject({ name: someText, url: someText, favicon_url: someText }).optional(),
});
export type ScrapedItem = z.infer<typeof item>;

/** The one result of the scrapers of ChatGPT and Gemini, as far as it is read; unknown keys stay. */
export const scrapedSchema = someObject({
  model: someText,
  markdown: someText,
  sources: someList(source),
  search_results: someList(source),
  fan_out_queries: someList(someText),
  brand_entities: someList(entity),
  items: someList(item),
});
export type Scraped = z.infer<typeof scrapedSchema>;
