import { z } from 'zod';
import { field } from '#lib/contract/results/shared';

/** interface.md, "Result of `gen`". */
export const genResultSchema = z.object({
  text: field.text,
  sources: field.sources,
  citationPills: field.citationPills,
  markdown: field.markdown,
  html: field.html,
  rawResponse: field.rawResponse,
});
export type GenResult = z.infer<typeof genResultSchema>;
