import { z } from 'zod';
import { citationPillSchema, field, sourceSchema } from '#lib/contract/results/assistants';

const priceDetails = z.object({
  base: z.string().optional(),
  total: z.string().optional(),
  display_price: z.string().optional(),
  shipping: z.string().optional(),
  tax: z.string().optional(),
});

const offer = z.object({
  merchant_name: z.string().optional(),
  product_name: z.string().optional(),
  url: z.string(),
  price: z.string().optional(),
  details: z.string().optional(),
  available: z.boolean().optional(),
  checkoutable: z.boolean().optional(),
  price_details: priceDetails.optional(),
  tag: z.object({ text: z.string(), tooltip: z.string().optional() }).optional(),
});

const inlineOffer = offer.extend({
  merchant_subtitle: z.string().optional(),
  original_price: z.string().optional(),
  is_digital: z.boolean().optional(),
  checkout_payload: z.unknown().optional(),
  checkout_image_urls: z.array(z.string()).optional(),
  shop_id: z.string().optional(),
  provider: z.string().optional(),
});

const ratingGroupedCitation = z.object({
  title: z.string(),
  url: z.string(),
  supporting_websites: z.array(z.object({ title: z.string(), url: z.string() })),
});

const product = z.object({
  title: z.string(),
  url: z.string().optional(),
  price: z.string().optional(),
  featured_tag: z.string().optional(),
  merchant: z.string().optional(),
  image_urls: z.array(z.string()).optional(),
  rating: z.number().optional(),
  num_reviews: z.int().optional(),
  id: z.string().optional(),
  offers: z.array(offer).optional(),
  rating_grouped_citation: ratingGroupedCitation.optional(),
});

const inlineProduct = z.object({
  product: product.extend({
    offers: z.array(inlineOffer).optional(),
    position: z.int().optional(),
    description: z.string().optional(),
    variants: z.array(z.unknown()).optional(),
    providers: z.array(z.string()).optional(),
    provider: z.string().optional(),
    productLookupKey: z.object({ data: z.unknown() }).optional(),
    productLookupData: z
      .object({ requestQuery: z.string(), allIds: z.array(z.string()), metadataSources: z.array(z.string()) })
      .optional(),
    showcaseMetadata: z
      .object({
        image: z.object({ url: z.string(), width: z.number(), height: z.number() }),
        background: z.object({ type: z.string(), primary: z.string(), secondary: z.string() }),
        slots: z.unknown(),
        debug: z.unknown(),
      })
      .optional(),
    showPriceDisclosure: z.boolean().optional(),
    analyticsMeta: z.object({ productEventUuid: z.string() }).optional(),
    metadataSources: z.array(z.string()).optional(),
    productEventUuid: z.string().optional(),
    generatedProductQuery: z.string().optional(),
  }),
  render_as: z.string().optional(),
  details: z
    .object({
      rationale: z.object({ rationale: z.string(), citations: z.array(z.unknown()) }),
      reviews: z.object({
        summary: z.string().optional(),
        reviews: z.array(
          z.object({
            source: z.string().optional(),
            theme: z.string().optional(),
            summary: z.string().optional(),
            cite: z.string().optional(),
            rating: z.number().optional(),
            num_reviews: z.number().optional(),
            cite_url: z.string().optional(),
          }),
        ),
      }),
    })
    .optional(),
});

const mapEntry = z.object({
  id: z.string().optional(),
  provider: z.string().optional(),
  name: z.string(),
  position: z.int(),
  address: z.string().optional(),
  latitude: z.number().optional(),
  longitude: z.number().optional(),
  categories: z.array(z.string()).optional(),
  rating: z.number().optional(),
  reviewCount: z.int().optional(),
  description: z.string().optional(),
  phone: z.string().optional(),
  websiteUrl: z.string().optional(),
});

const ad = z.object({
  brand: z.object({
    name: z.string().optional(),
    url: z.string().optional(),
    favicon: z.string().optional(),
  }),
  cards: z.array(
    z.object({
      title: z.string(),
      body: z.string().optional(),
      url: z.string(),
      image: z.string().optional(),
    }),
  ),
});

/** The result of the engine `chat` (ChatGPT). */
export const chatResultSchema = z.object({
  text: field.text,
  sources: z
    .array(
      sourceSchema.extend({
        footnote: z
          .boolean()
          .describe('True if the engine lists the page only as a further source, after the main ones'),
        datePublished: z.string().optional(),
      }),
    )
    .describe('Listed sources, in the engine’s order'),
  model: z.string().optional().describe('The model that the engine reports'),
  html: field.html,
  markdown: field.markdown,
  rawResponse: field.rawResponse.describe(
    'The provider’s raw response events, with `include.rawResponse`. A response without a `type` is wrapped in an event: `{"type": "response", "response": …}`.',
  ),
  searchQueries: z
    .array(z.string())
    .optional()
    .describe('Search queries of the engine, unchanged; with `include.searchQueries`'),
  shoppingCards: z
    .array(z.object({ tags: z.array(z.string()).optional(), products: z.array(product) }))
    .optional()
    .describe('With `include.shopping`, if the engine shows products'),
  inlineProducts: z
    .array(inlineProduct)
    .optional()
    .describe('Products inside the text; with `include.shopping`'),
  entities: z
    .array(z.object({ type: z.string().optional(), name: z.string() }))
    .optional()
    .describe('Entities in the answer that the engine reports'),
  map: z.array(mapEntry).optional().describe('Places on a map, when available'),
  citationPills: z
    .array(citationPillSchema.extend({ datePublished: z.string().optional(), type: z.string() }))
    .optional()
    .describe(
      'Citations in the text, when available. A source that is cited several times has one entry for each time. The position of the passage in the text is not included.',
    ),
  ads: z.array(ad).optional().describe('With `include.ads`'),
});
export type ChatResult = z.infer<typeof chatResultSchema>;
