import { z } from 'zod';
import { field, sourceSchema } from '#lib/contract/results/shared';

/** interface.md, "Result of `social`". */
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
