import { z } from 'zod';
import { field, sourceSchema } from '#lib/contract/results/shared';

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
  address: z.array(z.string()),
  phone: z.string().optional(),
  description: z.string().optional(),
  image_url: z.string().optional(),
  images: z.array(z.string()),
  lat: z.number().optional(),
  lng: z.number().optional(),
  price_level: z.string().optional(),
  categories: z.array(z.string()),
});

const place = z.object({
  name: z.string(),
  url: z.string().optional(),
  rating: z.number().optional(),
  address: z.array(z.string()),
  lat: z.number().optional(),
  lng: z.number().optional(),
  categories: z.array(z.string()),
  map_url: z.string().optional(),
  images: z.array(z.string()),
});

const product = z.object({
  title: z.string(),
  id: z.string().optional(),
  url: z.string().optional(),
  price: z.string().optional(),
  merchant: z.string().optional(),
  available: z.boolean().optional(),
  imageUrls: z.array(z.string()),
  numReviews: z.int().optional(),
  offers: z.array(
    z.object({
      url: z.string(),
      price: z.string().optional(),
      merchant_name: z.string().optional(),
      product_name: z.string().optional(),
      available: z.boolean().optional(),
      price_details: z.object({ display_price: z.string() }).optional(),
      original_price: z.string().nullable(),
    }),
  ),
  position: z.int(),
  rating: z.number().optional(),
  original_price: z.string().optional(),
  description: z.string().optional(),
  variants: z.array(z.unknown()),
});

export const answerResultSchema = z.object({
  text: field.text,
  sources: field.sources,
  citationPills: field.citationPills,
  related_queries: z.array(z.string()).describe('Follow-up questions the engine suggests'),
  search_model_queries: z
    .array(z.object({ query: z.string(), engine: z.string().optional(), limit: z.number().optional() }))
    .describe('The queries the engine made'),
  videos: z.array(media).describe('Videos shown beside the answer'),
  images: z.array(media).describe('Images shown beside the answer'),
  hotels: z.array(hotel).optional().describe('When the prompt is about travel'),
  places: z.array(place).optional().describe('When the prompt is about a place'),
  shopping_cards: z
    .array(z.object({ tags: z.array(z.string()), products: z.array(product) }))
    .optional()
    .describe('When the prompt is about products'),
  html: field.html,
  markdown: field.markdown,
  rawResponse: field.rawResponse,
});
export type AnswerResult = z.infer<typeof answerResultSchema>;

export const genResultSchema = z.object({
  text: field.text,
  sources: field.sources,
  citationPills: field.citationPills,
  markdown: field.markdown,
  html: field.html,
  rawResponse: field.rawResponse,
});
export type GenResult = z.infer<typeof genResultSchema>;

export const socialResultSchema = z.object({
  text: field.text,
  searchQueries: z.array(z.string()).describe('The queries the engine made'),
  model: z.string().optional().describe('The model the engine used, where it says so'),
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
    .describe('What the answer lists as its sources, in its order'),
  html: field.html,
  markdown: field.markdown,
  rawResponse: field.rawResponse,
});
export type SocialResult = z.infer<typeof socialResultSchema>;
