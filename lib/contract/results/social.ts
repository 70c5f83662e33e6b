import { z } from 'zod';
import { rawResponseSchema, sourceSchema } from '#lib/contract/results/shared';

/** interface.md, "Result of `social`". */
export const socialResultSchema = z.object({
  text: z.string().describe('The answer as plain text'),
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
  html: z.string().optional().describe('Address of the stored page, good for 24 hours; with `include.html`'),
  markdown: z.string().optional().describe('The answer as Markdown; with `include.markdown`'),
  rawResponse: rawResponseSchema
    .optional()
    .describe('The events of the engine, as received; with `include.rawResponse`'),
});
export type SocialResult = z.infer<typeof socialResultSchema>;
