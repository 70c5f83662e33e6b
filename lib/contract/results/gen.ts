import { z } from 'zod';
import { citationPillSchema, rawResponseSchema, sourceSchema } from '#lib/contract/results/shared';

/** interface.md, "Result of `gen`". */
export const genResultSchema = z.object({
  text: z.string(),
  sources: z.array(sourceSchema),
  citationPills: z.array(citationPillSchema),
  markdown: z.string().optional(),
  html: z.string().optional(),
  rawResponse: rawResponseSchema.optional(),
});
export type GenResult = z.infer<typeof genResultSchema>;
