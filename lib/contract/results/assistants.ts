import { z } from 'zod';

/** A source that the engine lists. */
export const sourceSchema = z.object({
  position: z.int().min(1),
  url: z.string(),
  label: z.string().describe('The title of the page'),
  description: z.string().optional().describe('Description of the page'),
});
export type Source = z.infer<typeof sourceSchema>;

/** A citation: a source that a passage of the answer's text points to. The position of the passage is not included. */
export const citationPillSchema = z.object({
  label: z.string(),
  citationPillId: z
    .int()
    .describe(
      'Number of the citation within the answer; citations of the same passage can have the same number',
    ),
  url: z.string(),
  domain: z.string(),
  description: z.string().optional(),
  position: z.int().describe('`position` of the cited source'),
});
export type CitationPill = z.infer<typeof citationPillSchema>;

/** Fields shared by the results of most engines. */
export const field = {
  text: z.string().describe('The answer as plain text'),
  sources: z.array(sourceSchema).describe('Listed sources, in the engine’s order'),
  citationPills: z
    .array(citationPillSchema)
    .optional()
    .describe(
      'Citations in the text. A source that is cited several times has one entry for each time. The position of the passage in the text is not included.',
    ),
  markdown: z.string().optional().describe('The answer as Markdown; with `include.markdown`'),
  html: z
    .string()
    .optional()
    .describe('URL of the stored page, valid for 24 hours by default; with `include.html`'),
  /** For engines with several result pages. */
  htmlPages: z
    .array(z.string())
    .optional()
    .describe('URLs of the stored pages, one per page, valid for 24 hours by default; with `include.html`'),
  rawResponse: z
    .array(z.unknown())
    .optional()
    .describe('The provider’s raw response events, unchanged; with `include.rawResponse`'),
};

const media = z.object({
  title: z.string().optional(),
  url: z.string(),
  thumbnail: z.string().optional(),
  medium: z.string(),
  source: z.string().optional(),
  image_width: z.number().optional(),
  image_height: z.number().optional(),
  thumbnail_width: z.number().optional(),
  thumbnail_height: z.number().optional(),
});

const hotel = z.object({
  name: z.string(),
  url: z.string().optional(),
  rating: z.number().optional(),
  num_reviews: z.int().optional(),
  address: z.array(z.string()).optional(),
  phone: z.string().optional(),
  description: z.string().optional(),
  image_url: z.string().optional(),
  images: z.array(z.string()).optional(),
  lat: z.number().optional(),
  lng: z.number().optional(),
  price_level: z.string().optional(),
  categories: z.array(z.string()).optional(),
});

const place = z.object({
  name: z.string(),
  url: z.string().optional(),
  rating: z.number().optional(),
  address: z.array(z.string()).optional(),
  lat: z.number().optional(),
  lng: z.number().optional(),
  categories: z.array(z.string()).optional(),
  map_url: z.string().optional(),
  images: z.array(z.string()).optional(),
});

const product = z.object({
  title: z.string(),
  id: z.string().optional(),
  url: z.string().optional(),
  price: z.string().optional(),
  merchant: z.string().optional(),
  available: z.boolean().optional(),
  imageUrls: z.array(z.string()).optional(),
  numReviews: z.int().optional(),
  offers: z
    .array(
      z.object({
        url: z.string(),
        price: z.string().optional(),
        merchant_name: z.string().optional(),
        product_name: z.string().optional(),
        available: z.boolean().optional(),
        price_details: z.object({ display_price: z.string() }).optional(),
        original_price: z.string().nullable(),
      }),
    )
    .optional(),
  position: z.int(),
  rating: z.number().optional(),
  original_price: z.string().optional(),
  description: z.string().optional(),
  variants: z.array(z.unknown()).optional(),
});

/** The result of the engine `answer` (Perplexity). */
export const answerResultSchema = z.object({
  text: field.text,
  sources: field.sources,
  citationPills: field.citationPills,
  model: z.string().optional().describe('The model that the engine reports'),
  related_queries: z.array(z.string()).optional().describe('Follow-up questions the engine suggests'),
  search_model_queries: z
    .array(z.object({ query: z.string(), engine: z.string().optional(), limit: z.number().optional() }))
    .optional()
    .describe('Search queries of the engine'),
  videos: z.array(media).optional().describe('Videos shown beside the answer'),
  images: z.array(media).optional().describe('Images shown beside the answer'),
  hotels: z.array(hotel).optional().describe('When the prompt is about travel'),
  places: z.array(place).optional().describe('When the prompt is about a place'),
  shopping_cards: z
    .array(z.object({ tags: z.array(z.string()).optional(), products: z.array(product) }))
    .optional()
    .describe('When the prompt is about products'),
  html: field.html,
  markdown: field.markdown,
  rawResponse: field.rawResponse,
});
export type AnswerResult = z.infer<typeof answerResultSchema>;

/** The result of the engine `gen` (Google Gemini). */
export const genResultSchema = z.object({
  text: field.text,
  sources: field.sources,
  citationPills: field.citationPills,
  markdown: field.markdown,
  html: field.html,
  rawResponse: field.rawResponse,
});
export type GenResult = z.infer<typeof genResultSchema>;

/** The result of the engine `social` (xAI Grok). */
export const socialResultSchema = z.object({
  text: field.text,
  searchQueries: z.array(z.string()).optional().describe('Search queries of the engine'),
  model: z.string().optional().describe('The model that the engine reports'),
  sources: z
    .array(
      sourceSchema.extend({
        preview: z.string().optional(),
        searchEngineText: z.string().optional(),
        siteName: z.string().optional(),
        metadataTitle: z.string().optional(),
        creator: z.string().optional(),
        image: z.string().optional(),
        favicon: z.string().optional(),
      }),
    )
    .describe('Listed sources, in the engine’s order'),
  citationPills: field.citationPills,
  html: field.html,
  markdown: field.markdown,
  rawResponse: field.rawResponse,
});
export type SocialResult = z.infer<typeof socialResultSchema>;

const officeProduct = z.object({
  product: z
    .object({
      id: z.string().optional(),
      groupId: z.string().optional(),
      brandGroupId: z.string().optional(),
    })
    .optional(),
  position: z.int(),
  offerId: z.string().optional(),
  url: z.string().optional(),
  name: z.string(),
  description: z.string().optional(),
  images: z.array(z.object({ title: z.string().optional(), url: z.string() })).optional(),
  specifications: z.array(z.object({ displayName: z.string(), values: z.array(z.string()) })).optional(),
  tags: z.array(z.string()).optional(),
  price: z
    .object({
      amount: z.number(),
      currency: z.string().optional(),
      currencySymbol: z.string().optional(),
    })
    .optional(),
  seller: z.string().optional(),
  sellerLogoUrl: z.string().optional(),
  brandName: z.string().optional(),
  rating: z.object({ value: z.number().optional(), count: z.number().optional() }).optional(),
  canTrackPrice: z.boolean().optional(),
});

const officeMapEntry = z.object({
  name: z.string(),
  position: z.int(),
  placeId: z.string().optional(),
  location: z
    .object({
      address: z.string().optional(),
      latitude: z.number().optional(),
      longitude: z.number().optional(),
    })
    .optional(),
  phoneNumber: z.string().optional(),
  url: z.string().optional(),
  reviews: z
    .array(
      z.object({
        count: z.number().optional(),
        rating: z.number().optional(),
        providerName: z.string().optional(),
        providerIconUrl: z.string().nullable(),
        url: z.string().optional(),
      }),
    )
    .optional(),
  photos: z
    .array(
      z.object({
        url: z.string(),
        altText: z.string().nullable(),
        providerName: z.string().nullable(),
        providerUrl: z.string().optional(),
      }),
    )
    .optional(),
  openState: z.string().optional(),
  category: z.string().optional(),
  price: z.string().nullable(),
  layerLabel: z.string().optional(),
});

/** The result of the engine `office` (Microsoft Copilot). */
export const officeResultSchema = z.object({
  text: field.text,
  sources: field.sources,
  citationPills: field.citationPills,
  searchQueries: z
    .array(z.string())
    .optional()
    .describe('Search queries of the engine, if there was at least one'),
  shoppingCards: z
    .array(
      z.object({
        type: z.string().optional(),
        layout: z.string().optional(),
        products: z.array(officeProduct),
      }),
    )
    .optional()
    .describe('When available'),
  map: z.array(officeMapEntry).optional().describe('Places on a map, when available'),
  html: field.html,
  markdown: field.markdown,
  rawResponse: field.rawResponse,
});
export type OfficeResult = z.infer<typeof officeResultSchema>;
