import { z } from 'zod';
import { rawResponseSchema, sourceSchema } from '#lib/contract/results/shared';

/** interface.md, "Result of `social`". */
export const socialResultSchema = z.object({
  text: z.string(),
  searchQueries: z.array(z.string()),
  model: z.string(),
  sources: z.array(
    sourceSchema.extend({
      preview: z.string(),
      searchEngineText: z.string(),
      siteName: z.string(),
      metadataTitle: z.string(),
      creator: z.string(),
      image: z.string(),
      favicon: z.string(),
    }),
  ),
  html: z.string().optional(),
  markdown: z.string().optional(),
  rawResponse: rawResponseSchema.optional(),
});
export type SocialResult = z.infer<typeof socialResultSchema>;
