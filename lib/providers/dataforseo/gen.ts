import type { GenResult } from '#lib/contract/results/gen';
import { scrapedSchema } from '#lib/providers/dataforseo/chat-body';
import { readScrapedText } from '#lib/providers/dataforseo/scraped-text';

/** A page of Gemini as this interface's `gen` result. */
export function genResult(page: unknown): Omit<GenResult, 'html'> {
  const { text, markdown, sources, citationPills } = readScrapedText(scrapedSchema.parse(page));
  return { text, markdown, sources, citationPills };
}
