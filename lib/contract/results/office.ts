import { z } from 'zod';
import { field } from '#lib/contract/results/shared';

const product = z.object({
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
  images: z.array(z.object({ title: z.string().optional(), url: z.string() })),
  specifications: z.array(z.object({ displayName: z.string(), values: z.array(z.string()) })),
  tags: z.array(z.string()),
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

const mapEntry = z.object({
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
  reviews: z.array(
    z.object({
      count: z.number().optional(),
      rating: z.number().optional(),
      providerName: z.string().optional(),
      providerIconUrl: z.string().nullable(),
      url: z.string().optional(),
    }),
  ),
  photos: z.array(
    z.object({
      url: z.string(),
      altText: z.string().nullable(),
      providerName: z.string().nullable(),
      providerUrl: z.string().optional(),
    }),
  ),
  openState: z.string().optional(),
  category: z.string().optional(),
  price: z.string().nullable(),
  layerLabel: z.string().optional(),
});

export const officeResultSchema = z.object({
  text: field.text,
  sources: field.sources,
  citationPills: field.citationPills,
  searchQueries: z
    .array(z.string())
    .optional()
    .describe('The queries the engine made, when there is at least one'),
  shoppingCards: z
    .array(
      z.object({ type: z.string().optional(), layout: z.string().optional(), products: z.array(product) }),
    )
    .optional()
    .describe('When available'),
  map: z.array(mapEntry).optional().describe('Places on a map, when available'),
  html: field.html,
  markdown: field.markdown,
  rawResponse: field.rawResponse,
});
export type OfficeResult = z.infer<typeof officeResultSchema>;
