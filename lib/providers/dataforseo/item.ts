import { z } from 'zod';
import { someFlag, someList, someNumber, someObject, someText } from '#lib/providers/lenient';

/** The vendor's shapes, as far as they are read. One shape holds every type of item; unknown keys stay. */
export const ratingSchema = someObject({ value: someNumber, votes_count: someNumber }).optional();

/** A count as the vendor tells it; one that is not whole tells nothing. */
export function wholeNumber(count: number | null | undefined): number | undefined {
  return Number.isSafeInteger(count) ? (count ?? undefined) : undefined;
}

const reference = someObject({
  url: someText,
  domain: someText,
  source: someText,
  title: someText,
  text: someText,
});
export type Reference = z.infer<typeof reference>;

const overviewElement = someObject({
  type: someText,
  title: someText,
  text: someText,
  markdown: someText,
  references: someList(reference),
  components: someList(someObject({ references: someList(reference) })),
  // Of a video.
  url: someText,
  domain: someText,
  source: someText,
  image_url: someText,
  // Of a list of products.
  items: someList(
    someObject({
      title: someText,
      url: someText,
      seller: someText,
      marketplace: someText,
      snippet: someText,
      image_url: someText,
      rating: ratingSchema,
      price: someObject({ current: someNumber, regular: someNumber, currency: someText }).optional(),
    }),
  ),
});
export type OverviewElement = z.infer<typeof overviewElement>;

const listed = someObject({
  // Of `people_also_ask`.
  title: someText,
  expanded_element: someList(
    someObject({
      title: someText,
      url: someText,
      description: someText,
      items: someList(someObject({ text: someText })),
      references: someList(reference),
    }),
  ),
  // Of `top_stories`.
  url: someText,
  source: someText,
  domain: someText,
  date: someText,
  timestamp: someText,
  image_url: someText,
});

const serpItem = someObject({
  type: someText,
  rank_group: someNumber,
  page: someNumber,
  title: someText,
  url: someText,
  domain: someText,
  source: someText,
  breadcrumb: someText,
  description: someText,
  snippet: someText,
  timestamp: someText,
  time_published: someText,
  image_url: someText,
  links: someList(someObject({ title: someText, url: someText })),
  // Of `ai_overview`.
  markdown: someText,
  asynchronous_ai_overview: someFlag,
  references: someList(reference),
  items: someList(z.unknown()),
});
export type SerpItem = z.infer<typeof serpItem>;

const serp = someObject({ se_domain: someText, items: someList(serpItem) });

/** The items of a page of results; none where the engine showed nothing. */
export function readSerp(result: unknown): { domain: string | undefined; items: SerpItem[] } {
  const { se_domain, items } = serp.parse(result);
  return { domain: se_domain ?? undefined, items: items ?? [] };
}

export const overviewElements = someList(overviewElement);
export const listedItems = someList(listed);
/** Some lists hold words alone. */
export const listedWords = someList(someText);
