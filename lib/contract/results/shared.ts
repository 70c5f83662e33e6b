import { z } from 'zod';

/** A source the engine lists (interface.md, "Shared sub-objects"). */
export const sourceSchema = z.object({
  position: z.int().min(1),
  url: z.string(),
  label: z.string().describe('The title of the page'),
  description: z
    .string()
    .default('')
    .describe('What the page says of itself; empty where the engine does not tell'),
});
export type Source = z.infer<typeof sourceSchema>;

/** A place in the text that points at a source. */
export const citationPillSchema = z.object({
  label: z.string(),
  citationPillId: z.int(),
  url: z.string(),
  domain: z.string(),
  description: z.string().optional(),
  position: z.int().describe('The `position` of the source it points at'),
});
export type CitationPill = z.infer<typeof citationPillSchema>;

/** A vendor's event or body, exactly as received. */
export const rawResponseSchema = z.array(z.unknown());
