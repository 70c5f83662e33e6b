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
  text: z.string(),
  sources: z.array(sourceSchema),
  citationPills: z.array(citationPillSchema),
  searchQueries: z.array(z.string()).optional(),
  shoppingCards: z
    .array(z.object({ type: z.string(), layout: z.string(), products: z.array(product) }))
    .optional(),
  map: z.array(mapEntry).optional(),
  html: z.string().optional(),
  markdown: z.string().optional(),
  rawResponse: rawResponseSchema.optional(),
});
export type OfficeResult = z.infer<typeof officeResultSchema>;
