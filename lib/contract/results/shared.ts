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

/** What the results of most engines say in the same words. */
export const field = {
  text: z.string().describe('The answer as plain text'),
  sources: z.array(sourceSchema).describe('What the answer lists as its sources, in its order'),
  citationPills: z.array(citationPillSchema).describe('Places in the text that point at a source'),
  markdown: z.string().optional().describe('The answer as Markdown; with `include.markdown`'),
  html: z.string().optional().describe('Address of the stored page, good for 24 hours; with `include.html`'),
  /** Of engines that answer in pages. */
  htmlPages: z
    .array(z.string())
    .optional()
    .describe('Addresses of the stored pages, one a page, good for 24 hours; with `include.html`'),
  rawResponse: z
    .array(z.unknown())
    .optional()
    .describe('The events of the engine, as received; with `include.rawResponse`'),
};
