import { z } from 'zod';
import { field } from '#lib/contract/results/assistants';

const money = z.object({ value: z.number(), currency: z.string().optional() });

const place = z.object({
  title: z.string(),
  link: z.string().optional(),
  place_id: z.string().optional(),
  index: z.int(),
  thumbnail: z.string().optional(),
  rating: z.number().optional(),
  reviews: z.int().optional(),
  type: z.string().optional(),
  price_level: z.string().optional(),
  address: z.string().optional(),
  status: z.string().optional(),
});

const video = z.object({
  title: z.string().optional(),
  link: z.string(),
  platform: z.string().optional(),
  channel: z.string().optional(),
  duration: z.string().optional().meta({ description: 'MM:SS' }),
  thumbnail: z.string().optional(),
});

/** The result of the engine `searchai` (Google AI Mode). */
export const searchAiResultSchema = z.object({
  text: field.text,
  sources: field.sources,
  citationPills: field.citationPills,
  places: z.array(place).optional().describe('When the prompt is about a place'),
  shopping_cards: z
    .array(
      z.object({
        title: z.string(),
        price: money.optional(),
        store: z.string().optional(),
        rating: z.number().optional(),
        reviews: z.string().optional(),
        thumbnail: z.string().optional(),
        product_link: z.string().optional(),
        old_price: money.optional(),
        snippet: z.string().optional(),
        snippet_links: z.array(z.object({ text: z.string(), link: z.string() })).optional(),
      }),
    )
    .optional()
    .describe('When the prompt is about products'),
  ads: z
    .object({
      title: z.string().optional(),
      ads: z.array(
        z.object({
          title: z.string(),
          url: z.string(),
          position: z.int(),
          price: money.optional(),
          store: z.string().optional(),
          rating: z.number().optional(),
          reviews: z.string().optional(),
        }),
      ),
    })
    .optional()
    .describe('When the prompt shows purchase intent'),
  inline_products: z
    .array(
      z.object({
        title: z.string(),
        position: z.int(),
        price: money.optional(),
        old_price: money.optional(),
        store: z.string().optional(),
        thumbnail: z.string().optional(),
        product_link: z.string().optional(),
      }),
    )
    .optional()
    .describe('Products inside the text'),
  videos: z.array(video).optional().describe('Videos shown beside the answer'),
  map: z
    .array(
      place
        .omit({ price_level: true })
        .extend({ gps_coordinates: z.object({ latitude: z.number(), longitude: z.number() }) }),
    )
    .optional()
    .describe('Places on a map'),
  markdown: field.markdown,
  html: field.html,
});
export type SearchAiResult = z.infer<typeof searchAiResultSchema>;

const searchAd = z.object({
  position: z.int(),
  title: z.string(),
  link: z.string(),
  snippet: z.string().optional(),
});

/** The result of the engine `overview` (Google AI Overview). A missing overview is an empty text, not an error. */
export const overviewResultSchema = z.object({
  text: z.string().describe('The overview as plain text; empty if the engine shows none'),
  sources: field.sources,
  citationPills: field.citationPills,
  videos: z.array(video).optional().describe('Videos shown beside the overview'),
  ads: z.array(searchAd).optional().describe('Ads on the page'),
  markdown: field.markdown,
  html: field.html,
});
export type OverviewResult = z.infer<typeof overviewResultSchema>;

/** The result of the engine `search` (Google). */
export const searchResultSchema = z.object({
  organicResults: z
    .array(
      z.object({
        position: z.int(),
        title: z.string(),
        link: z.string(),
        displayedLink: z.string().optional(),
        snippet: z.string().optional(),
        date: z.string().optional(),
        page: z.int(),
        sitelinks: z.array(z.object({ title: z.string(), link: z.string() })).optional(),
      }),
    )
    .describe('The results in the order shown'),
  peopleAlsoAsk: z
    .array(
      z.object({
        question: z.string(),
        snippet: z.string().optional(),
        title: z.string().optional(),
        link: z.string().optional(),
      }),
    )
    .optional()
    .describe('Related questions'),
  relatedSearches: z
    .array(z.object({ query: z.string(), link: z.string().optional() }))
    .optional()
    .describe('Related searches that the engine suggests'),
  ads: z.array(searchAd).optional().describe('Ads on the page'),
  overview: overviewResultSchema
    .pick({ text: true, markdown: true, sources: true, citationPills: true, videos: true })
    .optional()
    .describe('With `include.overview`, if the engine shows one'),
  html: field.htmlPages,
});
export type SearchResult = z.infer<typeof searchResultSchema>;

/** The result of the engine `search/news` (Google News). */
export const newsResultSchema = z.object({
  newsResults: z
    .array(
      z.object({
        position: z.int(),
        title: z.string(),
        link: z.string(),
        snippet: z.string().optional(),
        source: z.string().optional(),
        date: z.string().optional(),
        page: z.int(),
        thumbnail: z.string().optional(),
      }),
    )
    .describe('The results of all requested pages, in their order'),
  html: field.htmlPages,
});
export type NewsResult = z.infer<typeof newsResultSchema>;
