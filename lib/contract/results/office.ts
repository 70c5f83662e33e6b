import { z } from 'zod';
import { citationPillSchema, rawResponseSchema, sourceSchema } from '#lib/contract/results/shared';

const product = z.object({
  product: z.object({ id: z.string(), groupId: z.string(), brandGroupId: z.string() }),
  position: z.int(),
  offerId: z.string(),
  url: z.string(),
  name: z.string(),
  description: z.string(),
  images: z.array(z.object({ title: z.string(), url: z.string() })),
  specifications: z.array(z.object({ displayName: z.string(), values: z.array(z.string()) })),
  tags: z.array(z.string()),
  price: z.object({ amount: z.number(), currency: z.string(), currencySymbol: z.string() }),
  seller: z.string(),
  sellerLogoUrl: z.string(),
  brandName: z.string(),
  rating: z.object({ value: z.number(), count: z.number() }),
  canTrackPrice: z.boolean(),
});

const mapEntry = z.object({
  name: z.string(),
  position: z.int(),
  placeId: z.string(),
  location: z.object({ address: z.string(), latitude: z.number(), longitude: z.number() }),
  phoneNumber: z.string(),
  url: z.string(),
  reviews: z.array(
    z.object({
      count: z.number(),
      rating: z.number(),
      providerName: z.string(),
      providerIconUrl: z.string().nullable(),
      url: z.string(),
    }),
  ),
  photos: z.array(
    z.object({
      url: z.string(),
      altText: z.string().nullable(),
      providerName: z.string().nullable(),
      providerUrl: z.string(),
    }),
  ),
  openState: z.string(),
  category: z.string(),
  price: z.string().nullable(),
  layerLabel: z.string(),
});

/** interface.md, "Result of `office`". */
export const officeResultSchema = z.object({
  text: z.string().describe('The answer as plain text'),
  sources: z.array(sourceSchema).describe('What the answer lists as its sources, in its order'),
  citationPills: z.array(citationPillSchema).describe('Places in the text that point at a source'),
  searchQueries: z
    .array(z.string())
    .optional()
    .describe('The queries the engine made, when there is at least one'),
  shoppingCards: z
    .array(z.object({ type: z.string(), layout: z.string(), products: z.array(product) }))
    .optional()
    .describe('When available'),
  map: z.array(mapEntry).optional().describe('Places on a map, when available'),
  html: z.string().optional().describe('Address of the stored page, good for 24 hours; with `include.html`'),
  markdown: z.string().optional().describe('The answer as Markdown; with `include.markdown`'),
  rawResponse: rawResponseSchema
    .optional()
    .describe('The events of the engine, as received; with `include.rawResponse`'),
});
export type OfficeResult = z.infer<typeof officeResultSchema>;
