import { z } from 'zod';

/** A source that the engine lists. */
export const sourceSchema = z.object({
  position: z.int().min(1),
  url: z.string(),
  label: z.string().describe('The title of the page'),
  description: z
    .string()
    .default('')
    .describe('Description of the page; empty if the engine does not report it'),
});
export type Source = z.infer<typeof sourceSchema>;

/** A position in the text that cites a source. */
export const citationPillSchema = z.object({
  label: z.string(),
  citationPillId: z.int(),
  url: z.string(),
  domain: z.string(),
  description: z.string().optional(),
  position: z.int().describe('`position` of the cited source'),
});
export type CitationPill = z.infer<typeof citationPillSchema>;

/** Fields shared by the results of most engines. */
export const field = {
  text: z.string().describe('The answer as plain text'),
  sources: z.array(sourceSchema).describe('Listed sources, in the order of the engine'),
  citationPills: z
    .array(citationPillSchema)
    .describe('Citations: positions in the text that point to a source'),
  markdown: z.string().optional().describe('The answer as Markdown; with `include.markdown`'),
  html: z.string().optional().describe('URL of the stored page, valid for 24 hours; with `include.html`'),
  /** For engines with several result pages. */
  htmlPages: z
    .array(z.string())
    .optional()
    .describe('URLs of the stored pages, one per page, valid for 24 hours; with `include.html`'),
  rawResponse: z
    .array(z.unknown())
    .optional()
    .describe('Events of the engine, as received; with `include.rawResponse`'),
};
