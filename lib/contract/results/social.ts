import { z } from 'zod';
import { rawResponseSchema, sourceSchema } from '#lib/contract/results/shared';

/** interface.md, "Result of `social`". */
export const socialResultSchema = z.object({
  text: z.string().describe('The answer as plain text'),
  searchQueries: z.array(z.string()).describe('The queries the engine made'),
  model: z.string().describe('The model the engine used'),
  sources: z
    .array(
      sourceSchema.extend({
        preview: z.string(),
        searchEngineText: z.string(),
        siteName: z.string(),
        metadataTitle: z.string(),
        creator: z.string(),
        image: z.string(),
        favicon: z.string(),
      }),
    )
    .describe('What the answer lists as its sources, in its order'),
  html: z.string().optional().describe('Address of the stored page, good for 24 hours; with `include.html`'),
  markdown: z.string().optional().describe('The answer as Markdown; with `include.markdown`'),
  rawResponse: rawResponseSchema
    .optional()
    .describe('The events of the engine, as received; with `include.rawResponse`'),
});
export type SocialResult = z.infer<typeof socialResultSchema>;
