import type { z } from 'zod';
import {
  lenientArray,
  lenientObject,
  optionalNumber,
  optionalText,
} from '#lib/providers/shared/optional-fields';

const source = lenientObject({
  url: optionalText,
  title: optionalText,
  domain: optionalText,
  source_name: optionalText,
  snippet: optionalText,
  publication_date: optionalText,
  // Only in `search_results`.
  description: optionalText,
});
export type ScrapedSource = z.infer<typeof source>;

const entity = lenientObject({ title: optionalText, category: optionalText });

const product = lenientObject({
  product_id: optionalText,
  title: optionalText,
  merchants: optionalText,
  price: optionalNumber,
  currency: optionalText,
  tag: optionalText,
  url: optionalText,
  images: lenientArray(optionalText),
  rating: lenientObject({ value: optionalNumber, votes_count: optionalNumber }).optional(),
});
export type ScrapedProduct = z.infer<typeof product>;

const item = lenientObject({
  type: optionalText,
  markdown: optionalText,
  text: optionalText,
  sources: lenientArray(source),
  brand_entities: lenientArray(entity),
  items: lenientArray(product),
  // Only ads.
  title: optionalText,
  snippet: optionalText,
  url: optionalText,
  image_url: optionalText,
  advertiser: lenientObject({ name: optionalText, url: optionalText, favicon_url: optionalText }).optional(),
});
export type ScrapedItem = z.infer<typeof item>;

/** The parts of the ChatGPT and Gemini scrapers' results that are read. Unknown keys are kept. */
export const scrapedPageSchema = lenientObject({
  model: optionalText,
  markdown: optionalText,
  sources: lenientArray(source),
  search_results: lenientArray(source),
  fan_out_queries: lenientArray(optionalText),
  brand_entities: lenientArray(entity),
  items: lenientArray(item),
});
export type ScrapedPage = z.infer<typeof scrapedPageSchema>;
