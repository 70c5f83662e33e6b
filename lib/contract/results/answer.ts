import { z } from 'zod';
import { citationPillSchema, rawResponseSchema, sourceSchema } from '#lib/contract/results/shared';

const media = z.object({
  title: z.string(),
  url: z.string(),
  thumbnail: z.string(),
  medium: z.string(),
  source: z.string(),
  image_width: z.number(),
  image_height: z.number(),
  thumbnail_width: z.number(),
  thumbnail_height: z.number(),
});

const hotel = z.object({
  name: z.string(),
  url: z.string(),
  rating: z.number(),
  num_reviews: z.int(),
  address: z.array(z.string()),
  phone: z.string(),
  description: z.string(),
  image_url: z.string(),
  images: z.array(z.string()),
  lat: z.number(),
  lng: z.number(),
  price_level: z.string(),
  categories: z.array(z.string()),
});

const place = z.object({
  name: z.string(),
  url: z.string(),
  rating: z.number(),
  address: z.array(z.string()),
  lat: z.number(),
  lng: z.number(),
  categories: z.array(z.string()),
  map_url: z.string(),
  images: z.array(z.string()),
});

const product = z.object({
  title: z.string(),
  id: z.string(),
  url: z.string(),
  price: z.string(),
  merchant: z.string(),
  available: z.boolean(),
  imageUrls: z.array(z.string()),
  numReviews: z.int(),
  offers: z.array(
    z.object({
      url: z.string(),
      price: z.string(),
      merchant_name: z.string(),
      product_name: z.string(),
      available: z.boolean(),
      price_details: z.object({ display_price: z.string() }),
      original_price: z.string().nullable(),
    }),
  ),
  position: z.int(),
  rating: z.number(),
  original_price: z.string().nullable(),
  description: z.string(),
  variants: z.array(z.unknown()),
});

/** interface.md, "Result of `answer`". */
export const answerResultSchema = z.object({
  text: z.string(),
  sources: z.array(sourceSchema),
  citationPills: z.array(citationPillSchema),
  related_queries: z.array(z.string()),
  search_model_queries: z.array(z.object({ query: z.string(), engine: z.string(), limit: z.number() })),
  videos: z.array(media),
  images: z.array(media),
  hotels: z.array(hotel).optional(),
  places: z.array(place).optional(),
  shopping_cards: z.array(z.object({ tags: z.array(z.string()), products: z.array(product) })).optional(),
  html: z.string().optional(),
  markdown: z.string().optional(),
  rawResponse: rawResponseSchema.optional(),
});
export type AnswerResult = z.infer<typeof answerResultSchema>;
