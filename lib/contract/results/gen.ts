import { z } from 'zod';
import { citationPillSchema, rawResponseSchema, sourceSchema } from '#lib/contract/results/shared';

/** interface.md, "Result of `gen`". */
export const genResultSchema = z.object({
  text: z.string().describe('The answer as plain text'),
  sources: z.array(sourceSchema).describe('What the answer lists as its sources, in its order'),
  citationPills: z.array(citationPillSchema).describe('Places in the text that point at a source'),
  markdown: z.string().optional().describe('The answer as Markdown; with `include.markdown`'),
  html: z.string().optional().describe('Address of the stored page, good for 24 hours; with `include.html`'),
  rawResponse: rawResponseSchema
    .optional()
    .describe('The events of the engine, as received; with `include.rawResponse`'),
});
export type GenResult = z.infer<typeof genResultSchema>;
