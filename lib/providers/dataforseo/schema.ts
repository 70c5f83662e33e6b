import { z } from 'zod';
import {
  lenientArray,
  lenientObject,
  optionalBoolean,
  optionalNumber,
  optionalText,
} from '#lib/providers/shared/parse-response';

const reference = lenientObject({
  url: optionalText,
  domain: optionalText,
  source: optionalText,
  title: optionalText,
  text: optionalText,
});
export type OverviewReference = z.infer<typeof reference>;

const overviewElement = lenientObject({
  type: optionalText,
  title: optionalText,
  text: optionalText,
  markdown: optionalText,
  references: lenientArray(reference),
  components: lenientArray(lenientObject({ references: lenientArray(reference) })),
  // Only videos.
  url: optionalText,
  domain: optionalText,
  source: optionalText,
  image_url: optionalText,
  // Only product lists.
  items: lenientArray(
    lenientObject({
      title: optionalText,
      url: optionalText,
      seller: optionalText,
      marketplace: optionalText,
      snippet: optionalText,
      image_url: optionalText,
      rating: lenientObject({ value: optionalNumber, votes_count: optionalNumber }).optional(),
      price: lenientObject({
        current: optionalNumber,
        regular: optionalNumber,
        currency: optionalText,
      }).optional(),
    }),
  ),
});
export type OverviewElement = z.infer<typeof overviewElement>;

const listEntry = lenientObject({
  // Only `people_also_ask`.
  title: optionalText,
  expanded_element: lenientArray(
    lenientObject({
      title: optionalText,
      url: optionalText,
      description: optionalText,
      items: lenientArray(lenientObject({ text: optionalText })),
      references: lenientArray(reference),
    }),
  ),
  // Only `top_stories`.
  url: optionalText,
  source: optionalText,
  domain: optionalText,
  date: optionalText,
  timestamp: optionalText,
  image_url: optionalText,
});

const serpItem = lenientObject({
  type: optionalText,
  rank_group: optionalNumber,
  page: optionalNumber,
  title: optionalText,
  url: optionalText,
  domain: optionalText,
  source: optionalText,
  breadcrumb: optionalText,
  description: optionalText,
  snippet: optionalText,
  timestamp: optionalText,
  time_published: optionalText,
  image_url: optionalText,
  links: lenientArray(lenientObject({ title: optionalText, url: optionalText })),
  // Only `ai_overview`.
  markdown: optionalText,
  asynchronous_ai_overview: optionalBoolean,
  references: lenientArray(reference),
  // Overview elements, list entries or texts, depending on the type.
  items: lenientArray(z.unknown()),
});
/** An item of a results page. One schema covers all types; unknown keys are kept. */
export type SerpItem = z.infer<typeof serpItem>;

const serp = lenientObject({ se_domain: optionalText, items: lenientArray(serpItem) });

/** Parses a results page; it has no items if the engine showed nothing. */
export function parseSerp(page: unknown): { domain: string | undefined; items: SerpItem[] } {
  const { se_domain, items } = serp.parse(page);
  return { domain: se_domain ?? undefined, items: items ?? [] };
}

export function parseOverviewElements({ items }: SerpItem): OverviewElement[] {
  return lenientArray(overviewElement).parse(items) ?? [];
}

export function parseListEntries({ items }: SerpItem) {
  return lenientArray(listEntry).parse(items) ?? [];
}

export function parseTexts({ items }: SerpItem) {
  return lenientArray(optionalText).parse(items) ?? [];
}

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
